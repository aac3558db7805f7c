"""What the persons at one table were told and what was acknowledged to them.

Each version is one event, and all four must be told the same of it, as far as it is
public. A command leads to exactly one event that names it: a card falls once in a deal,
a seat declares or skips once. So whether an acknowledged command is lost or was done
twice can be read from the streams alone, or from what is stored.
"""

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.bench.swarm.tally import StageLog, Tally

COMMAND_KINDS = frozenset({"card_played", "declared", "skipped", "discarded"})
"""Kinds of events that a command of a person stands behind."""


class Key(NamedTuple):
    """What is public about an event, as far as it names one command."""

    deal: int
    kind: str
    seat: int | None
    card: str | None


class Logged(NamedTuple):
    """An event as the store has it."""

    version: int
    key: Key
    token: bytes


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store has of a table in the end."""

    version: int
    """Number of its events."""
    commands: Set[Key]
    """What persons did, by the newest deal and by the records of those before."""
    events: Sequence[Logged]
    """Those that the store still has one by one, from some version to the newest."""


@dataclass(slots=True, eq=False)
class Move:
    """A move under way."""

    intended_s: float
    key: Key
    log: StageLog
    told: int = 0
    """One bit for each seat that has been told."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What is wrong at one table, in numbers that must be 0."""

    lost: int = 0
    """Acknowledged commands without an event."""
    twice: int = 0
    """Commands with two events."""
    holes: int = 0
    """Versions that nobody was told, or that the store misses."""
    differences: int = 0
    """Versions that the store has otherwise than they were told."""


@dataclass(slots=True, eq=False)
class Ledger:
    """One table, as its persons saw it."""

    table: str
    tally: Tally
    people: int = 4
    """Who sit from the first seat on."""
    is_left: bool = False
    """Whether the persons went on to another table."""
    keys: dict[int, Key] = field(default_factory=dict)
    tokens: dict[int, bytes] = field(default_factory=dict)
    acked: set[Key] = field(default_factory=set)
    awaited: dict[Key, Move] = field(default_factory=dict)
    jumped: list[range] = field(default_factory=list)
    """Versions that a snapshot stood for."""

    def told(self, seat: int, version: int, key: Key, now_s: float) -> None:
        """A person was told of an event."""
        known = self.keys.setdefault(version, key)
        if known != key:
            self.tally.contradictions += 1
        move = self.awaited.get(key)
        if move is None:
            return
        move.told |= 1 << seat
        if move.told == (1 << self.people) - 1:
            del self.awaited[key]
            move.log.delivered_s.append(now_s - move.intended_s)

    def token_told(self, version: int, token: bytes) -> None:
        """A person was told the token of a version."""
        if self.tokens.setdefault(version, token) != token:
            self.tally.contradictions += 1

    def jumps(self, seat: int, before: int, version: int) -> None:
        """A snapshot took a person from one version to another.

        Moves under way may be among what it stands for: when the person was told of
        them can no longer be said.
        """
        self.jumped.append(range(before + 1, version + 1))
        self.tally.jumps += 1
        for key, move in list(self.awaited.items()):
            if not move.told >> seat & 1:
                del self.awaited[key]

    def findings(self, stored: Stored | None) -> Findings:
        """What is wrong, by what is stored, or without that by the streams alone."""
        if stored is None:
            return self._of_streams()
        return Findings(
            lost=len(self.acked - stored.commands),
            twice=_twice(
                self.keys | {event.version: event.key for event in stored.events}
            ),
            holes=_holes(stored) + max(0, max(self.keys, default=0) - stored.version),
            differences=self._differences(stored.events),
        )

    def _of_streams(self) -> Findings:
        passed_over: set[int] = set().union(*self.jumped)
        told = self.keys.keys() | passed_over
        lost = len(self.acked - set(self.keys.values()))
        if passed_over - self.keys.keys():
            lost = 0  # the event may be among those that nobody was told
        return Findings(
            lost=lost,
            twice=_twice(self.keys),
            holes=max(told, default=0) - min(told, default=1) + 1 - len(told),
        )

    def _differences(self, events: Sequence[Logged]) -> int:
        wrong = 0
        for version, key, token in events:
            told = self.keys.get(version)
            names_command = key.kind in COMMAND_KINDS or (
                told is not None and told.kind in COMMAND_KINDS
            )
            if told is not None and names_command and told != key:
                wrong += 1
            if self.tokens.get(version, token) != token:
                wrong += 1
        return wrong


def _twice(events: Mapping[int, Key]) -> int:
    counts = Counter(key for key in events.values() if key.kind in COMMAND_KINDS)
    return sum(count - 1 for count in counts.values())


def _holes(stored: Stored) -> int:
    first = stored.version - len(stored.events) + 1
    return sum(
        event.version != version for version, event in enumerate(stored.events, first)
    )
