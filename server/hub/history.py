"""A table as this node knows it: a position in a history and the state there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from server.store_records import TOKEN_BYTES, Mark
from server.stored import StoredFault, open_event, open_snapshot
from server.table.deadlines import deadlines_of
from server.table.events import Stamped
from server.table.evolve import evolve
from server.table.state import TableState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from server.store_records import Loaded, StoredEvent


LEAP: Final = 10_000
"""So many versions are left out where the end of a history may be lost: as many as are
kept of a table at most. None of those that somebody may have been told is given again."""


@dataclass(frozen=True)
class Position:
    """Where a copy of a table stands."""

    mark: Mark
    checksum: bytes
    """Of the latest event; the next one is chained to it."""
    state: TableState
    snapshot_version: int
    """Version of the newest snapshot in the store."""

    def is_followed_by(self, steps: Sequence[Step], later: Position) -> bool:
        """Whether these steps lead from here to a later position, and all of them."""
        own, mark = self.mark, later.mark
        return (mark.epoch, mark.version) == (own.epoch, own.version + len(steps))

    @cached_property
    def deadlines(self) -> Mapping[str, int]:
        """The deadlines of the state, worked out once for all who need them."""
        return deadlines_of(self.state)


@dataclass(frozen=True, slots=True)
class Step:
    """One event and the table right after it."""

    stamped: Stamped
    after: TableState
    token: bytes
    """The random token of the event."""


def position_of(loaded: Loaded) -> Position:
    """The position that a load from the store leads to.

    Raises:
        StoredFault: Something stored is damaged.
    """
    return unfolded(loaded)[0]


def unfolded(loaded: Loaded) -> tuple[Position, tuple[Step, ...]]:
    """The position that a load leads to, and every event after its snapshot.

    Raises:
        StoredFault: Something stored is damaged.
    """
    state, checksum = open_snapshot(loaded.snapshot.payload)
    steps, checksum = _steps(state, checksum, loaded.events)
    if steps:
        state = steps[-1].after
    position = Position(loaded.mark, checksum, state, loaded.snapshot.version)
    return position, steps


def snapshot_position(loaded: Loaded) -> Position:
    """Where the snapshot of a load stands, with a token of nothing: it is not known.

    Raises:
        StoredFault: It is damaged.
    """
    state, checksum = open_snapshot(loaded.snapshot.payload)
    version = loaded.snapshot.version
    mark = Mark(loaded.mark.epoch, version, bytes(TOKEN_BYTES))
    return Position(mark, checksum, state, version)


def advanced(
    position: Position, events: Sequence[StoredEvent], epoch: bytes
) -> tuple[Position, tuple[Step, ...]]:
    """The position after further events, at least one, and each with its state.

    Raises:
        StoredFault: An event is damaged or does not continue this history.
    """
    steps, checksum = _steps(position.state, position.checksum, events)
    mark = Mark(epoch, events[-1].version, events[-1].token)
    after = Position(mark, checksum, steps[-1].after, position.snapshot_version)
    return after, steps


def replay_after(
    loaded: Loaded, at: Mark
) -> tuple[Position, tuple[Step, ...], str | None]:
    """Where a load leads to, the steps after a position, and why there are none.

    The reason is `rewound` when the history has another event at that position, or
    ends before it, and `trimmed` when the position is before the snapshot. Of a position
    right at the snapshot a load does not hold the token: that is for the caller to ask.

    Raises:
        StoredFault: Something stored is damaged.
    """
    position, steps = unfolded(loaded)
    if at.epoch != loaded.mark.epoch:
        return position, (), "new_epoch"
    if at.version > loaded.mark.version:
        return position, (), "rewound"
    known = at.version - loaded.snapshot.version
    if known < 0:
        return position, (), "trimmed"
    if known and steps[known - 1].token != at.token:
        return position, (), "rewound"
    return position, steps[known:], None


def _steps(
    state: TableState, checksum: bytes, events: Sequence[StoredEvent]
) -> tuple[tuple[Step, ...], bytes]:
    steps = []
    for stored in events:
        stamped, checksum = open_event(stored.payload, checksum)
        state = _evolved(state, stamped, stored.version)
        steps.append(Step(stamped, state, stored.token))
    return tuple(steps), checksum


def _evolved(state: TableState, stamped: Stamped, version: int) -> TableState:
    """The state after a stored event, which may be one that never could happen."""
    try:
        return evolve(state, stamped, version)
    except Exception as fault:
        msg = f"an event does not apply: {type(fault).__name__}"
        raise StoredFault(msg) from fault
