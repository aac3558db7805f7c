"""What a table does when one of its deadlines has come."""

from dataclasses import replace

import pytest

from engine.errors import BrokenInvariant
from engine.seats import SEATS
from server.table.commands import (
    AskUndo,
    DiscardMove,
    MakeClaim,
    PlayMove,
    TimeUp,
    WishPause,
)
from server.table.deadlines import (
    BOT,
    CLAIM,
    CLAIM_MS,
    IDLE,
    LATE_MS,
    PAUSE,
    PAUSE_MS,
    TURN,
    UNDO,
    UNDO_MS,
    deadlines_of,
)
from server.table.events import (
    ClaimAnswered,
    ClockCredited,
    ControlPassed,
    PauseEnded,
    SeatLeft,
    TableClosed,
    UndoAnswered,
)
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.table.playing import Driven, dealt_table, move_of, running

TWO = TableOptions(people=2, pace_ms=0)
CLOCK = TableOptions(turn_ms=30_000, bank_ms=15_000)
GRACE_MS = TWO.grace_ms
RESERVED_MS = TWO.reserved_ms
HANDS = {
    0: "SR SQ SC SF S10 S9 S8 S7 S6 SA AN MN SO LU 16 M4 BG",
    1: "BQ BC BF B10 B9 B8 B7 B6 BA 12 11 8 7 6 5",
    2: "BR D10 10 9 MT",
}


# ------------------------------------------------------------------------- people


def test_reserved_seat_of_an_absent_person_is_given_up_in_the_end() -> None:
    driven = running("ann", "bob", options=TWO)
    seat = driven.seat_of("ann")
    driven.lose("ann")

    came = driven.time_passes(RESERVED_MS)

    assert came.count(f"reserved:{seat}") == 1
    assert SeatLeft(seat) in driven.events
    assert driven.state.seat_of("ann") is None
    assert driven.state.closed is None


def test_deadline_that_is_early_or_gone_does_nothing() -> None:
    # T-D05: a moment before it is due it is not due.
    driven = running("ann", "bob", "cid", "dan")
    driven.lose("ann")
    driven.now_ms += GRACE_MS - 1

    for kind in ("grace:0", "grace:3", "reserved:9", IDLE, TURN, "lease", ""):
        assert driven.do(TimeUp(kind)) == []
    driven.now_ms += 1
    assert driven.do(TimeUp("grace:0"))
    assert driven.do(TimeUp("grace:0")) == []


def test_table_without_people_waits_and_is_given_up_in_the_end() -> None:
    driven = running("ann", options=TWO)
    driven.lose("ann")
    version = driven.version

    assert driven.time_passes(RESERVED_MS - 1) == []
    assert driven.version == version
    assert driven.time_passes(1) == [IDLE]
    assert driven.events[-1] == TableClosed("idle")


def test_turn_of_a_bot_is_no_command_of_the_clock() -> None:
    driven = running("ann", options=TWO)
    while BOT not in deadlines_of(driven.state):
        driven.act_on_turn()

    with pytest.raises(BrokenInvariant):
        driven.do(TimeUp(BOT))


# -------------------------------------------------------------------------- clock


def on_the_clock() -> Driven:
    return dealt_table(0, HANDS, options=CLOCK)


def test_bot_acts_when_time_and_bank_are_used_up() -> None:
    driven = on_the_clock()
    due_ms = driven.now_ms + 45_000 + LATE_MS
    assert deadlines_of(driven.state) == {TURN: due_ms}
    driven.now_ms = due_ms - 1
    assert driven.do(TimeUp(TURN)) == []

    driven.now_ms = due_ms
    happened = driven.do(TimeUp(TURN))

    assert happened == [ControlPassed(SEATS[0], Control.BOT, connected=True)]
    assert BOT in deadlines_of(driven.state)


def test_move_in_time_wins_over_the_clock() -> None:
    # T-D05: exactly one of both counts.
    driven = on_the_clock()
    driven.now_ms += 45_000
    driven.move("p0", DiscardMove(("S8", "S7")))
    driven.now_ms += LATE_MS

    assert driven.do(TimeUp(TURN)) == []
    assert driven.state.seats[0].control is Control.PERSON


def test_person_who_was_late_acts_again_with_the_next_move() -> None:
    driven = on_the_clock()
    driven.now_ms += 45_000 + LATE_MS
    driven.do(TimeUp(TURN))
    driven.do(driven.bot_answer())
    while driven.state.turn != 0:
        driven.act_on_turn()

    driven.move("p0", move_of(driven.bot_answer().action))

    assert driven.state.seats[0].control is Control.PERSON


def test_time_without_a_server_is_given_back() -> None:
    # T-I05: an outage is charged to nobody.
    driven = on_the_clock()
    start_ms = driven.now_ms
    outages = (
        (start_ms - 60_000, start_ms - 50_000),
        (start_ms - 5_000, start_ms + 10_000),
        (start_ms + 20_000, start_ms + 40_000),
    )
    driven.now_ms = start_ms + 45_000 + LATE_MS

    assert driven.do(TimeUp(TURN, outages)) == [
        ClockCredited(30_000, start_ms + 40_000)
    ]

    assert deadlines_of(driven.state) == {TURN: start_ms + 75_000 + LATE_MS}
    driven.now_ms = start_ms + 75_000 + LATE_MS
    assert driven.do(TimeUp(TURN, outages)) != []
    assert driven.state.seats[0].control is Control.BOT


def test_absence_is_not_ended_by_an_outage() -> None:
    # P14: nobody could come back in it.
    driven = running("ann", "bob", "cid", "dan")
    driven.lose("ann")
    lost_ms = driven.now_ms
    outages = ((lost_ms + 5_000, lost_ms + 90_000),)

    driven.now_ms = lost_ms + 90_000
    assert driven.do(TimeUp("grace:0", outages)) == []

    driven.now_ms = lost_ms + GRACE_MS + 85_000
    assert driven.do(TimeUp("grace:0", outages))
    assert driven.state.seats[0].control is Control.BOT


def test_empty_table_outlives_an_outage() -> None:
    driven = running("ann")
    driven.lose("ann")
    empty_ms = driven.now_ms
    outages = ((empty_ms, empty_ms + 3 * RESERVED_MS),)

    driven.now_ms = empty_ms + 3 * RESERVED_MS
    assert driven.do(TimeUp(IDLE, outages)) == []

    driven.now_ms += RESERVED_MS
    assert driven.do(TimeUp(IDLE, outages)) == [TableClosed("idle")]


def fifth_trick() -> Driven:
    """A deal in which the rest may be claimed."""
    driven = second_trick()
    while driven.state.deal is None or len(driven.state.deal.state.tricks) < 4:
        driven.act_on_turn()
    return driven


def test_claim_is_not_refused_by_an_outage() -> None:
    driven = fifth_trick()
    driven.do(MakeClaim(f"p{driven.state.turn}", ours=False))
    at_ms = driven.now_ms
    outages = ((at_ms, at_ms + 60_000),)

    driven.now_ms = at_ms + 60_000
    assert driven.do(TimeUp(CLAIM, outages)) == []

    driven.now_ms += CLAIM_MS
    assert driven.do(TimeUp(CLAIM, outages))


def test_table_without_a_clock_waits_for_ever() -> None:
    driven = dealt_table(0, HANDS)

    assert driven.time_passes(10 * RESERVED_MS) == []


# ------------------------------------------------------------------ what was asked


def test_pause_ends_by_itself_and_gives_the_clock_its_time_back() -> None:
    driven = on_the_clock()
    driven.now_ms += 10_000
    for user in ("p0", "p1", "p2", "p3"):
        driven.do(WishPause(user, wish=True))
    paused_ms = driven.now_ms
    assert deadlines_of(driven.state) == {PAUSE: paused_ms + PAUSE_MS}

    assert driven.time_passes(PAUSE_MS) == [PAUSE]

    assert driven.events[-1] == PauseEnded()
    turn_ms = deadlines_of(driven.state)[TURN]
    assert turn_ms == paused_ms + PAUSE_MS + 35_000 + LATE_MS
    assert not any(held.wants_pause for held in driven.state.seats)


def second_trick(options: TableOptions = TWO) -> Driven:
    """Four people who have played one trick."""
    driven = dealt_table(0, HANDS, options=options)
    driven.move("p0", DiscardMove(("S8", "S7")))
    driven.move("p1", PlayMove("BF"))
    while not (driven.state.deal and driven.state.deal.state.tricks):
        driven.act_on_turn()
    return driven


def test_claim_that_nobody_answers_is_refused() -> None:
    driven = fifth_trick()
    driven.do(MakeClaim(f"p{driven.state.turn}", ours=False))
    assert deadlines_of(driven.state) == {CLAIM: driven.now_ms + CLAIM_MS}

    assert driven.time_passes(CLAIM_MS) == [CLAIM]

    assert isinstance(driven.events[-1], ClaimAnswered)
    assert driven.state.deal is not None
    assert driven.state.deal.claim is None


def test_undo_that_nobody_answers_is_refused() -> None:
    driven = second_trick(replace(TWO, undo=True))
    leader = f"p{driven.state.turn}"
    driven.act_on_turn()
    driven.do(AskUndo(leader))
    assert deadlines_of(driven.state) == {UNDO: driven.now_ms + UNDO_MS}

    assert driven.time_passes(UNDO_MS) == [UNDO]

    assert isinstance(driven.events[-1], UndoAnswered)
    assert driven.state.deal is not None
    assert driven.state.deal.undo is None
    driven.act_on_turn()
