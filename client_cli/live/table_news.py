"""News of the table, told to the person as they come and remembered for the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.live.announcements import announced
from client_cli.live.questions import turn_line
from client_cli.live.recital import opening_lines, standing_lines
from client_cli.live.table_talk import Muted, said_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.live.connection import Connection
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from client_cli.texts import Texts
    from protocol.fold import Known
    from protocol.to_client import Said
    from protocol.updates import CaughtUp, Changed, Overrun, Replaced


class TableNews:
    """Tells what happens at one table."""

    def __init__(self, parts: Parts, seat: OwnSeat, connection: Connection) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._screen = parts.screen
        self._seat = seat
        self._connection = connection
        self.muted = Muted()
        """Whom the person does not want to hear."""

    def changed(self, update: Changed) -> None:
        """Something happened."""
        self._parts.comforts.time.heard(update.message.at)
        for item in update.message.items[update.fresh_from :]:
            self._parts.keeper.saw_item(item)
        self._seat.take(update.known)
        order = self._parts.comforts.order.order
        self._tell(announced(update, self._texts, order))

    def replaced(self, update: Replaced) -> None:
        """All that was known is replaced."""
        self._parts.keeper.saw_view(update.known.view)
        self._seat.take(update.known)
        self._seat.new_history()
        self._connection.catching_up = False
        order = self._parts.comforts.order.order
        if update.before is None or update.before.view.you is None:
            self._screen.say(opening_lines(update.known, self._texts, order))
            return
        if update.was_set_back:
            self._screen.warn([set_back_line(self._texts)])
        self._screen.say([self._texts.say("The table as it is now:")])
        self._stand(update.known)

    def overrun(self, update: Overrun) -> None:
        """News came too fast to be told one by one."""
        for known in update.tables:
            if known.view.table == self._seat.table:
                self._seat.take(known)
                self._stand(known)

    def caught_up(self, update: CaughtUp) -> None:
        """Whoever comes back is told whose turn it is, missed moves or none (H49)."""
        if update.table == self._seat.table and _deal_runs(update.known):
            self._screen.say([turn_line(update.known, self._texts)])

    def heard(self, said: Said) -> None:
        """Somebody has said something."""
        if said.table == self._seat.table and self.muted.hears(said):
            you = None if self._seat.known is None else self._seat.known.view.you
            own = said.seat is not None and said.seat == you
            self._screen.talk(said_line(said, self._texts), own=own)

    def _stand(self, known: Known) -> None:
        order = self._parts.comforts.order.order
        self._screen.say(standing_lines(known, self._texts, order))
        if _deal_runs(known):
            self._screen.say([turn_line(known, self._texts)])

    def _tell(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        if self._connection.catching_up:
            self._connection.catching_up = False
            self._screen.say([self._texts.say("Meanwhile:")])
        self._screen.say(lines)
        self._parts.comforts.attention.happened()


def set_back_line(texts: Texts) -> str:
    """What people are told when the server has lost something that they were told."""
    return texts.say("The server has lost the last moves: the table was set back.")


def _deal_runs(known: Known) -> bool:
    deal = known.view.deal
    return deal is not None and deal.settlement is None
