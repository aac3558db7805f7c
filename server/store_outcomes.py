"""What a store answers, and how it fails.

An outcome is a definite answer: whoever reads it knows what is stored. Not having
one is `StoreUnavailable`, which says whether the command may have been stored all
the same: in that case only the same receipt, sent again, tells.
"""

import enum
from dataclasses import dataclass
from typing import TypeAlias

from server.store_records import Mark, StoredEvent


@dataclass(frozen=True, slots=True)
class Applied:
    """Stored, durable, and published."""

    mark: Mark
    now_ms: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """This command was stored before; nothing was changed now."""

    result: bytes
    """The answer of the first time."""
    version: int
    """Number of events right after the first time."""


@dataclass(frozen=True, slots=True)
class Conflicting:
    """The session used this number before, for something else. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """The session already sent a command with a higher number."""

    number: int


@dataclass(frozen=True, slots=True)
class Exists:
    """There is a table with this id already."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The store knows no such table."""


@dataclass(frozen=True, slots=True)
class EpochChanged:
    """The table was rebased: what the caller holds is of an older history."""

    epoch: bytes


@dataclass(frozen=True, slots=True)
class UpgradeNeeded:
    """The caller writes an older schema version than the table takes."""

    minimum: int


@dataclass(frozen=True, slots=True)
class Rewound:
    """The store lost events that the caller has seen."""

    mark: Mark
    """Where the store is now."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on."""

    mark: Mark
    events: tuple[StoredEvent, ...]
    """The next events after the expected one, without a gap, at most 64. Empty when
    the store no longer has them: then only loading helps."""


@dataclass(frozen=True, slots=True)
class Skewed:
    """The caller's clock is more than 250 ms off."""

    now_ms: int


@dataclass(frozen=True, slots=True)
class Following:
    """The events after a position, without a gap."""

    mark: Mark
    """Where the table is now: beyond the last event when the limit cut them."""
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class Trimmed:
    """The events after this position are no longer kept; a snapshot is."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class Published:
    """Events of a table, as they were appended; only a hint, the store is the truth."""

    table: str
    mark: Mark
    """The position after these events."""
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of talk at a table."""

    table: str
    number: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Watching:
    """From here on news of this table arrive; what came before has to be read.

    Comes once after `watch`, and again whenever the link to the store was renewed:
    anything published in between never arrives.
    """

    table: str


@dataclass(frozen=True, slots=True)
class NumberTaken:
    """The number is this command's, now or since an earlier time."""

    leads_to: bytes
    """What was noted with it; empty before anything was."""


@dataclass(frozen=True, slots=True)
class Uses:
    """How often something was done since the count of it began."""

    count: int
    """This time included; a use whose answer was lost may count twice."""
    ends_ms: int
    """Milliseconds until the count begins anew."""


NumberOutcome: TypeAlias = NumberTaken | Conflicting | Outdated
SayOutcome: TypeAlias = Applied | Duplicate | Conflicting | Outdated | Gone
CreateOutcome: TypeAlias = (
    Applied | Exists | Duplicate | Conflicting | Outdated | Skewed
)
ApplyOutcome: TypeAlias = (
    Applied
    | Duplicate
    | Conflicting
    | Outdated
    | Gone
    | EpochChanged
    | UpgradeNeeded
    | Rewound
    | Stale
    | Skewed
)
RebaseOutcome: TypeAlias = (
    Applied | Gone | EpochChanged | UpgradeNeeded | Rewound | Stale | Skewed
)
EventsOutcome: TypeAlias = Following | Trimmed | Gone | EpochChanged | Rewound
News: TypeAlias = Published | Said | Watching


class Trouble(enum.StrEnum):
    """Why a store could not answer."""

    UNREACHABLE = "unreachable"
    """No connection."""
    NO_ANSWER = "no_answer"
    """A connection that fell silent or broke."""
    BUSY = "busy"
    """Too many calls wait already, or this one waited too long for its turn."""
    STARTING = "starting"
    """The store is reading its files, is busy, or its cluster is not whole."""
    REPLICA = "replica"
    """What answers takes no changes: a new primary is being chosen, or was."""
    TOO_FEW_REPLICAS = "too_few_replicas"
    """It takes changes only with more replicas: reads work, writes do not."""
    FULL = "full"
    """No memory or no disk left: reads work, writes do not."""
    REFUSED = "refused"
    """Wrong password, or a command that this user may not send."""
    BROKEN = "broken"
    """An answer that makes no sense: a fault of ours or of whoever wrote there."""


class StoreUnavailable(Exception):  # noqa: N818 - the name says what it is
    """There is no definite answer from the store.

    Attributes:
        unknown: Whether the command may have been stored all the same. Then only the
            same command with the same receipt gives the true answer.
        trouble: Why.
        detail: More about it, for a log; never a card or a token.
    """

    def __init__(self, trouble: Trouble, detail: str = "", *, unknown: bool) -> None:
        super().__init__(f"{trouble}: {detail}" if detail else str(trouble))
        self.trouble = trouble
        self.detail = detail
        self.unknown = unknown

    @property
    def is_full(self) -> bool:
        """Whether nothing was stored, for want of room: reading goes on."""
        return self.trouble is Trouble.FULL and not self.unknown


class HistoryBroken(Exception):  # noqa: N818
    """A table's stored parts do not fit together; nothing was changed.

    Only a rebase from a good copy, or closing the table, helps.
    """

    def __init__(self, table: str, detail: str) -> None:
        super().__init__(f"table {table}: {detail}")
        self.table = table
