"""Sitting down, leaving, being sent away, being there and being away."""

from dataclasses import replace

import pytest

from engine.seats import SEATS
from protocol.codes import ErrorCode
from protocol.limits import NAME_LENGTH
from server.table.commands import (
    GiveUpSeat,
    Kick,
    PersonBack,
    PersonConnected,
    PersonLost,
    TakeSeat,
    TimeUp,
)
from server.table.deadlines import deadlines_of
from server.table.events import (
    Author,
    BotSeated,
    ControlPassed,
    DealBegan,
    KickVoted,
    SeatLeft,
    SeatTaken,
    TableClosed,
)
from server.table.invitations import invitations_to
from server.table.options import BotSeats, TableOptions
from server.table.refusal import Refusal
from server.table.seating import SALT_BYTES, hash_of_password
from server.table.state import Control
from tests.server.table.playing import HOST, running, table

TWO = TableOptions(people=2, pace_ms=0)
GRACE_MS = TWO.grace_ms


def test_first_free_seat_is_taken_unless_one_is_named() -> None:
    driven = table()

    assert driven.do(TakeSeat("ann", "Ann")) == [SeatTaken(SEATS[0], "ann", "Ann")]
    assert driven.do(TakeSeat("bob", "Bob", SEATS[3])) == [
        SeatTaken(SEATS[3], "bob", "Bob")
    ]
    assert driven.do(TakeSeat("cid", "Cid")) == [SeatTaken(SEATS[1], "cid", "Cid")]


def test_taken_seat_is_refused_by_its_number() -> None:
    driven = table()
    driven.sit("ann")

    refusal = driven.refusal(TakeSeat("bob", "Bob", SEATS[0]))

    assert refusal == Refusal(ErrorCode.SEAT_TAKEN, args={"seat": 0})


def test_nobody_sits_twice() -> None:
    driven = table()
    driven.sit("ann")

    refusal = driven.refusal(TakeSeat("ann", "Ann", SEATS[1]))

    assert refusal == Refusal(ErrorCode.ALREADY_SEATED)


def test_full_table_takes_nobody() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert driven.refusal(TakeSeat("eve", "Eve")) == Refusal(ErrorCode.TABLE_FULL)


def test_deal_begins_by_itself_when_enough_people_sit() -> None:
    driven = table(TWO)
    driven.sit("ann")

    happened = driven.do(TakeSeat("bob", "Bob", SEATS[2]))

    began = happened.pop()
    assert happened == [
        SeatTaken(SEATS[2], "bob", "Bob"),
        BotSeated(SEATS[1], "medium"),
        BotSeated(SEATS[3], "medium"),
    ]
    assert isinstance(began, DealBegan)
    assert began.number == 1


def test_bot_makes_room_for_a_person_between_deals_only() -> None:
    driven = running("ann", options=replace(TWO, deals=2))
    assert driven.refusal(TakeSeat("bob", "Bob")).code is ErrorCode.TABLE_FULL
    taken = driven.refusal(TakeSeat("bob", "Bob", SEATS[1]))
    assert taken.code is ErrorCode.SEAT_TAKEN
    driven.play_out()

    happened = driven.do(TakeSeat("bob", "Bob"))

    # One deal is over, and the next begins only when somebody asks for it.
    assert happened == [SeatTaken(SEATS[1], "bob", "Bob")]
    assert not driven.state.deal_runs


def test_seats_are_told_apart_by_user_and_not_by_name() -> None:
    driven = table()
    driven.do(TakeSeat("u1", "Ann"))
    driven.do(TakeSeat("u2", "Ann"))

    assert [driven.state.seat_of(user) for user in ("u1", "u2", "Ann")] == [0, 1, None]


def test_who_leaves_before_a_deal_leaves_an_empty_seat() -> None:
    driven = table()
    driven.sit("ann", "bob")

    assert driven.do(GiveUpSeat("ann")) == [SeatLeft(SEATS[0])]
    assert driven.state.seats[0].control is Control.NOBODY
    assert driven.do(TakeSeat("cid", "Cid")) == [SeatTaken(SEATS[0], "cid", "Cid")]


def test_who_leaves_during_a_deal_leaves_a_bot() -> None:
    driven = running("ann", "bob", options=TWO)
    generation = driven.seat_state("ann").generation

    assert driven.do(GiveUpSeat("ann")) == [SeatLeft(SEATS[0])]

    held = driven.state.seats[0]
    assert (held.person, held.control, held.bot_level) == (None, Control.BOT, "medium")
    assert held.generation > generation
    assert driven.refusal(PersonConnected("ann")).code is ErrorCode.NOT_SEATED


def test_table_closes_with_its_last_person() -> None:
    driven = running("ann", "bob", options=TWO)
    driven.do(GiveUpSeat("ann"))

    assert driven.do(GiveUpSeat("bob")) == [SeatLeft(SEATS[1]), TableClosed("left")]
    assert driven.state.closed == "left"


def test_deal_that_was_left_does_not_count_as_played() -> None:
    driven = running("ann", options=TWO)
    driven.do(GiveUpSeat("ann"))

    assert driven.state.deals_played == 0


def test_lost_person_is_waited_for_and_then_a_bot_plays_until_they_return() -> None:
    # T-B20
    driven = running("ann", "bob", options=TWO)
    driven.lose("ann")
    assert driven.seat_state("ann").control is Control.GRACE

    assert f"grace:{driven.seat_of('ann')}" in driven.time_passes(GRACE_MS)
    assert driven.seat_state("ann").control is Control.BOT
    assert driven.log[-1].by in {Author.TIMER, Author.BOT}

    assert driven.do(PersonConnected("ann")) == [
        ControlPassed(
            driven.seat_of("ann"), Control.PERSON, connected=True, arrived=True
        )
    ]
    assert driven.seat_state("ann").control is Control.PERSON


def test_bot_plays_at_once_for_who_has_closed_the_client() -> None:
    driven = running("ann", "bob", options=TWO)
    arrival = driven.seat_state("ann").arrival

    happened = driven.do(PersonLost("ann", arrival, on_purpose=True))

    seat = driven.seat_of("ann")
    assert happened == [ControlPassed(seat, Control.BOT, connected=False)]
    assert f"grace:{seat}" not in deadlines_of(driven.state)
    assert f"reserved:{seat}" in deadlines_of(driven.state)
    driven.come_back("ann")
    assert driven.seat_state("ann").control is Control.PERSON


def test_answer_of_a_bot_is_outdated_once_the_person_is_back() -> None:
    # T-D06
    driven = running("ann", "bob", "cid", "dan")
    turn = driven.state.turn
    assert turn is not None
    person = driven.state.seats[turn].person
    assert person is not None
    driven.lose(person.user)
    driven.now_ms += GRACE_MS
    driven.do(TimeUp(f"grace:{turn}"))
    answer = driven.bot_answer()

    driven.come_back(person.user)

    assert driven.do(answer) == []
    assert driven.state.turn == turn


def test_older_client_that_goes_does_not_take_the_newer_one_along() -> None:
    driven = running("ann", "bob", options=TWO)
    older = driven.seat_state("ann").arrival
    driven.come_back("ann")

    assert driven.do(PersonLost("ann", older)) == []
    assert driven.seat_state("ann").connected


def test_who_moves_is_there() -> None:
    driven = running("ann", "bob", "cid", "dan")
    turn = driven.state.turn
    assert turn is not None
    person = driven.state.seats[turn].person
    assert person is not None
    driven.lose(person.user)

    happened = driven.act_on_turn()

    assert happened[0] == ControlPassed(turn, Control.PERSON, connected=True)


def test_person_who_is_there_takes_over_from_a_bot_by_a_word() -> None:
    driven = running("ann", "bob", "cid", "dan")
    assert driven.do(PersonBack("ann")) == []
    driven.lose("ann")
    driven.now_ms += GRACE_MS
    driven.do(TimeUp("grace:0"))
    arrival = driven.seat_state("ann").arrival

    happened = driven.do(PersonBack("ann"))

    assert happened == [ControlPassed(SEATS[0], Control.PERSON, connected=True)]
    assert driven.seat_state("ann").arrival == arrival


def test_each_client_of_a_person_is_another_arrival() -> None:
    driven = running("ann", "bob", "cid", "dan")
    first = driven.seat_state("ann").arrival

    driven.come_back("ann")

    assert driven.seat_state("ann").arrival == first + 1
    assert driven.do(PersonLost("ann", first)) == []
    assert driven.do(PersonLost("ann", first + 1)) != []


# ------------------------------------------------------------------ names, passwords


def test_name_that_is_taken_gets_a_number() -> None:
    # H59
    driven = table(TableOptions(people=4))

    for user, name in (("u1", "Ada"), ("u2", "ada"), ("u3", "x" * 24)):
        driven.do(TakeSeat(user, name))
    driven.do(TakeSeat("u4", "x" * 24))

    names = [driven.state.name_at(seat) for seat in SEATS]
    assert names == ["Ada", "ada-2", "x" * 24, "x" * 22 + "-2"]
    assert all(len(name) <= NAME_LENGTH for name in names)


def test_wrong_password_lets_nobody_sit_down() -> None:
    wanted = hash_of_password("tre re", bytes(SALT_BYTES))
    driven = table(TableOptions(password_hash=wanted))

    for word in ("", "Tre re", "tre re "):
        refusal = driven.refusal(TakeSeat("ann", "Ann", password=word))
        assert refusal == Refusal(ErrorCode.PASSWORD)
    assert driven.do(TakeSeat("ann", "Ann", password="tre re"))  # noqa: S106


def test_password_is_kept_as_a_hash_with_salt() -> None:
    one = hash_of_password("tre re", bytes(SALT_BYTES))
    other = hash_of_password("tre re", bytes([1]) * SALT_BYTES)

    assert one != other
    assert b"tre re" not in one
    assert len(one) == 2 * SALT_BYTES


def test_password_is_not_asked_of_a_table_without_one() -> None:
    assert table().do(TakeSeat("ann", "Ann", password="any"))  # noqa: S106


# ----------------------------------------------------------------- seats of bots


AT_ONCE = replace(TWO, bot_seats=BotSeats.AT_ONCE)


def test_person_takes_the_seat_of_a_bot_at_once_where_the_table_says_so() -> None:
    driven = running("ann", options=AT_ONCE)

    assert driven.do(TakeSeat("bob", "Bob")) == [SeatTaken(SEATS[1], "bob", "Bob")]
    assert driven.state.deal is not None
    assert driven.state.deal.holders[1] == ("bob",)


def test_nobody_sits_down_who_has_seen_another_hand_of_the_deal() -> None:
    # H57: he could look at one hand, leave, and look at another.
    driven = running("ann", "bob", options=AT_ONCE)
    driven.do(GiveUpSeat("ann"))

    elsewhere = driven.refusal(TakeSeat("ann", "Ann", SEATS[2]))
    assert elsewhere.code is ErrorCode.SEAT_TAKEN
    assert driven.do(TakeSeat("ann", "Ann")) == [SeatTaken(SEATS[0], "ann", "Ann")]


def test_bot_that_was_asked_is_outdated_when_a_person_took_the_seat() -> None:
    # T-D06
    driven = running("ann", options=AT_ONCE)
    while driven.state.turn == 0:
        driven.act_on_turn()
    answer, turn = driven.bot_answer(), driven.state.turn
    driven.do(TakeSeat("bob", "Bob", turn))

    assert driven.do(answer) == []
    assert driven.state.turn == turn


# ------------------------------------------------------------------------ sending away


def test_host_sends_somebody_away_who_cannot_come_back() -> None:
    driven = table()
    driven.sit("ann", HOST)

    assert driven.do(Kick(HOST, SEATS[0])) == [SeatLeft(SEATS[0], barred=True)]

    refusal = driven.refusal(TakeSeat("ann", "Ann"))
    assert refusal == Refusal(ErrorCode.KICKED)


def test_others_send_somebody_away_by_more_than_half_of_their_votes() -> None:
    driven = table()
    driven.sit("ann", "bob", "cid")

    assert driven.do(Kick("bob", SEATS[0])) == [KickVoted(SEATS[0], SEATS[1])]
    assert driven.do(Kick("bob", SEATS[0])) == []  # a second vote is no second vote
    assert driven.do(Kick("cid", SEATS[0])) == [
        KickVoted(SEATS[0], SEATS[2]),
        SeatLeft(SEATS[0], barred=True),
    ]


@pytest.mark.parametrize("seat", [1, 3])
def test_only_other_people_can_be_sent_away(seat: int) -> None:
    driven = table()
    driven.sit("ann", "bob", "cid")

    refusal = driven.refusal(Kick("bob", SEATS[seat]))

    assert refusal == Refusal(ErrorCode.NOT_SEATED, args={"seat": seat})


def test_nobody_is_sent_away_during_a_deal() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert driven.refusal(Kick("bob", SEATS[0])) == Refusal(ErrorCode.PHASE)


def test_kick_meant_for_somebody_in_a_history_that_is_lost_is_stale() -> None:
    driven = table()
    driven.sit(HOST, "ann")

    refusal = driven.refusal(Kick(HOST, SEATS[1], driven.version + 1))

    assert refusal == Refusal(ErrorCode.STALE, args={"version": driven.version})


def test_whoever_sat_down_later_is_not_meant_by_a_kick() -> None:
    driven = table()
    driven.sit(HOST, "ann")
    seen = driven.version
    driven.do(GiveUpSeat("ann"))
    driven.sit("bob")

    refusal = driven.refusal(Kick(HOST, SEATS[1], seen))

    assert refusal == Refusal(ErrorCode.STALE, args={"version": driven.version})
    assert driven.do(Kick(HOST, SEATS[1], driven.version)) == [
        SeatLeft(SEATS[1], barred=True)
    ]


def test_one_person_alone_sends_nobody_away() -> None:
    driven = table()
    driven.sit(HOST, "ann")

    assert driven.do(Kick("ann", SEATS[0])) == [KickVoted(SEATS[0], SEATS[1])]
    assert driven.state.seat_of(HOST) == 0


def test_vote_of_somebody_who_left_does_not_stay_behind() -> None:
    driven = table()
    driven.sit("ann", "bob", "cid")
    driven.do(Kick("bob", SEATS[0]))
    driven.do(GiveUpSeat("bob"))
    driven.sit("bob")

    assert driven.do(Kick("bob", SEATS[0])) == [KickVoted(SEATS[0], SEATS[1])]
    assert driven.state.seat_of("ann") == 0


# ------------------------------------------------------------------------ invitations


@pytest.mark.parametrize(
    ("user", "name", "may_sit"),
    [
        (HOST, "Whoever", True),
        ("u-ann", "Somebody", True),
        ("u-9", "nonna bea", True),
        ("u-9", "Eve", False),
        ("U-ANN", "Eve", False),
    ],
)
def test_only_who_is_invited_sits_down(
    user: str,
    name: str,
    may_sit: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    driven = table(TableOptions(invited=invitations_to(("u-ann", "Nonna Bea"))))
    wish = TakeSeat(user, name)

    if may_sit:
        assert driven.do(wish)[0] == SeatTaken(SEATS[0], user, name)
    else:
        refusal = driven.refusal(wish)
        assert (refusal.code, refusal.args) == (
            ErrorCode.NOT_ALLOWED,
            {"option": "invited"},
        )
