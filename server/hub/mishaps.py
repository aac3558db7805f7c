"""Faults of our own at a table: the copy is read anew; after three in a row it is frozen.

What a fault leaves behind in memory is not trusted, so the log takes its place, and
everybody is shown the table as it is there. A table at which that keeps happening, with
nothing that moves it in between, stands still, so that nobody asks for the same thing
for ever. It is this node's copy
that does so and not the table: a server without the fault goes on with it. A mark in the
store would keep that one out as well, and a fault of one process (its memory, its
version) is no fault of the table; what cannot be read at all stands still at every node.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from server.hub.copies import NoSuchTable
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.stored import StoredFault
from server.table.commands import CloseTable, GiveUpSeat, PersonConnected, PersonLost

if TYPE_CHECKING:
    from server.hub.copies import Copies
    from server.hub.live_table import LiveTable
    from server.table.commands import TableCommand

log = structlog.get_logger()

MOST_MISHAPS: Final = 3
"""After so many in a row at one table on one node, it stands still there."""
ANSWERS: Final = (NoSuchTable, StoreUnavailable, StoredFault, HistoryBroken)
"""What is raised to say something about a table or its store: no fault of ours."""
_COMING_AND_GOING: Final = (PersonConnected, PersonLost, GiveUpSeat, CloseTable)


def is_kept_out(live: LiveTable, command: TableCommand) -> bool:
    """Whether a table stands still and this would move it; people come and go."""
    return live.is_frozen and not isinstance(command, _COMING_AND_GOING)


class Mishaps:
    """Deals with faults of our own at tables."""

    def __init__(self, copies: Copies) -> None:
        self._copies = copies

    def went_well(self, live: LiveTable, command: TableCommand) -> None:
        """Begin to count anew: the table moved. That people come and go proves nothing."""
        if not isinstance(command, _COMING_AND_GOING):
            live.mishaps = 0

    async def mend(self, live: LiveTable, fault: Exception) -> None:
        """Note a fault, and take the table as it is stored; the caller holds it."""
        live.mishaps += 1
        self._copies.metrics.faults.add("table")
        log.error("a table failed", table=live.table, exc_info=fault)
        try:
            with suppress(*ANSWERS):  # the copy as it was before the fault may do
                await self._copies.read_whole(live)
        except Exception as another:
            log.error(  # noqa: TRY400 - as everywhere, without its text
                "a table cannot be shown", table=live.table, exc_info=another
            )
            self.freeze(live, "not_shown")
        if live.mishaps >= MOST_MISHAPS:
            self.freeze(live, "mishaps")

    def freeze(self, live: LiveTable, why: str) -> None:
        """Let nothing more be played at this copy, and say so; once is enough."""
        if not live.is_frozen:
            log.error("a table stands still", table=live.table, why=why)
            live.freeze()
