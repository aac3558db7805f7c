"""The wrong one acts for a seat, or at the wrong time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine import deal as deals
from engine.errors import RuleViolation
from server.table import moving, seating
from server.table.seating import own_seat
from tests.simulation.planted.fault import fault

if TYPE_CHECKING:
    from engine.seats import Seat
    from server.table.commands import BotAction, PersonLost
    from server.table.draft import Draft
    from server.table.state import TableState

_person_lost: Final = seating.person_lost


def _lost_by_any(draft: Draft, command: PersonLost) -> None:
    """Whichever connection ends, its person is gone."""
    seat = draft.state.seat_of(command.user)
    if seat is not None:
        command = replace(command, arrival=draft.state.seats[seat].arrival)
    _person_lost(draft, command)


def _bot_in_any_case(draft: Draft, command: BotAction) -> None:
    """A bot moves whenever it has thought, whoever acts for the seat by then."""
    state = draft.state
    if state.deal is None or state.turn != command.action.seat:
        return
    try:
        events = deals.decide(state.deal.state, command.action)
    except RuleViolation:
        return
    moving.add_deal_events(draft, events)


def _any_time(_state: TableState) -> dict[str, int]:
    """Whatever deadline is asked about has come."""
    return dict.fromkeys(("turn", "idle", "ready", "fill"), 0)


def _whoever_is_on_turn(state: TableState, user: str) -> Seat:
    """A move is the move of the seat on turn, whoever sends it."""
    own = own_seat(state, user)
    return own if state.turn is None else state.turn


FAULTS: Final = (
    fault(
        "older connection's end honoured",
        "P7",
        30,
        {"server.table.seating.person_lost": _lost_by_any},
    ),
    fault(
        "bot moves for a person who is back",
        "P7",
        60,
        {"server.table.moving.bot_action": _bot_in_any_case},
    ),
    fault(
        "timer without reference",
        "P7",
        200,
        {
            "server.table.timing.deadlines_of": _any_time,
            "server.table.deadlines.LATE_MS": 0,
        },
    ),
    fault(
        "seat not from the session",
        "P1 P6 P7",
        20,
        {"server.table.moving.own_seat": _whoever_is_on_turn},
    ),
)
