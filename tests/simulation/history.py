"""What happened in a run, as somebody would note it who stands outside of the servers.

On the wires: what was sent and what was heard, at either end. At the store: what its log
holds, and when it got there. Nothing here is what a server says of itself.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TypeAlias

from server.store_records import Receipt, StoredEvent


@dataclass(frozen=True, slots=True)
class WireOpened:
    """A client has reached a node."""

    wire: str
    client: str
    node: str


@dataclass(frozen=True, slots=True)
class WireEnded:
    """A wire is of no more use to one of its ends."""

    wire: str
    side: str
    """`client`, `node`, or `both` where it was cut."""
    code: int | None
    """With which the other side has closed it; None for one that broke."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A client has put a message on a wire."""

    wire: str
    frame: bytes


@dataclass(frozen=True, slots=True)
class Told:
    """A node has put a message on a wire."""

    wire: str
    frame: bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of a node has come to the client."""

    wire: str
    frame: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """The store's log has grown, or has taken a receipt without events."""

    node: str
    table: str
    epoch: bytes
    before: int
    """Version after which the events are counted."""
    token_before: bytes
    events: tuple[StoredEvent, ...]
    snapshot: bytes | None
    receipt: Receipt | None
    """Of the command that it was for, if it was for one."""

    @property
    def after(self) -> int:
        """Version of the table after it."""
        return self.before + len(self.events)


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The store has come back as it was some time ago."""

    kept: int
    """So many of the additions to its log, since the beginning of the run, it had then:
    what was stored after these is lost."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something was made to go wrong, or to go well again."""

    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A server has logged a fault of its own."""

    node: str
    text: str


@dataclass(frozen=True, slots=True)
class Calm:
    """From here on nothing more goes wrong."""


@dataclass(frozen=True, slots=True)
class TheEnd:
    """The run is over."""

    is_quiet: bool
    """Whether everything came to rest before."""
    waiting: tuple[str, ...] = ()
    """What did not, if anything."""


Happening: TypeAlias = (
    WireOpened
    | WireEnded
    | Sent
    | Told
    | Heard
    | Stored
    | RolledBack
    | Trouble
    | Fault
    | Calm
    | TheEnd
)


@dataclass(frozen=True, slots=True)
class Record:
    """One thing, and when it was."""

    at_ms: float
    """Since the run began."""
    what: Happening


@dataclass(slots=True)
class History:
    """Everything in the order in which it happened."""

    seed: int
    records: list[Record] = field(default_factory=list)

    def note(self, at_s: float, what: Happening) -> None:
        """Note something down."""
        self.records.append(Record(round(at_s * 1000, 3), what))

    def digest(self) -> str:
        """What two histories have in common only if they are the same.

        A server tells all its connections something in whatever order: of things of
        one moment it does not matter which was noted first.
        """
        text = "\n".join(sorted(map(repr, self.records)))
        return hashlib.sha256(text.encode()).hexdigest()
