"""When the store has lost something that this node has seen.

No such case can come about while the store keeps its word; all are told openly. A
history that came back shorter goes on from what is left, under a new epoch, so that
nobody takes an old event for one of the new ones; its versions go on far above those
that were lost, so that nothing chosen at one of them falls into the new history. A table that is gone altogether is
put back from this node's copy, and one that cannot be read any more is written anew
from it; versions never start again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from server.hub.appending import all_deadlines
from server.hub.history import LEAP, Position, position_of
from server.store_outcomes import Applied, HistoryBroken, Skewed
from server.store_records import (
    EPOCH_BYTES,
    TOKEN_BYTES,
    Append,
    Change,
    Mark,
    NewEvent,
    NewTable,
    Rebase,
    Receipt,
)
from server.stored import (
    SCHEMA,
    NewerSchema,
    StoredFault,
    seal_event,
    seal_snapshot,
)
from server.table.deadlines import MEND
from server.table.events import (
    Author,
    DealPromised,
    HistoryRestored,
    HistoryRewound,
    Stamped,
)
from server.table.evolve import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from server.hub.store_clock import StoreClock
    from server.ports import Chance
    from server.store import TableStore
    from server.table.events import TableEvent

_CLOCK_TRIES: Final = 3
_ASKING: Final = "sys:mend"
_PUT_BACK: Final = Receipt("sys:repair", 1, b"", b"")


class Repair:
    """Mends histories that the store has damaged."""

    def __init__(self, store: TableStore, clock: StoreClock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance

    async def rebase(self, seen: Position) -> None:
        """Give a history that lost its end a new epoch; one of many nodes succeeds.

        Args:
            seen: Where this node's copy stood, ahead of the store.
        """
        table = seen.state.table
        loaded = await self._store.load(table)
        if loaded is None or loaded.mark.epoch != seen.mark.epoch:
            return  # somebody else was faster, or there is nothing left to mend
        left = position_of(loaded)
        lost = seen.mark.version - left.mark.version
        events: list[TableEvent] = [HistoryRewound(max(0, lost))]
        if left.state.next_secret:
            # Cards may have been dealt from the old one in the part that is lost.
            promised = DealPromised(left.state.next_number, self._chance.fresh(32))
            events.append(promised)
        skip = max(0, lost) + LEAP
        change = self._change(left, events, skip=skip)
        epoch = self._chance.fresh(EPOCH_BYTES)
        outcome = await self._store.rebase(
            Rebase(table, loaded.mark, epoch, change, skip)
        )
        if isinstance(outcome, Skewed):
            # Whoever asked for the repair looks again, and asks again.
            self._clock.corrected(outcome.now_ms)

    async def put_back(self, seen: Position) -> bool:
        """Put a table back that the store has lost; whether it is there again."""
        table = seen.state.table
        for _ in range(_CLOCK_TRIES):
            change = self._change(seen, [HistoryRestored()], skip=LEAP)
            epoch = self._chance.fresh(EPOCH_BYTES)
            base = seen.mark.version + LEAP
            new = NewTable(table, epoch, _PUT_BACK, change, base)
            outcome = await self._store.create(new)
            if isinstance(outcome, Applied):
                return True
            if not isinstance(outcome, Skewed):
                break
            self._clock.corrected(outcome.now_ms)
        return await self._store.load(table) is not None

    async def ask_for_help(self, table: str) -> None:
        """Let nodes with a copy know that a table cannot be read from the store.

        The wish stands until one of them has written the table anew.
        """
        mark = (await self._store.marks([table])).get(table)
        if mark is not None:
            await self._wish(table, mark, self._clock.now_ms())

    async def _wish(self, table: str, at: Mark, due_ms: int | None) -> None:
        now_ms = self._clock.now_ms()
        receipt = Receipt(_ASKING, now_ms, b"", b"")
        change = Change(now_ms=now_ms, deadlines={MEND: due_ms}, writer=SCHEMA)
        await self._store.apply(Append(table, at, receipt, change))

    async def write_anew(self, seen: Position) -> bool:
        """Write a table that cannot be read from the store, as this node has it.

        Returns:
            Whether that was done: not if it can be read, or has moved on.
        """
        table = seen.state.table
        if await self._can_be_read(table):
            await self._wish(table, seen.mark, None)
            return False
        change = self._change(seen, [HistoryRestored()])
        change = replace(change, deadlines={**change.deadlines, MEND: None})
        epoch = self._chance.fresh(EPOCH_BYTES)
        outcome = await self._store.rebase(Rebase(table, seen.mark, epoch, change))
        if isinstance(outcome, Skewed):
            self._clock.corrected(outcome.now_ms)
        return isinstance(outcome, Applied)

    async def _can_be_read(self, table: str) -> bool:
        try:
            loaded = await self._store.load(table)
            if loaded is not None:
                position_of(loaded)
        except NewerSchema:
            return True  # by newer nodes
        except (StoredFault, HistoryBroken):
            return False
        return True

    def _change(
        self, at: Position, events: Sequence[TableEvent], *, skip: int = 0
    ) -> Change:
        now_ms = self._clock.now_ms()
        state, checksum = at.state, at.checksum
        new = []
        for version, event in enumerate(events, at.mark.version + skip + 1):
            stamped = Stamped(event, now_ms, Author.SERVER)
            sealed = seal_event(stamped, checksum)
            checksum = sealed.checksum
            state = evolve(state, stamped, version)
            new.append(NewEvent(sealed.payload, self._chance.fresh(TOKEN_BYTES)))
        return Change(
            now_ms=now_ms,
            events=tuple(new),
            snapshot=seal_snapshot(state, checksum),
            deadlines=all_deadlines(state, now_ms),
            writer=SCHEMA,
        )
