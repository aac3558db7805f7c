"""The clock of the person on turn: the turn's time, what the line takes, then the bank.

All three make the deadline that everybody is shown, and a move counts by when a node
received it. The line's part is half of the usual round trip, bounded for a move and, by
a budget, for a deal: a slow line costs nobody anything, and pretending one gains little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from server.table.state import Control

if TYPE_CHECKING:
    from server.table.state import SeatState, TableState

MOST_LAG_MS: Final = 500
"""Of one move; what a line takes longer is charged to the clock."""
MOST_BANK_MS: Final = 7_200_000
"""Twice the most that a table may be opened with; increments end there."""
LAG_STEP_MS: Final = 25
"""A line that differs by less from what is known of it is not noted anew."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a move takes beyond the time for it; both are 0 for one in time."""

    lag_ms: int
    """Of the budget for the line."""
    bank_ms: int


def turn_deadline_ms(state: TableState) -> int | None:
    """When the time of the person on turn is over; None without a clock."""
    turn = state.turn
    if turn is None or not state.has_clock or state.paused_since_ms:
        return None
    held = state.seats[turn]
    if held.person is None or held.control is Control.BOT:
        return None
    return time_over_ms(state, held)


def time_over_ms(state: TableState, held: SeatState) -> int:
    """When all the time of the seat on turn is used up, at a table with a clock."""
    return _turn_over_ms(state, held) + allowance_ms(held) + held.bank_ms


def allowance_ms(held: SeatState) -> int:
    """What the next move of a seat may take on its way."""
    return min(held.lag_ms, held.lag_left_ms)


def over_ms(state: TableState, held: SeatState, received_ms: int) -> int:
    """How much later than the turn's time a move was received; 0 for one in time."""
    return max(0, received_ms - _turn_over_ms(state, held))


def charge_for(state: TableState, held: SeatState, received_ms: int) -> Charge:
    """What a move of the seat on turn costs that was received then."""
    late_ms = over_ms(state, held, received_ms)
    lag_ms = min(late_ms, allowance_ms(held))
    return Charge(lag_ms, min(late_ms - lag_ms, held.bank_ms))


def gain_of(state: TableState, held: SeatState, charge: Charge) -> int:
    """What a move that is charged so adds to the bank of its seat, or takes from it."""
    gain_ms = state.options.increment_ms * factor_of(held) - charge.bank_ms
    return min(gain_ms, MOST_BANK_MS - held.bank_ms)


def factor_of(held: SeatState) -> int:
    """By how much a seat has more of all times."""
    return 2 if held.extra_time else 1


def _turn_over_ms(state: TableState, held: SeatState) -> int:
    return state.since_ms + state.options.turn_ms * factor_of(held)
