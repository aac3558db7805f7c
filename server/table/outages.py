"""Times in which no server was there: they count for nobody.

Whoever brings time to bear on a table hands in the latest of them, each from and to in
milliseconds of the store's clock. What a clock lost in them is given back before it is
judged; absences and empty tables are judged as if those times had not been.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from server.table.events import ClockCredited

if TYPE_CHECKING:
    from server.table.draft import Draft

Outages: TypeAlias = tuple[tuple[int, int], ...]


def lost_ms(outages: Outages, since_ms: int, now_ms: int) -> int:
    """How much of the time since then no server was there for."""
    return sum(
        max(0, min(to_ms, now_ms) - max(from_ms, since_ms))
        for from_ms, to_ms in outages
    )


def credit_clock(draft: Draft, outages: Outages) -> None:
    """Give the seat on turn back what its clock lost, each time once."""
    state = draft.state
    since_ms = max(state.since_ms, state.credited_until_ms)
    now_ms = draft.now.now_ms
    credit_ms = lost_ms(outages, since_ms, now_ms)
    if credit_ms:
        until_ms = max(min(to_ms, now_ms) for _, to_ms in outages)
        draft.add(ClockCredited(credit_ms, until_ms))
