"""Tables in memory, and the rules by which they change.

The same rules, in the same order, as the scripts of the store on Redis; one suite of
tests runs on both. Nothing here waits, reads a clock or draws a number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.store_outcomes import (
    ApplyOutcome,
    Conflicting,
    Duplicate,
    EpochChanged,
    Outdated,
    Rewound,
    Skewed,
    Stale,
    UpgradeNeeded,
)
from server.store_records import (
    EVENTS_MAX,
    LAG_FACTOR,
    Append,
    Change,
    Mark,
    Presence,
    Rebase,
    Receipt,
    Snapshot,
    StoredEvent,
)
from server.store_talk import Talk


@dataclass(slots=True)
class MemoryTable:
    """All that is kept of one table."""

    mark: Mark
    snapshot: Snapshot
    writer: int
    minimum_writer: int = 0
    phase: str = ""
    expires_ms: int = 0
    events: dict[int, StoredEvent] = field(default_factory=dict)
    receipts: dict[str, tuple[Receipt, int]] = field(default_factory=dict)
    """Session to its last command, and the version right after it."""
    deadlines: dict[str, int] = field(default_factory=dict)
    presences: dict[str, Presence] = field(default_factory=dict)
    talk: list[Talk] = field(default_factory=list)

    def after(self, version: int, limit: int) -> tuple[StoredEvent, ...]:
        """Give the next events after a version, up to the first that is not kept."""
        found: list[StoredEvent] = []
        while len(found) < limit and version + 1 in self.events:
            version += 1
            found.append(self.events[version])
        return tuple(found)

    def write(
        self, change: Change, epoch: bytes, now_ms: int, *, base: int | None = None
    ) -> Mark:
        """Carry out a change that was accepted; give the position after it.

        Args:
            change: What is written.
            epoch: From now on.
            now_ms: The store's clock.
            base: The version after which its events are counted, if not the table's.
        """
        version = base = self.mark.version if base is None else base
        for version, new in enumerate(change.events, base + 1):
            self.events[version] = StoredEvent(version, new.token, new.payload)
        token = change.events[-1].token if change.events else self.mark.token
        self.mark = Mark(epoch, version, token)
        self.writer = change.writer
        self.phase = change.phase or self.phase
        if change.minimum_writer is not None:
            self.minimum_writer = change.minimum_writer
        if change.snapshot is not None:
            self.snapshot = Snapshot(version, change.snapshot)
        if change.trim_before is not None:
            first_kept = min(change.trim_before, self.snapshot.version + 1)
            for old in [v for v in self.events if v < first_kept]:
                del self.events[old]
        _set_deadlines(self.deadlines, change.deadlines)
        left = self.expires_ms - now_ms
        if not change.expire_ms - change.expire_ms / 24 <= left <= change.expire_ms:
            self.expires_ms = now_ms + change.expire_ms
        return self.mark


def repeat_of(
    table: MemoryTable, receipt: Receipt
) -> Duplicate | Conflicting | Outdated | None:
    """Give the answer to a repeat of a session's last command, `None` for a new one."""
    if receipt.session not in table.receipts:
        return None
    last, version = table.receipts[receipt.session]
    if last.number < receipt.number:
        return None
    if last.number > receipt.number:
        return Outdated(last.number)
    if last.digest != receipt.digest:
        return Conflicting()
    return Duplicate(last.result, version)


def append_refusal(
    table: MemoryTable, append: Append, now_ms: int, skew_ms: int
) -> ApplyOutcome | None:
    """Give why a command's effect cannot be stored, `None` when it can."""
    return (
        repeat_of(table, append.receipt)
        or _misfit(table, append.at, append.change)
        or position_refusal(table, append.at, most=EVENTS_MAX)
        or skew_of(append.change, now_ms, skew_ms)
    )


def rebase_refusal(
    table: MemoryTable, rebase: Rebase, now_ms: int, skew_ms: int
) -> EpochChanged | UpgradeNeeded | Rewound | Stale | Skewed | None:
    """Give why a table cannot be rebased, `None` when it can."""
    return (
        _misfit(table, rebase.at, rebase.change)
        or position_refusal(table, rebase.at, most=0)
        or skew_of(rebase.change, now_ms, skew_ms)
    )


def position_refusal(
    table: MemoryTable, at: Mark, *, most: int
) -> Rewound | Stale | None:
    """Give how the table's position differs from the expected one."""
    if table.mark == at:
        return None
    if table.mark.version <= at.version:
        return Rewound(table.mark)
    if at.version == 0:
        return Stale(table.mark, table.after(0, most))
    kept = table.events.get(at.version)
    if kept is None:
        return Stale(table.mark, ())
    if kept.token != at.token:
        return Rewound(table.mark)
    return Stale(table.mark, table.after(at.version, most))


def skew_of(change: Change, now_ms: int, skew_ms: int) -> Skewed | None:
    """Give the store's clock when the caller's is too far from it."""
    ahead_ms = change.now_ms - now_ms
    if -LAG_FACTOR * skew_ms <= ahead_ms <= skew_ms:
        return None
    return Skewed(now_ms)


def _misfit(
    table: MemoryTable, at: Mark, change: Change
) -> EpochChanged | UpgradeNeeded | None:
    if table.mark.epoch != at.epoch:
        return EpochChanged(table.mark.epoch)
    if change.writer < table.minimum_writer:
        return UpgradeNeeded(table.minimum_writer)
    return None


def _set_deadlines(
    deadlines: dict[str, int], changes: Mapping[str, int | None]
) -> None:
    for kind, due_ms in changes.items():
        if due_ms is None:
            deadlines.pop(kind, None)
        else:
            deadlines[kind] = due_ms
