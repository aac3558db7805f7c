"""Whether a deal's stored events lead to the state that this node has: looked at each end.

The state in memory and the fold of the log come from the same events by the same
functions, so they differ only when something is wrong that nothing else would find:
memory that was changed behind the rules, a fold that depends on more than its events,
or a log that says something else than what was decided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from server.hub.broken_promises import note_broken
from server.hub.history import unfolded
from server.metrics import REPLAY_MISMATCH
from server.stored import state_digest
from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from server.hub.history import Position
    from server.hub.live_table import LiveTable
    from server.metrics import Metrics
    from server.ports import Clock
    from server.store import TableStore
    from server.store_records import Loaded
    from server.table.state import TableState

RATE: Final = Rate(per_s=5, burst=20)
"""Checks of one node: each takes about 6 ms of the event loop, so 3 % of it at most."""


class SelfCheck:
    """Compares copies of tables with what is stored."""

    def __init__(self, store: TableStore, clock: Clock, metrics: Metrics) -> None:
        self._store = store
        self._clock = clock
        self._metrics = metrics
        self._allowance = Allowance.full(RATE, clock.monotonic_ms())

    async def agrees(self, live: LiveTable) -> bool:
        """Whether nothing is wrong, as far as can be said; the table is not held.

        Raises:
            StoredFault: Something stored is damaged.
        """
        if not self._has_time():
            self._metrics.self_checks.add("no_time")
            return True
        here = live.position
        loaded = await self._store.load(live.table)
        there = None if loaded is None else _state_at(here, loaded)
        if there is None:
            self._metrics.self_checks.add("too_late")
            return True
        if state_digest(there) == state_digest(here.state):
            self._metrics.self_checks.add("agreed")
            return True
        self._metrics.self_checks.add("differed")
        version = here.mark.version
        note_broken(self._metrics, REPLAY_MISMATCH, live.table, version=version)
        return False

    def _has_time(self) -> bool:
        return self._allowance.spend(1, self._clock.monotonic_ms())


def _state_at(here: Position, loaded: Loaded) -> TableState | None:
    """The stored state at a position.

    None when the store has another history, or no longer the events that lead there.
    """
    if loaded.mark.epoch != here.mark.epoch:
        return None
    position, steps = unfolded(loaded)
    if position.mark == here.mark:
        return position.state
    before = here.mark.version - loaded.snapshot.version
    if not 0 < before <= len(steps) or steps[before - 1].token != here.mark.token:
        return None
    return steps[before - 1].after
