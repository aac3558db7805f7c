"""Histories of tables in memory: create, load, append, rebase, read on."""

from collections.abc import Mapping, Sequence

from server.adapters.memory_shelf import MemoryShelf
from server.adapters.memory_tables import (
    MemoryTable,
    append_refusal,
    position_refusal,
    rebase_refusal,
    repeat_of,
    skew_of,
)
from server.store_outcomes import (
    Applied,
    ApplyOutcome,
    CreateOutcome,
    EpochChanged,
    EventsOutcome,
    Exists,
    Following,
    Gone,
    Published,
    RebaseOutcome,
    Rewound,
    Trimmed,
)
from server.store_records import (
    EVENTS_READ_MAX,
    Append,
    Change,
    Loaded,
    Mark,
    NewTable,
    Rebase,
    Receipt,
    Row,
    Snapshot,
)


class MemoryHistories(MemoryShelf):
    """The part of the store that keeps histories."""

    async def create(self, new: NewTable) -> CreateOutcome:
        """Create a table, all of it or nothing."""
        found = self._table(new.table)
        if found is not None:
            return repeat_of(found, new.receipt) or Exists()
        skew = skew_of(new.change, self._clock(), self._skew_ms)
        if skew is not None:
            return skew
        table = MemoryTable(
            mark=Mark(new.epoch, new.base, bytes(8) if new.base else b""),
            snapshot=Snapshot(new.base, b""),
            writer=new.change.writer,
        )
        self._tables[new.table] = table
        return self._write(new.table, table, new.change, table.mark, new.receipt)

    async def load(self, table: str) -> Loaded | None:
        """Give the snapshot and the events after it; `None` for an unknown table."""
        found = self._table(table)
        if found is None:
            return None
        return Loaded(
            mark=found.mark,
            snapshot=found.snapshot,
            events=found.after(found.snapshot.version, len(found.events)),
            writer=found.writer,
            minimum_writer=found.minimum_writer,
            phase=found.phase,
            deadlines=dict(sorted(found.deadlines.items())),
            now_ms=self._clock(),
        )

    async def apply(self, append: Append) -> ApplyOutcome:
        """Store a command's effect if the table is where the command expects it."""
        table = self._table(append.table)
        if table is None:
            return Gone()
        refusal = append_refusal(table, append, self._clock(), self._skew_ms)
        if refusal is not None:
            return refusal
        return self._write(
            append.table, table, append.change, append.at, append.receipt
        )

    async def rebase(self, rebase: Rebase) -> RebaseOutcome:
        """Give a table a new epoch; of several nodes that try, one succeeds."""
        table = self._table(rebase.table)
        if table is None:
            return Gone()
        if table.mark.epoch == rebase.epoch:
            return Applied(rebase.mark, self._clock())
        refusal = rebase_refusal(table, rebase, self._clock(), self._skew_ms)
        if refusal is not None:
            return refusal
        at = Mark(rebase.epoch, rebase.at.version + rebase.skip, rebase.at.token)
        return self._write(rebase.table, table, rebase.change, at)

    async def events_after(self, table: str, at: Mark, limit: int) -> EventsOutcome:
        """Give up to `limit` (1 to 256) events after a position, or why not."""
        if not 1 <= limit <= EVENTS_READ_MAX:
            msg = f"1 to {EVENTS_READ_MAX} events, not {limit}"
            raise ValueError(msg)
        found = self._table(table)
        if found is None:
            return Gone()
        if found.mark.epoch != at.epoch:
            return EpochChanged(found.mark.epoch)
        where = position_refusal(found, at, most=limit)
        if where is None:
            return Following(found.mark, ())
        if isinstance(where, Rewound):
            return where
        return (
            Following(where.mark, where.events) if where.events else Trimmed(where.mark)
        )

    async def marks(self, tables: Sequence[str]) -> Mapping[str, Mark]:
        """Give where these tables are now; unknown tables are left out."""
        found = ((name, self._table(name)) for name in tables)
        return {name: table.mark for name, table in found if table is not None}

    async def forget(self, table: str, *, after_ms: int = 0) -> None:
        """Drop a table's deadlines and lobby row, and the rest after a while."""
        found = self._table(table)
        for member in [m for m in self._deadlines if m[0] == table]:
            del self._deadlines[member]
        self._rows.pop(table, None)
        if found is not None:
            found.deadlines.clear()
            found.expires_ms = self._clock() + max(0, after_ms)

    def _write(
        self,
        name: str,
        table: MemoryTable,
        change: Change,
        at: Mark,
        receipt: Receipt | None = None,
    ) -> Applied:
        mark = table.write(change, at.epoch, self._clock(), base=at.version)
        if receipt is not None:
            table.receipts[receipt.session] = (receipt, mark.version)
        for kind, due_ms in change.deadlines.items():
            if due_ms is None:
                self._deadlines.pop((name, kind), None)
            else:
                self._deadlines[name, kind] = due_ms
        match change.lobby_row:
            case bytes(row):
                self._rows[name] = row
            case Row.REMOVE:
                self._rows.pop(name, None)
            case Row.KEEP:
                pass
        if change.events:
            events = table.after(at.version, len(change.events))
            self._publish(Published(name, mark, events))
        return Applied(mark, self._clock())
