"""One table in a store, as simply as it can be said.

Lists and dictionaries, one question after the other, written from the description of
the store and from no store's code. The stores are compared with it call by call.
"""

from dataclasses import dataclass, field

from server.store_outcomes import (
    Applied,
    ApplyOutcome,
    Conflicting,
    Duplicate,
    EpochChanged,
    EventsOutcome,
    Following,
    Outdated,
    Rewound,
    Skewed,
    Stale,
    Trimmed,
    UpgradeNeeded,
)
from server.store_records import Append, Change, Mark, Rebase, Snapshot, StoredEvent
from tests.support.store_values import PATIENT_MS


@dataclass
class TableModel:
    """What is stored of one table."""

    epoch: bytes
    history: list[StoredEvent] = field(default_factory=list)
    first_kept: int = 1
    snapshot: Snapshot = field(default_factory=lambda: Snapshot(0, b"start"))
    minimum_writer: int = 0
    last_command: dict[str, tuple[int, bytes, bytes, int]] = field(default_factory=dict)

    @property
    def here(self) -> Mark:
        """Where the table is."""
        token = self.history[-1].token if self.history else b""
        return Mark(self.epoch, len(self.history), token)

    @property
    def after_snapshot(self) -> tuple[StoredEvent, ...]:
        """What loading gives besides the snapshot."""
        return tuple(self.history[self.snapshot.version :])

    def apply(self, append: Append, now_ms: int) -> ApplyOutcome:
        """Store a command's effect or say why not."""
        given = append.receipt
        if given.session in self.last_command:
            number, digest, result, version = self.last_command[given.session]
            if number > given.number:
                return Outdated(number)
            if number == given.number and digest != given.digest:
                return Conflicting()
            if number == given.number:
                return Duplicate(result, version)
        refusal = self._refuse(append.at, append.change, now_ms, answer=64)
        if refusal is not None:
            return refusal
        self._write(append.change)
        self.last_command[given.session] = (
            given.number,
            given.digest,
            given.result,
            len(self.history),
        )
        return Applied(self.here, now_ms)

    def rebase(self, rebase: Rebase, now_ms: int) -> ApplyOutcome:
        """Begin a new epoch or say why not."""
        if self.epoch == rebase.epoch:
            return Applied(rebase.mark, now_ms)
        refusal = self._refuse(rebase.at, rebase.change, now_ms, answer=0)
        if refusal is not None:
            return refusal
        self.epoch = rebase.epoch
        self._write(rebase.change)
        return Applied(self.here, now_ms)

    def events_after(self, at: Mark, limit: int) -> EventsOutcome:
        """Give what follows a position or say why not."""
        if at.epoch != self.epoch:
            return EpochChanged(self.epoch)
        if at == self.here:
            return Following(self.here, ())
        if at.version >= len(self.history):
            return Rewound(self.here)
        if at.version == 0 and self.first_kept == 1:
            return Following(self.here, tuple(self.history[:limit]))
        if at.version < self.first_kept:
            return Trimmed(self.here)
        if self.history[at.version - 1].token != at.token:
            return Rewound(self.here)
        return Following(self.here, tuple(self.history[at.version :][:limit]))

    def _refuse(
        self, at: Mark, change: Change, now_ms: int, *, answer: int
    ) -> ApplyOutcome | None:
        if at.epoch != self.epoch:
            return EpochChanged(self.epoch)
        if change.writer < self.minimum_writer:
            return UpgradeNeeded(self.minimum_writer)
        if at != self.here:
            match self.events_after(at, max(1, answer)):
                case Following(mark, events):
                    return Stale(mark, events[:answer])
                case Trimmed(mark):
                    return Stale(mark, ())
                case _:
                    return Rewound(self.here)
        if abs(change.now_ms - now_ms) > PATIENT_MS:
            return Skewed(now_ms)
        return None

    def _write(self, change: Change) -> None:
        for new in change.events:
            version = len(self.history) + 1
            self.history.append(StoredEvent(version, new.token, new.payload))
        if change.snapshot is not None:
            self.snapshot = Snapshot(len(self.history), change.snapshot)
        if change.minimum_writer is not None:
            self.minimum_writer = change.minimum_writer
        if change.trim_before is not None:
            up_to = min(change.trim_before, self.snapshot.version + 1)
            self.first_kept = max(self.first_kept, up_to)
