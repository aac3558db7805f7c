"""Laying two cards away: looked ahead by the table, asked once, then done (H28, H29).

What the rest could declare is the table's to count. It is asked before the person is,
and waited for only as long as nobody notices: a discard needs no preview.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client_cli.cards import all_on_screen
from client_cli.live.discarding import NoPreview, preview_lines
from client_cli.live.moves import Result
from client_cli.live.sheets import combined_from
from protocol.updates import SessionEndedError

if TYPE_CHECKING:
    from client_cli.live.confirming import Confirming
    from client_cli.live.moves import Moves
    from client_cli.live.parts import Parts
    from client_cli.live.seat import OwnSeat
    from protocol.client import Session
    from protocol.previews import Previewed

_WAIT_S: Final = 1.0


class LayingAway:
    """The discard of one seat."""

    def __init__(
        self, parts: Parts, seat: OwnSeat, moves: Moves, confirming: Confirming
    ) -> None:
        self._parts = parts
        self._texts = parts.texts
        self._seat = seat
        self._moves = moves
        self._confirming = confirming
        self._chosen: tuple[str, ...] = ()
        """The cards about which the table was asked."""

    def choose(self, codes: tuple[str, ...]) -> Result:
        """Lay two cards away that may be, after a look ahead and a question."""
        if not self._confirming.is_wanted(final=True):
            return self._moves.discard(codes)
        if not self._parts.session.online:
            return self._ask(codes)
        self._chosen = codes
        self._seat.busy = True
        self._parts.happenings.do(
            asked_ahead(self._parts.session, self._seat.table, codes)
        )
        asyncio.get_running_loop().call_later(
            _WAIT_S, self._parts.happenings.put, NoPreview(codes)
        )
        return Result.FINE

    def told(self, answer: Previewed | NoPreview) -> bool:
        """The table has answered, or was waited for long enough.

        Gives whether the person was waiting for that, and is asked now.
        """
        if not isinstance(answer, NoPreview):
            self._parts.screen.preview(answer, self._lines(answer))
        if not self._chosen or answer.cards != self._chosen:
            return False
        self._chosen = ()
        self._seat.busy = False
        if not self._seat.is_asked:
            return False  # time was up meanwhile
        self._ask(answer.cards)
        return True

    def _lines(self, answer: Previewed) -> list[str]:
        if answer.whole is None or answer.rest is None:
            return []  # the discard itself will be told why
        before, after = combined_from(answer.whole), combined_from(answer.rest)
        return preview_lines(before, after, self._texts)

    def _ask(self, codes: tuple[str, ...]) -> Result:
        question = self._texts.say(
            "Lay {cards} away? That cannot be taken back.", cards=all_on_screen(codes)
        )
        return self._confirming.before(lambda: self._moves.discard(codes), question)


async def asked_ahead(session: Session, table: str, codes: tuple[str, ...]) -> None:
    """Ask the table; the answer comes as news, and none of a connection that breaks."""
    with suppress(SessionEndedError):  # the session's own last word follows
        await session.preview(table, codes)
