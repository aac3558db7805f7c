"""Faults of the store, and of how servers go on from what it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from server.adapters.memory_histories import MemoryHistories
from server.hub.copies import Copies
from server.hub.store_clock import StoreClock
from server.store_outcomes import Following, Rewound, Stale
from tests.simulation.planted.fault import fault

if TYPE_CHECKING:
    from server.adapters.memory_tables import MemoryTable
    from server.hub.live_table import LiveTable
    from server.store_outcomes import Applied
    from server.store_records import Change, Mark, Receipt

_write: Final = MemoryHistories._write
_catch_up: Final = Copies.catch_up
_now_ms: Final = StoreClock.now_ms
_SLOW_MS: Final = 3_000


def _any_position(*_: object, **__: object) -> None:
    """Whatever is added, wherever the table is."""


def _never_behind(table: MemoryTable, at: Mark, *, most: int) -> Stale | None:
    """Notice that the table has moved on, and not that its end is lost."""
    if table.mark.version <= at.version:
        return None
    return Stale(table.mark, table.after(at.version, most))


def _only_what_counts(  # noqa: PLR0917 - as it is called
    self: MemoryHistories,
    name: str,
    table: MemoryTable,
    change: Change,
    at: Mark,
    receipt: Receipt | None = None,
) -> Applied:
    """Remember no refusal."""
    return _write(self, name, table, change, at, receipt if change.events else None)


async def _without_a_word(self: Copies, live: LiveTable) -> None:
    """Go on from what a store has that has lost something."""
    outcome = await self._store.events_after(live.table, live.position.mark, 256)
    if isinstance(outcome, Rewound):
        live.position = await self._load(live.table)
    elif not isinstance(outcome, Following) or outcome.events:
        await _catch_up(self, live)


def _by_its_own(self: StoreClock) -> int:
    """The time of a node's own clock, which is seconds slow on every other node."""
    is_slow = self._clock.monotonic_ms() // 10_000_000 % 2
    return _now_ms(self) - _SLOW_MS * is_slow


async def _nothing_looked_for(_self: Any) -> None:
    """Take only the deadlines that this node knows of."""


FAULTS: Final = (
    fault(
        "position not compared",
        "P8 P9",
        30,
        {"server.adapters.memory_tables.position_refusal": _any_position},
    ),
    fault(
        "lost end of a log not noticed",
        "P4 P5 P8 P9",
        60,
        {
            "server.adapters.memory_tables.position_refusal": _never_behind,
            "server.adapters.memory_histories.position_refusal": _never_behind,
        },
    ),
    fault(
        "refusal not remembered",
        "P1 P3",
        40,
        {"server.adapters.memory_histories.MemoryHistories._write": _only_what_counts},
    ),
    fault(
        "shorter log kept silently",
        "P4 P5",
        60,
        {"server.hub.copies.Copies.catch_up": _without_a_word},
    ),
    fault(
        "deadlines judged on a local clock",
        "P8",
        30,
        {"server.hub.store_clock.StoreClock.now_ms": _by_its_own},
    ),
    fault(
        "deadlines of a dead node forgotten",
        "P7 P14",
        60,
        {"server.hub.alarms.Alarms._run_looking": _nothing_looked_for},
    ),
)
