"""A decision in the making: events are collected, and the state that they lead to."""

from __future__ import annotations

from dataclasses import dataclass

from server.table.events import (
    Author,
    BotReceipt,
    ClockReceipt,
    Stamped,
    TableEvent,
)
from server.table.evolve import evolve
from server.table.state import TableState


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a decision may depend on besides the table and the command."""

    now_ms: int
    """The store's clock."""
    version: int
    """Number of the table's events so far."""
    fresh: bytes
    """32 random bytes of this command's own; used where a secret is needed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command leads to; no events when it changes nothing."""

    events: tuple[Stamped, ...]
    states: tuple[TableState, ...]
    """The table after each event."""


class Draft:
    """Collects the events of one decision."""

    def __init__(self, state: TableState, now: Circumstances, by: Author) -> None:
        self.state = state
        """The table after the events so far."""
        self.now = now
        self.by = by
        """Who brings the events about."""
        self._events: list[Stamped] = []
        self._states: list[TableState] = []

    def add(
        self,
        event: TableEvent,
        *,
        by: Author | None = None,
        clock: ClockReceipt | None = None,
        bot: BotReceipt | None = None,
    ) -> None:
        """Let an event happen."""
        stamped = Stamped(event, self.now.now_ms, by or self.by, clock, bot)
        self._events.append(stamped)
        version = self.now.version + len(self._events)
        self.state = evolve(self.state, stamped, version)
        self._states.append(self.state)

    def outcome(self) -> Outcome:
        """Everything that happens."""
        return Outcome(tuple(self._events), tuple(self._states))
