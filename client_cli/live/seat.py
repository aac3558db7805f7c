"""One's own seat while a game runs: what is known, what is asked, what is on its way.

The rules of conversation with the table: one command at a time, nothing is asked again
before its answer has reached the table's news, and a confirmation belongs to the next
line only that makes sense.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from client_cli.live.agreements import Agreement, asked_of
from client_cli.live.questions import is_asked
from protocol.fold import Known
from protocol.to_server import Sign


class Confirm(Enum):
    """What the next typed line that makes sense may confirm."""

    NOTHING = "nothing"
    QUIT = "quit"
    NEXT_DEAL = "next deal"
    AGREEMENT = "agreement"
    MOVE = "a move"


@dataclass(slots=True)
class OwnSeat:
    """What the game remembers between two happenings."""

    table: str
    known: Known | None = None
    busy: bool = False
    """Whether a command is on its way."""
    confirm: Confirm = Confirm.NOTHING
    refusal: list[str] = field(default_factory=list)
    """Why the table refused the last wish; until the next one is granted."""
    leaving: bool = False
    """Whether this client is giving the seat up."""
    sign: Sign | None = None
    """The signal that goes with the next card."""
    agreement: Agreement | None = None
    """What this seat has been asked to agree to."""
    _asked: int = -1
    _answered: int = 0

    def take(self, known: Known) -> None:
        """Something more is known of the table."""
        self.known = known

    def answered(self, version: int | None) -> None:
        """A command counts since this version of the table."""
        self.busy = False
        self.refusal = []
        self._answered = max(self._answered, version or 0)

    @property
    def is_asked(self) -> bool:
        """Whether this seat may act now, as far as is known."""
        return self.known is not None and self.is_current and is_asked(self.known)

    @property
    def is_current(self) -> bool:
        """Whether what is known holds all that this seat has done itself."""
        known = self.known
        return (
            known is not None and not self.busy and known.mark.version >= self._answered
        )

    def asks_anew(self) -> bool:
        """Whether there is a question that was not put yet; it is from now on.

        What was to be confirmed before it was meant for another moment.
        """
        known = self.known
        if known is None or not self.is_asked or known.mark.version == self._asked:
            return False
        self._asked = known.mark.version
        if self.confirm is Confirm.MOVE:
            self.confirm = Confirm.NOTHING
        return True

    def ask_again(self) -> None:
        """The answer to a question got lost, or its asker: it is put once more."""
        self._asked = -1
        self.agreement = None
        if self.confirm is Confirm.AGREEMENT:
            self.confirm = Confirm.NOTHING

    def wanted_anew(self) -> Agreement | None:
        """What this seat is asked to agree to and was not asked yet."""
        wanted = None if self.known is None else asked_of(self.known)
        if wanted == self.agreement:
            return None
        self.agreement = wanted
        if self.confirm is Confirm.AGREEMENT:
            self.confirm = Confirm.NOTHING  # the wish before is over
        return wanted

    def new_history(self) -> None:
        """Versions count anew: the table's past was replaced."""
        self._asked, self._answered = -1, 0
