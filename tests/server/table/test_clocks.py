"""The clock of the person on turn, and what a move costs."""

import pytest

from protocol.codes import ErrorCode
from server.table.clocks import Charge, charge_for, turn_deadline_ms
from server.table.commands import DiscardMove, MakeMove, TimeUp
from server.table.deadlines import LATE_MS, TURN, deadlines_of
from server.table.events import BankSpent, ControlPassed, LagNoted
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.table.playing import Driven, dealt_table

CLOCK = TableOptions(turn_ms=10_000, bank_ms=3_000, lag_budget_ms=700, pace_ms=0)
MOVE = DiscardMove(("S8", "S7"))


def dealer_with_line(lag_ms: int, left_ms: int = 700, bank_ms: int = 3_000) -> Driven:
    """The dealer is to discard, over a line that takes so long as a rule."""
    options = TableOptions(
        turn_ms=10_000, bank_ms=bank_ms, lag_budget_ms=left_ms, pace_ms=0
    )
    driven = dealt_table(0, {0: "S8 S7"}, options=options)
    driven.take_event(LagNoted(driven.seat_of("p0"), lag_ms, left_ms))
    return driven


def a_move(driven: Driven, after_ms: int, lag_ms: int, stored_ms: int = 0) -> MakeMove:
    """A move received so long after the turn began; the store comes to it later."""
    received_ms = driven.state.since_ms + after_ms
    driven.now_ms = received_ms + stored_ms
    return MakeMove("p0", MOVE, None, lag_ms, (), received_ms)


@pytest.mark.parametrize(
    ("lag_ms", "left_ms", "deadline_ms"),
    [(0, 700, 13_000), (80, 700, 13_080), (500, 700, 13_500), (500, 120, 13_120)],
)
def test_deadline_holds_what_the_line_may_take(
    lag_ms: int, left_ms: int, deadline_ms: int
) -> None:
    driven = dealer_with_line(lag_ms, left_ms)

    assert turn_deadline_ms(driven.state) == driven.state.since_ms + deadline_ms
    due_ms = driven.state.since_ms + deadline_ms + 150
    assert deadlines_of(driven.state) == {TURN: due_ms}


@pytest.mark.parametrize(
    ("after_ms", "charge"),
    [
        (10_000, Charge(0, 0)),
        (10_060, Charge(60, 0)),
        (10_080, Charge(80, 0)),
        (10_500, Charge(80, 420)),
        (13_080, Charge(80, 3_000)),
    ],
)
def test_line_pays_before_the_bank(after_ms: int, charge: Charge) -> None:
    driven = dealer_with_line(80)
    held = driven.state.seats[0]

    received_ms = driven.state.since_ms + after_ms

    assert charge_for(driven.state, held, received_ms) == charge


def test_what_the_line_pays_is_taken_from_its_budget() -> None:
    driven = dealer_with_line(80)

    happened = driven.do(a_move(driven, 10_500, 80))

    seat = driven.seat_of("p0")
    assert happened[:2] == [LagNoted(seat, 80, 620), BankSpent(seat, 420)]
    assert driven.state.seats[seat].lag_left_ms == 620


def test_move_in_time_costs_nothing_however_long_it_is_stored() -> None:
    driven = dealer_with_line(80)

    happened = driven.do(a_move(driven, 10_000, 80, stored_ms=4_000))

    assert not {BankSpent, LagNoted} & {type(event) for event in happened}


@pytest.mark.parametrize("after_ms", [13_081, 13_229, 60_000])
def test_move_that_comes_after_the_deadline_is_none(after_ms: int) -> None:
    # T-D05: no tolerance, whether the bot was called or not.
    driven = dealer_with_line(80)

    refusal = driven.refusal(a_move(driven, after_ms, 80))

    assert refusal.code is ErrorCode.STALE
    assert refusal.args == {"version": driven.version}


def test_move_in_time_wins_over_a_bot_that_was_called_meanwhile() -> None:
    driven = dealer_with_line(80)
    move = a_move(driven, 13_080, 80, stored_ms=LATE_MS)
    bot = ControlPassed(driven.seat_of("p0"), Control.BOT, connected=True)
    assert driven.do(TimeUp(TURN)) == [bot]

    happened = driven.do(move)

    assert isinstance(happened[0], ControlPassed)
    assert driven.state.seats[0].control is Control.PERSON


@pytest.mark.parametrize(
    ("lag_ms", "noted"), [(0, 0), (24, 0), (25, 25), (9_000, 500), (-3, 0)]
)
def test_line_is_noted_where_it_differs(lag_ms: int, noted: int) -> None:
    driven = dealer_with_line(0)

    driven.do(a_move(driven, 1_000, lag_ms))

    assert driven.state.seats[0].lag_ms == noted


def test_table_without_a_clock_notes_no_line() -> None:
    driven = dealt_table(0, {0: "S8 S7"}, options=TableOptions(pace_ms=0))

    happened = driven.do(a_move(driven, 900_000, 400))

    assert not {BankSpent, LagNoted} & {type(event) for event in happened}
    assert turn_deadline_ms(driven.state) is None


def test_clock_stands_still_while_nobody_is_there() -> None:
    driven = dealer_with_line(0)
    driven.now_ms += 4_000
    for user in ("p0", "p1", "p2", "p3"):
        driven.lose(user)
    driven.now_ms += 300_000
    driven.come_back("p0")

    assert turn_deadline_ms(driven.state) == driven.now_ms + 9_000
