"""What was said at a table while somebody could not hear it."""

from __future__ import annotations

from collections import deque
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from server.hub.talk_lines import line_of
from server.store_outcomes import StoreUnavailable
from server.store_talk import TALK_KEPT, TALK_RETOLD

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.hub.live_table import LiveTable
    from server.ports import Outlet
    from server.store import TableStore


@asynccontextmanager
async def with_missed_talk(
    store: TableStore, live: LiveTable, outlet: Outlet, heard: int | None
) -> AsyncIterator[None]:
    """Tell somebody, after whatever is told meanwhile, what was said since a line.

    Whoever is muted is left out, and so is all but the latest of very much. What is
    said in the meantime comes behind it.

    Args:
        store: Where talk is kept.
        live: The table.
        outlet: Of one of its viewers.
        heard: Number of the last line that the viewer was told; None tells nothing.

    Raises:
        StoreUnavailable: The store does not answer; nothing was told.
    """
    if heard is None:
        yield
        return
    viewer = live.viewers[outlet]
    held = viewer.held_talk = deque(maxlen=TALK_RETOLD)
    try:
        kept = await store.talk_after(live.table, heard, TALK_KEPT)
        yield
    finally:
        viewer.held_talk = None
    last = kept[-1].number if kept else heard
    missed = [
        line_of(live.table, one.number, one.payload) for one in kept[-TALK_RETOLD:]
    ]
    for line in [*missed, *(later for later in held if later.number > last)]:
        if viewer.hears(line):
            outlet.tell(line.frame)


async def last_said(store: TableStore, table: str) -> int:
    """Number of the last line of talk that is kept; 0 for none."""
    lines = await store.talk_after(table, 0, TALK_KEPT)
    return lines[-1].number if lines else 0


async def hear_missed(store: TableStore, live: LiveTable) -> None:
    """Hear what was said and not told here, at the latest with the next line."""
    with suppress(StoreUnavailable):
        for talk in await store.talk_after(live.table, live.talk_heard, TALK_KEPT):
            live.hear(line_of(live.table, talk.number, talk.payload))
