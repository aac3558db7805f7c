"""The clock of the person on turn, and what a move costs."""

from dataclasses import replace

import pytest

from protocol.codes import ErrorCode
from server.table.clocks import Charge, charge_for, turn_deadline_ms
from server.table.commands import (
    DiscardMove,
    GiveUpSeat,
    MakeMove,
    TakeSeat,
    TimeUp,
)
from server.table.deadlines import LATE_MS, TURN, deadlines_of
from server.table.events import (
    BankGrown,
    BankSpent,
    ClockReceipt,
    ControlPassed,
    LagNoted,
)
from server.table.options import BotSeats, TableOptions
from server.table.state import Control
from tests.server.table.playing import Driven, dealt_table, move_of, running, table

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


# ------------------------------------------------------------------------- increment


def with_increment(increment_ms: int) -> Driven:
    options = TableOptions(
        turn_ms=10_000, bank_ms=3_000, increment_ms=increment_ms, pace_ms=0
    )
    return dealt_table(0, {0: "S8 S7"}, options=options)


@pytest.mark.parametrize(
    ("after_ms", "bank_ms"), [(1_000, 5_000), (11_500, 3_500), (12_800, 2_200)]
)
def test_move_in_time_adds_to_the_bank(after_ms: int, bank_ms: int) -> None:
    driven = with_increment(2_000)

    driven.do(a_move(driven, after_ms, 0))

    assert driven.state.seats[0].bank_ms == bank_ms


def test_increment_that_the_move_has_cost_is_no_event() -> None:
    driven = with_increment(2_000)

    happened = driven.do(a_move(driven, 12_000, 0))

    assert not {BankSpent, BankGrown} & {type(event) for event in happened}


def test_bank_does_not_grow_for_ever() -> None:
    driven = with_increment(60_000)
    driven.take_event(BankGrown(driven.seat_of("p0"), 7_190_000))

    driven.do(a_move(driven, 0, 0))

    assert driven.state.seats[0].bank_ms == 7_200_000


# ------------------------------------------------------------------------ extra time


def extra(*, allowed: bool) -> Driven:
    """Two people, of whom the first asks for twice the time."""
    driven = table(
        TableOptions(
            people=2, turn_ms=10_000, bank_ms=3_000, extra_time=allowed, pace_ms=0
        )
    )
    driven.do(TakeSeat("ann", "Ann", extra_time=True))
    driven.do(TakeSeat("bob", "Bob"))
    return driven


@pytest.mark.parametrize(("allowed", "times"), [(True, 2), (False, 1)])
def test_seat_with_extra_time_has_twice_of_all(
    allowed: bool,  # noqa: FBT001 - a parameter of the test
    times: int,
) -> None:
    driven = extra(allowed=allowed)
    seat = driven.seat_of("ann")
    assert driven.state.seats[seat].extra_time is allowed
    assert driven.seat_state("bob").bank_ms == 3_000
    while driven.state.turn != seat:
        driven.act_on_turn()

    assert driven.state.seats[seat].bank_ms == 3_000 * times
    assert turn_deadline_ms(driven.state) == driven.state.since_ms + 13_000 * times


# --------------------------------------------------------------------- who is hurried


def test_one_person_among_bots_is_hurried_by_nobody() -> None:
    driven = extra(allowed=False)
    while driven.state.turn != driven.seat_of("ann"):
        driven.act_on_turn()
    driven.do(GiveUpSeat("bob"))

    assert turn_deadline_ms(driven.state) is None
    happened = driven.do(
        MakeMove("ann", move_of(driven.bot_answer().action), None, 400)
    )
    assert not {BankSpent, LagNoted} & {type(event) for event in happened}


def test_clock_begins_with_a_second_person() -> None:
    options = replace(CLOCK, people=2, bot_seats=BotSeats.AT_ONCE)
    driven = running("ann", "bob", options=options)
    while driven.state.turn != driven.seat_of("ann"):
        driven.act_on_turn()
    driven.do(GiveUpSeat("bob"))
    driven.now_ms += 300_000

    driven.do(TakeSeat("cid", "Cid"))

    assert turn_deadline_ms(driven.state) == driven.now_ms + 13_000


def test_table_that_was_opened_for_one_has_the_clock_that_was_wished() -> None:
    driven = running("ann", options=replace(CLOCK, people=1))
    while driven.state.turn != driven.seat_of("ann"):
        driven.act_on_turn()

    assert turn_deadline_ms(driven.state) == driven.state.since_ms + 13_000


# --------------------------------------------------------------------------- receipts


def test_receipt_says_where_the_time_went() -> None:
    driven = dealer_with_line(80)

    driven.do(a_move(driven, 10_060, 80, stored_ms=7))

    receipts = [stamped.clock for stamped in driven.log if stamped.clock is not None]
    assert receipts == [ClockReceipt(think_ms=10_060, lag_ms=60, server_ms=7)]


def test_bots_and_clocks_give_no_receipt() -> None:
    driven = running("ann", options=TableOptions(people=1, pace_ms=0))
    while driven.state.turn != driven.seat_of("ann"):
        driven.act_on_turn()

    assert {stamped.clock for stamped in driven.log} == {None}
