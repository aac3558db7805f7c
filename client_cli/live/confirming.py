"""Questions whose answer is the next line that makes sense: is that what you want?

What is asked at all is a matter of taste. A script means what it says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.live.moves import Result
from client_cli.live.seat import Confirm
from client_cli.live.vocabulary import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat


class Confirming:
    """Asks one person before something is done."""

    def __init__(self, parts: Parts, seat: OwnSeat) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._intended: Callable[[], Result] | None = None
        self._question = ""

    def is_wanted(self, *, final: bool) -> bool:
        """Whether to ask before a move; one that is `final` cannot be taken back."""
        asking = self._parts.flags.taste.confirm
        return not self._parts.is_script and (
            asking == "always" or (final and asking == "once")
        )

    def ask(self, confirm: Confirm, question: str) -> Result:
        """Put a question, which names the words that answer it."""
        self._seat.confirm = confirm
        self._parts.screen.ask(question)
        return Result.FINE

    def before(self, move: Callable[[], Result], question: str) -> Result:
        """Make a move when the person says yes."""
        words = self._texts.say(
            "Type {yes} or {no}.",
            yes=spoken("yes", self._texts),
            no=spoken("no", self._texts),
        )
        self._intended, self._question = move, f"{question} {words}"
        return self.again()

    def again(self) -> Result:
        """Put the question once more: an empty line is no answer."""
        return self.ask(Confirm.MOVE, self._question)

    def said_yes(self) -> Result:
        """Make the move that was asked about."""
        move, self._intended = self._intended, None
        return Result.FINE if move is None else move()
