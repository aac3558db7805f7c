"""A bot that is spoken to in JSON lines, and writes one line back for each question.

Where the lines go, and where the answers come from, is for others to say: a program of
its own, or the standard output and input of this one.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from client_cli.bots.lines import answer_in, fallback_line, wrong_line
from client_cli.event_lines import item_lines, question_line, standing_lines, state_line
from protocol.bot_game import GameListener
from protocol.bot_seat import BotPlayer
from protocol.updates import Changed, Overrun, Replaced

if TYPE_CHECKING:
    from client_cli.event_lines import Line
    from protocol.bots import BotView, Move, WrongAnswerError
    from protocol.items import Item
    from protocol.updates import Update
    from protocol.views import View


class LinePlayer(BotPlayer, GameListener):
    """Asks by lines, and tells what its seat hears.

    Args:
        limit_s: Time for a turn, to be told to it.
    """

    tries: ClassVar[int] = 3

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._table: str | None = None
        self._owed = 0
        """Lines that are still to be answered, late ones included."""
        self._written = ""
        """The last answer."""
        self._told_wrong = False
        """Whether the question was put again, with what was wrong with the answer."""

    @abstractmethod
    def tell(self, line: Line) -> None:
        """Write a line, without waiting for it to be read."""

    @abstractmethod
    async def next_line(self) -> str:
        """The next line that is answered; may be cancelled.

        Raises:
            BotFailedError: There will be none.
        """

    async def about_to_tell(self, item: Item) -> None:
        """Something has happened and is told next."""

    def begin_anew(self) -> None:
        """Whoever answers is another one: nothing is owed."""
        self._owed, self._told_wrong = 0, False

    # ---------------------------------------------------------------- asked

    async def answer(self, view: BotView) -> object:
        """See `BotPlayer.answer`."""
        if not self._told_wrong:
            self.tell(question_line(view, self._table, self._limit_s))
        self._told_wrong = False
        self._owed += 1
        while True:
            line = await self.next_line()
            self._owed -= 1
            if not self._owed:
                self._written = line.rstrip("\r\n")
                return answer_in(line, view)

    def as_given(self, _answer: object) -> object:
        """The line as it was written."""
        return self._written

    async def was_wrong(self, view: BotView, fault: WrongAnswerError) -> None:
        """Put the question again, with what was wrong."""
        self.tell(wrong_line(view, self._table, fault))
        self._told_wrong = True

    async def lost_turn(self, move: Move, why: str) -> None:
        """Tell what was done instead, and why."""
        self._told_wrong = False
        self.tell(fallback_line(move, why))

    # ----------------------------------------------------------------- told

    async def heard(self, update: Update) -> None:
        """Tell what the seat is told."""
        match update:
            case Changed():
                self._table = update.known.view.table
                for item in update.message.items[update.fresh_from :]:
                    await self.about_to_tell(item)
                    for line in item_lines(item, update.known.view):
                        self.tell(line)
            case Replaced():
                self._table = update.known.view.table
                for line in standing_lines(update):
                    self.tell(line)
            case Overrun(tables=tables):
                for known in tables:
                    self._tell_state(known.view)
            case _:
                pass

    def _tell_state(self, view: View) -> None:
        self._table = view.table
        line = state_line(view)
        if line is not None:
            self.tell(line)
