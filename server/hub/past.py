"""The deal of a table from its beginning, for somebody who wants to see it once more.

It is made like what was missed, from the position where the copy stood when the deal
began, or else from the snapshot in the store, which is as old as the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.codec import encode_to_client
from protocol.limits import EVENTS_PER_MESSAGE
from server.hub.copies import NoSuchTable
from server.hub.history import Position, Step, snapshot_position, unfolded
from server.hub.missed import followed
from server.translate.items import item_for
from server.translate.table_view import view_data

if TYPE_CHECKING:
    from server.hub.live_table import LiveTable
    from server.store import TableStore
    from server.table.state import TableState
    from server.translate.recipient import Recipient


@dataclass(frozen=True, slots=True)
class DealSoFar:
    """A deal of a table as far as it has been played."""

    start: Position
    """When its cards had been dealt, or the earliest position that is still known."""
    steps: tuple[Step, ...]
    """All that happened since."""

    @property
    def end(self) -> TableState:
        """The table after all of it."""
        return self.steps[-1].after if self.steps else self.start.state

    def up_to(self, position: Position) -> DealSoFar:
        """As far as a position; that alone, if it lies before the start."""
        count = position.mark.version - self.start.mark.version
        if count < 0:
            return DealSoFar(position, ())
        return DealSoFar(self.start, self.steps[:count])

    def page_after(self, version: int | None) -> Page:
        """What follows a version of the deal; from the start, if it is none of those."""
        first = self.start.mark.version
        known = 0 if version is None else version - first
        if version is None or not 0 <= known <= len(self.steps):
            return Page(self, 0, is_first=True)
        return Page(self, known, is_first=False)


@dataclass(frozen=True, slots=True)
class Page:
    """As much of a deal as goes into one message."""

    deal: DealSoFar
    known: int
    """How many of its steps were told before."""
    is_first: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        """Those that are told."""
        return self.deal.steps[self.known : self.known + EVENTS_PER_MESSAGE]

    def frame(self, recipient: Recipient) -> bytes:
        """The message for one recipient, who sits now where he is taken to have sat."""
        state, mark = self.deal.start.state, self.deal.start.mark
        return encode_to_client(
            {
                "op": "past",
                "table": state.table,
                "epoch": mark.epoch,
                "first": mark.version + self.known + 1,
                "view": view_data(state, recipient) if self.is_first else None,
                "items": [
                    item_for(step.stamped, step.after, recipient) for step in self.steps
                ],
                "more": self.known + len(self.steps) < len(self.deal.steps),
            }
        )


async def deal_so_far(store: TableStore, live: LiveTable) -> DealSoFar:
    """The deal that the copy is at, from its beginning; the caller holds the table.

    Raises:
        NoSuchTable: The store knows no such table.
        StoreUnavailable: The store does not answer.
        StoredFault: Something stored is damaged.
    """
    here = live.position
    if here.state.deal is None:
        return DealSoFar(here, ())
    base = live.base_before(here.mark)
    if base is not None:
        found = await followed(store, live, base, base.mark)
        if found is not None:
            return DealSoFar(base, found[0])
    loaded = await store.load(live.table)
    if loaded is None:
        raise NoSuchTable
    _, steps = unfolded(loaded)
    # What was stored since the copy was read comes as news, to all alike.
    return DealSoFar(snapshot_position(loaded), steps).up_to(here)
