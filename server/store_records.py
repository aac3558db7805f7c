"""The values that pass between the server and a store of tables.

A table is a history: event 1, 2, 3 … under an epoch. A `Mark` names a position in one
history, so that a lost tail can never be mistaken for what was really there: two
histories that agree on the number of events still differ in the random token of the
last one. Payloads are opaque bytes; epochs, tokens and the caller's clock are handed
in, so that a store draws no number of its own.

Bounds are checked where a value is made: a value that exists may be stored. A broken
bound is a fault of the caller and raises `ValueError`.
"""

import binascii
import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

SHARDS = 512
EPOCH_BYTES = 8
TOKEN_BYTES = 8
EVENTS_MAX = 64
"""Events in one call, and in the answer to a stale one."""
EVENTS_READ_MAX = 256
"""Events in one answer to a reader."""
EVENT_BYTES_MAX = 1024
"""The largest there is, of a table with all its options, takes about half of it. No
setting, since what an event holds is not the host's choice."""
SNAPSHOT_BYTES_MAX = 64 * 1024
RESULT_BYTES_MAX = 1024
DIGEST_BYTES_MAX = 32
ROW_BYTES_MAX = 1024
ARCHIVE_BYTES_MAX = 1024 * 1024
OUTAGES_KEPT = 16
DEADLINES_MAX = 32
SKEW_MS = 250
"""How far the caller's clock may be ahead of the store's."""
LAG_FACTOR = 20
"""So many times as far it may be behind, five seconds: a command that had to wait on its
way has an old time, which does no harm, while refusing it would make it wait again."""
VISIBILITY_MS = 2_000
"""How long a claimed deadline stays away from the other nodes."""
VERSION_MAX = 2**53 - 1
"""The largest whole number that the scripts keep exactly."""
ACTIVE_MS = 24 * 3600 * 1000
FINISHED_MS = 15 * 60 * 1000
USER_SEATS_MS = 48 * 3600 * 1000
MEETING_MS = 60_000
"""How long a table is where people meet; then the lobby shows it, or nobody came."""
NUMBERS_MS = USER_SEATS_MS
"""How long the last command of a session that named no table is remembered."""

_NAME = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def shard_of(table: str) -> int:
    """Give the shard of a table, 0 to 511, the same on every machine.

    A table's deadlines and lobby row stand in the indexes of its shard.
    """
    return binascii.crc32(table.encode()) % SHARDS


def check_table(table: str) -> None:
    """Refuse a table id that is not 1 to 64 letters, digits, `_` or `-`."""
    if _TABLE.fullmatch(table) is None:
        msg = f"not a table id: {table!r}"
        raise ValueError(msg)


def check_name(name: str) -> None:
    """Refuse a session, node, kind or deal name that is not 1 to 64 plain characters.

    Plain: letters, digits, and `_ . : -`. Keys and members are put together from
    names, so none may hold the characters that keep them apart.
    """
    if _NAME.fullmatch(name) is None:
        msg = f"not a name: {name!r}"
        raise ValueError(msg)


def check_size(what: str, value: bytes, most: int) -> None:
    """Refuse more than `most` bytes."""
    if len(value) > most:
        msg = f"{what}: {len(value)} bytes, at most {most}"
        raise ValueError(msg)


def _check_exact(what: str, value: bytes, size: int) -> None:
    if len(value) != size:
        msg = f"{what}: {len(value)} bytes, not {size}"
        raise ValueError(msg)


def _check_number(what: str, value: int) -> None:
    if not 0 <= value <= VERSION_MAX:
        msg = f"{what} out of range: {value}"
        raise ValueError(msg)


@dataclass(frozen=True, slots=True)
class Mark:
    """A position in one history."""

    epoch: bytes
    """8 random bytes; changes only when a table was rebased."""
    version: int
    """Number of events so far."""
    token: bytes
    """The token of event number `version`; `b""` before the first event."""

    def __post_init__(self) -> None:
        _check_exact("epoch", self.epoch, EPOCH_BYTES)
        _check_number("version", self.version)
        if self.token or self.version:
            _check_exact("token", self.token, TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that is to be stored; its number follows from where it is appended."""

    payload: bytes
    """Opaque, at most 1 KiB."""
    token: bytes
    """8 random bytes, new for each event."""

    def __post_init__(self) -> None:
        check_size("event", self.payload, EVENT_BYTES_MAX)
        _check_exact("token", self.token, TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as the store holds it."""

    version: int
    token: bytes
    payload: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table after event number `version`."""

    version: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Remains:
    """What is stored of a table, as it is: it may be damaged in any way."""

    meta: Mapping[str, bytes]
    snapshot: bytes | None
    events: tuple[StoredEvent, ...]
    """All that are kept, gaps and all."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table as the store holds it: a snapshot and every event after it.

    `events` runs without a gap from `snapshot.version + 1` to `mark.version`.
    """

    mark: Mark
    snapshot: Snapshot
    events: tuple[StoredEvent, ...]
    writer: int
    """The schema version of whoever wrote last."""
    minimum_writer: int
    """The lowest schema version that may write."""
    phase: str
    deadlines: Mapping[str, int]
    """Kind of deadline to absolute milliseconds of the store's clock."""
    now_ms: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is remembered of a session's last command, so that a repeat is answered.

    Time-outs and bots are sessions too (`sys:turn`, …).
    """

    session: str
    number: int
    """Rises with each command of the session."""
    digest: bytes
    """Of the command's content: the same number with another digest is a conflict."""
    result: bytes
    """The answer that a repeat is given."""

    def __post_init__(self) -> None:
        check_name(self.session)
        _check_number("command number", self.number)
        check_size("digest", self.digest, DIGEST_BYTES_MAX)
        check_size("result", self.result, RESULT_BYTES_MAX)


class Row(enum.Enum):
    """What becomes of a table's lobby row when no new one is given."""

    KEEP = "keep"
    REMOVE = "remove"


LobbyRow: TypeAlias = bytes | Row


@dataclass(frozen=True, slots=True)
class Change:
    """What one call changes in a table, all of it or nothing."""

    now_ms: int
    """The caller's idea of the store's clock; more than 250 ms off is refused."""
    events: tuple[NewEvent, ...] = ()
    """At most 64."""
    snapshot: bytes | None = None
    """The state after these events, or `None` to leave the older snapshot.

    A snapshot is written at creation, at the border between deals and at a rebase,
    not with every move: it is the largest part of a table, while a move is a few
    hundred bytes, and every byte written is one that waits for the disk. The state
    is always the snapshot and the events after it, so loading folds a deal at most.
    """
    deadlines: Mapping[str, int | None] = field(default_factory=dict)
    """Kind to absolute milliseconds of the store's clock; `None` removes."""
    lobby_row: LobbyRow = Row.KEEP
    phase: str = ""
    """A word for people who look into the store; empty leaves the older one."""
    writer: int = 1
    """The schema version that the caller writes."""
    minimum_writer: int | None = None
    """From now on the lowest schema version that may write; `None` leaves it."""
    expire_ms: int = ACTIVE_MS
    """How long the table lives without a further call (exact to a twenty-fourth)."""
    ends_table: bool = False
    """Whether the table is over: then even a full store takes the change, since what the
    table holds is on its way out."""
    trim_before: int | None = None
    """Events numbered below this may go. No event after the snapshot ever goes."""

    def __post_init__(self) -> None:
        if len(self.events) > EVENTS_MAX or len(self.deadlines) > DEADLINES_MAX:
            msg = (
                f"too much: {len(self.events)} events, {len(self.deadlines)} deadlines"
            )
            raise ValueError(msg)
        if self.snapshot is not None:
            check_size("snapshot", self.snapshot, SNAPSHOT_BYTES_MAX)
        for kind, due_ms in self.deadlines.items():
            check_name(kind)
            _check_number("deadline", due_ms or 0)
        if isinstance(self.lobby_row, bytes):
            check_size("lobby row", self.lobby_row, ROW_BYTES_MAX)
        if self.phase:
            check_name(self.phase)
        if self.expire_ms <= 0:
            msg = f"a table cannot live {self.expire_ms} ms"
            raise ValueError(msg)
        for number in (self.now_ms, self.writer, self.minimum_writer, self.trim_before):
            _check_number("number", number or 0)

    def mark_after(self, at: Mark) -> Mark:
        """Give the position that a table at `at` has once this change is stored."""
        if not self.events:
            return at
        return Mark(at.epoch, at.version + len(self.events), self.events[-1].token)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that is to be created. Its change must carry a snapshot."""

    table: str
    epoch: bytes
    receipt: Receipt
    change: Change
    base: int = 0
    """Events that the table already had. Above 0 only when a table that the store
    has lost is put back from a node's memory: versions never start again."""

    def __post_init__(self) -> None:
        check_table(self.table)
        _check_exact("epoch", self.epoch, EPOCH_BYTES)
        _check_number("base", self.base)
        if self.change.snapshot is None:
            msg = "a new table needs a snapshot"
            raise ValueError(msg)
        if self.base and not self.change.events:
            msg = "a table is put back with an event that says so"
            raise ValueError(msg)

    @property
    def mark(self) -> Mark:
        """The position of the table once it is created."""
        if not self.change.events:
            return Mark(self.epoch, 0, b"")
        version = self.base + len(self.change.events)
        return Mark(self.epoch, version, self.change.events[-1].token)


@dataclass(frozen=True, slots=True)
class Append:
    """A command's effect on a table whose history is expected to be at `at`."""

    table: str
    at: Mark
    receipt: Receipt
    change: Change

    def __post_init__(self) -> None:
        check_table(self.table)


@dataclass(frozen=True, slots=True)
class Rebase:
    """A new epoch for a table whose tail was lost, from what the store still has.

    `at` is the store's own position, as a load gave it. The change must carry a
    snapshot and at least one event, the one that tells which events vanished.
    """

    table: str
    at: Mark
    epoch: bytes
    change: Change
    skip: int = 0
    """So many versions are left out: those that the lost events may have had."""

    def __post_init__(self) -> None:
        check_table(self.table)
        _check_exact("epoch", self.epoch, EPOCH_BYTES)
        _check_number("versions left out", self.skip)
        if self.change.snapshot is None or not self.change.events:
            msg = "a rebase needs a snapshot and an event"
            raise ValueError(msg)
        if self.epoch == self.at.epoch:
            msg = "a rebase needs a new epoch"
            raise ValueError(msg)

    @property
    def mark(self) -> Mark:
        """The position of the table once it is rebased."""
        after = self.change.mark_after(self.at)
        return Mark(self.epoch, after.version + self.skip, after.token)


@dataclass(frozen=True, slots=True)
class DueDeadline:
    """A deadline that came due and is now this node's to handle, for two seconds."""

    table: str
    kind: str
    due_ms: int
    """When it came due; after a claim that nobody finished, when that claim ended."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Who holds a seat from where. An index for people; the state is the truth."""

    session: str
    seat: int
    generation: int
    """The controller generation; an older one never replaces a newer one."""
    node: str
    lease_until_ms: int

    def __post_init__(self) -> None:
        check_name(self.session)
        check_name(self.node)


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which no node gave a sign of life: clocks do not run in it."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The answer to a node's sign of life."""

    now_ms: int
    outages: tuple[Outage, ...]
    """The last sixteen, oldest first."""
    before_ms: int | None = None
    """When the node gave the sign before; None if the store does not know of any."""
