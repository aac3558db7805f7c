"""What all persons of a swarm count together."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field

from tests.bench.swarm.steps import Stage


@dataclass(slots=True)
class Tally:
    """Counters; those of the first group must stay 0."""

    gaps: int = 0
    """Messages that began beyond the next version."""
    repeated: int = 0
    """Versions told twice over one connection."""
    contradictions: int = 0
    """Versions of which two persons were told different things."""
    undelivered: int = 0
    """Moves that not all four had been told when the time was up."""
    misread: int = 0
    """Sampled messages that the protocol's own models do not take."""

    sampled: int = 0
    messages: int = 0
    bytes_in: int = 0
    commands: int = 0
    """Sent, repeats included."""
    duplicates_answered: int = 0
    """Commands sent again that were answered by their first answer."""
    unanswered: int = 0
    """Commands given up on a connection and sent again over the next one."""
    dropped_moves: int = 0
    """Moves refused for good, as when a timer was faster."""
    reconnects: int = 0
    jumps: int = 0
    """Snapshots that came in the place of events."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals and errors, by code."""
    closes: Counter[int] = field(default_factory=Counter)
    """Ends of connections that were not asked for, by code."""


@dataclass(slots=True)
class StageLog:
    """What was offered and what came of it in one stage; times in seconds."""

    stage: Stage
    offered: int = 0
    done: int = 0
    still_s: float = 0.0
    """Longest time that a table stood still, though a move was due."""
    answered: list[tuple[float, float]] = field(default_factory=list)
    """When `ok` came, and how long that was after the intended moment."""
    owed_s: array[float] = field(default_factory=lambda: array("d"))
    """How long moves that were never sent have waited."""
    delivered_s: array[float] = field(default_factory=lambda: array("d"))
    """From the intended moment to the last of four recipients."""
