"""Which deadlines a table has, and what becomes of people who are away."""

from dataclasses import replace

from engine.seats import SEATS
from server.table.commands import TimeUp
from server.table.deadlines import (
    BOT,
    IDLE,
    bot_wait_ms,
    deadlines_of,
    grace_kind,
    reserved_kind,
    seat_of_kind,
)
from server.table.options import TableOptions
from tests.server.table.playing import Driven, running, table

TWO = TableOptions(people=2, pace_ms=0)
GRACE_MS = TWO.grace_ms
RESERVED_MS = TWO.reserved_ms


def a_bot_waits(pace_ms: int, seed: int = 0) -> Driven:
    driven = running("ann", options=replace(TWO, pace_ms=pace_ms), seed=seed)
    while driven.state.turn == driven.seat_of("ann"):
        driven.act_on_turn()
    return driven


def test_bot_waits_about_the_pace_of_the_table() -> None:
    waits = []
    asked = a_bot_waits(900).state
    for turn_version in range(400):
        state = replace(asked, turn_version=turn_version)
        waits.append(bot_wait_ms(state))
        assert deadlines_of(state)[BOT] == state.since_ms + waits[-1]

    assert 600 <= min(waits) < 660
    assert 1_440 < max(waits) <= 1_500
    assert len(set(waits)) > 200


def test_bot_does_not_wait_at_a_table_without_pace() -> None:
    driven = a_bot_waits(0)

    assert deadlines_of(driven.state) == {BOT: driven.state.since_ms}


def test_wait_of_a_bot_says_nothing_about_the_cards() -> None:
    # P13: other cards, the same turn, the same wait.
    waits = {
        bot_wait_ms(replace(a_bot_waits(900, seed).state, turn_version=50))
        for seed in range(8)
    }

    assert len(waits) == 1


def test_waits_of_two_tables_differ() -> None:
    state = a_bot_waits(900).state
    other = replace(state, pace_seed=bytes(16))

    assert bot_wait_ms(state) != bot_wait_ms(other)


def test_kinds_name_their_seat() -> None:
    assert seat_of_kind(grace_kind(SEATS[2])) == ("grace", 2)
    assert seat_of_kind(reserved_kind(SEATS[0])) == ("reserved", 0)
    for kind in ("", "bot", "idle", "grace", "grace:", "grace:4", "grace:01"):
        assert seat_of_kind(kind) is None


def test_person_who_is_there_is_waited_for_without_a_clock() -> None:
    driven = running("ann", "bob", "cid", "dan")

    assert deadlines_of(driven.state) == {}


def test_new_table_is_given_up_if_nobody_comes() -> None:
    driven = table()

    assert deadlines_of(driven.state) == {IDLE: driven.now_ms + RESERVED_MS}


def test_every_absent_person_has_a_reservation_of_their_own() -> None:
    driven = running("ann", "bob", "cid", "dan")
    first_ms = driven.now_ms
    driven.lose("ann")
    driven.now_ms += 5_000
    driven.lose("bob")

    assert deadlines_of(driven.state) == {
        "grace:0": first_ms + GRACE_MS,
        "reserved:0": first_ms + RESERVED_MS,
        "grace:1": first_ms + 5_000 + GRACE_MS,
        "reserved:1": first_ms + 5_000 + RESERVED_MS,
    }


def test_reservation_counts_from_the_loss_and_not_from_the_bot() -> None:
    driven = running("ann", "bob", "cid", "dan")
    lost_ms = driven.now_ms
    driven.lose("ann")
    driven.now_ms += GRACE_MS
    driven.do(TimeUp("grace:0"))

    assert deadlines_of(driven.state)["reserved:0"] == lost_ms + RESERVED_MS


def test_nothing_runs_while_nobody_is_connected() -> None:
    driven = a_bot_waits(900)
    driven.now_ms += 100
    driven.lose("ann")
    away_ms = driven.now_ms
    assert deadlines_of(driven.state) == {IDLE: away_ms + RESERVED_MS}

    driven.now_ms += 60_000
    driven.come_back("ann")

    assert list(deadlines_of(driven.state)) == [BOT]
