"""A history put in order: messages as plain maps, the log as a tree of events.

Messages are unpacked and no more than that: what a client's or a server's own code makes
of them plays no part. In the log each event knows the one before it, by which a position
is told from another one of the same number in a history that was lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from server.stored import (
    CHECKSUM_BYTES,
    NO_CHECKSUM,
    StoredFault,
    open_event,
    open_snapshot,
    unpack_plain,
)
from server.table.events import Author, HistoryRestored, Stamped
from tests.simulation.checker.past import Past, beginning, past_in, past_of
from tests.simulation.checker.violation import Violation
from tests.simulation.history import (
    Calm,
    Heard,
    History,
    RolledBack,
    Sent,
    Stored,
    Told,
    WireEnded,
    WireOpened,
)

if TYPE_CHECKING:
    from server.store_records import StoredEvent

_MOMENT_MS: Final = 300

Plain: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """A message on a wire, in either direction."""

    place: int
    """Among all records."""
    at_ms: float
    wire: str
    message: Plain


@dataclass(slots=True, eq=False)
class Addition:
    """One addition to the log of a table."""

    place: int
    at_ms: float
    stored: Stored
    entries: list[Entry] = field(default_factory=list)
    lost_at: int | None = None
    """Place of the return of a shorter log that has lost it."""

    @property
    def is_of_person(self) -> bool:
        """Whether it was for a command of somebody's session: its id is plain hex."""
        receipt = self.stored.receipt
        return receipt is not None and ":" not in receipt.session

    def stands_at(self, place: int) -> bool:
        """Whether it is in the log at some place of the history."""
        return self.place < place and (self.lost_at is None or place < self.lost_at)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One event of a table's log."""

    addition: Addition
    epoch: bytes
    version: int
    token: bytes
    parent: bytes
    """Token of the event before it."""
    stamped: Stamped
    before: Past
    after: Past


@dataclass(slots=True)
class WireStory:
    """What became of a wire."""

    client: str
    node: str
    opened: int
    """Place of its opening."""
    ended: dict[str, int] = field(default_factory=dict)
    """By side, the place at which it was of no more use to it."""
    session: str | None = None
    """As its welcome says."""
    welcomed: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is good at the end of the run, for both sides."""
        return not self.ended


class Account:
    """A history, read.

    Args:
        history: What was noted down.
    """

    def __init__(self, history: History) -> None:
        self.violations: list[Violation] = []
        """What came to light by reading."""
        self.records = history.records
        self.sent: list[Said] = []
        self.told: list[Said] = []
        self.heard: list[Said] = []
        self.wires: dict[str, WireStory] = {}
        self.additions: list[Addition] = []
        self.entries: dict[bytes, Entry] = {}
        """By token."""
        self.rollbacks: list[int] = []
        """Places at which the store came back shorter."""
        self.calm_ms = 0.0
        """From when on nothing more went wrong."""
        self._checksums: dict[bytes, bytes] = {}
        for place, record in enumerate(history.records):
            self._read(place, record.at_ms, record.what)

    def chain(self, token: bytes, count: int) -> list[Entry] | None:
        """The last so many events up to this token; None if they never were."""
        found: list[Entry] = []
        while len(found) < count:
            entry = self.entries.get(token)
            if entry is None:
                return None
            found.append(entry)
            token = entry.parent
        return found[::-1]

    def heads(self, table: str) -> list[Entry]:
        """The last events of a table, those of the last moment and the one before it.

        Of what was stored in the last moment the news may still be under way.
        """
        found: list[Entry] = []
        moment_ms = self.records[-1].at_ms - _MOMENT_MS
        for addition in reversed(self.additions):
            if addition.stored.table == table and addition.lost_at is None:
                found += addition.entries[-1:]
            if found and found[-1].addition.at_ms < moment_ms:
                break
        return found

    def _read(self, place: int, at_ms: float, what: object) -> None:
        match what:
            case WireOpened(wire, client, node):
                self.wires[wire] = WireStory(client, node, place)
            case WireEnded(wire, side, _):
                self.wires[wire].ended[side] = place
            case Sent(wire, frame):
                self.sent.append(Said(place, at_ms, wire, _plain(frame)))
            case Told(wire, frame):
                self._read_told(Said(place, at_ms, wire, _plain(frame)))
            case Heard(wire, frame):
                self.heard.append(Said(place, at_ms, wire, _plain(frame)))
            case Stored():
                self._read_stored(Addition(place, at_ms, what))
            case RolledBack(kept):
                self.rollbacks.append(place)
                for lost in self.additions[kept:]:
                    lost.lost_at = lost.lost_at or place
            case Calm():
                self.calm_ms = at_ms
            case _:
                pass

    def _read_told(self, said: Said) -> None:
        self.told.append(said)
        if said.message["op"] == "welcome":
            wire = self.wires[said.wire]
            wire.session = said.message["session"]
            wire.welcomed = said.place

    def _read_stored(self, addition: Addition) -> None:
        self.additions.append(addition)
        stored, token = addition.stored, addition.stored.token_before
        known = self.entries.get(token)
        if known is not None:
            self._read_events(addition, known.after, self._checksums[token])
        elif stored.before == 0:
            self._read_events(addition, beginning(), NO_CHECKSUM)
        else:
            self._read_put_back(addition)

    def _read_events(self, addition: Addition, past: Past, checksum: bytes) -> None:
        stored = addition.stored
        for event in stored.events:
            try:
                stamped, checksum = open_event(event.payload, checksum)
            except StoredFault as fault:
                self._break("P9", addition.at_ms, f"{stored.table}: {fault}")
                return
            before, past = past, past_of(past, stamped)
            self._add(addition, event, stamped, before, past)

    def _read_put_back(self, addition: Addition) -> None:
        """A table that was put back: one event that says so, and the state after it."""
        (event,), snapshot = addition.stored.events, addition.stored.snapshot
        assert snapshot is not None
        past = past_in(open_snapshot(snapshot)[0])
        _, _, _, at_ms, _ = unpack_plain(event.payload[:-CHECKSUM_BYTES])
        stamped = Stamped(HistoryRestored(), at_ms, Author.SERVER)
        self._add(addition, event, stamped, past, past)

    def _add(
        self,
        addition: Addition,
        event: StoredEvent,
        stamped: Stamped,
        before: Past,
        after: Past,
    ) -> None:
        entries, stored = addition.entries, addition.stored
        parent = entries[-1].token if entries else stored.token_before
        entry = Entry(
            addition,
            stored.epoch,
            event.version,
            event.token,
            parent,
            stamped,
            before,
            after,
        )
        entries.append(entry)
        self.entries[event.token] = entry
        self._checksums[event.token] = event.payload[-CHECKSUM_BYTES:]

    def _break(self, promise: str, at_ms: float, text: str) -> None:
        self.violations.append(Violation(promise, at_ms, text))


@lru_cache(maxsize=4096)
def _plain(frame: bytes) -> Plain:
    message: Plain = unpack_plain(frame)
    return message
