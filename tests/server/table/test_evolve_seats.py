"""How events about seats change a table."""

from engine.seats import SEATS
from server.table.events import (
    BankSpent,
    BotSeated,
    ControlPassed,
    EntropyAdded,
    KickVoted,
    PauseWished,
    ReadyGiven,
    SeatLeft,
    SeatTaken,
)
from server.table.evolve_seats import applied, with_seat
from server.table.state import Control, Person, SeatState
from tests.server.table.playing import running, table

NOW_MS = 1_700_000_123_000


def test_one_seat_changes_and_the_others_stay() -> None:
    state = table().state

    after = with_seat(state, SEATS[2], lambda _held: SeatState(bot_level="easy"))

    assert after.seats[2] == SeatState(bot_level="easy")
    assert [after.seats[n] for n in (0, 1, 3)] == [state.seats[n] for n in (0, 1, 3)]


def test_person_who_sits_down_has_a_fresh_seat() -> None:
    state = applied(table().state, SeatTaken(SEATS[1], "u", "Ada"), NOW_MS)

    held = state.seats[1]
    assert held.person == Person("u", "Ada")
    assert (held.control, held.connected) == (Control.PERSON, True)
    assert (held.generation, held.arrival) == (1, 1)
    assert state.fill_since_ms == NOW_MS


def test_wait_for_bots_counts_from_the_first_person() -> None:
    state = applied(table().state, SeatTaken(SEATS[1], "u", "Ada"), NOW_MS)

    later = applied(state, SeatTaken(SEATS[2], "v", "Bea"), NOW_MS + 1)

    assert later.fill_since_ms == NOW_MS


def test_bot_acts_for_its_seat() -> None:
    state = applied(table().state, BotSeated(SEATS[1], "easy"), NOW_MS)

    assert (state.seats[1].control, state.seats[1].bot_level) == (Control.BOT, "easy")


def test_seat_that_was_left_is_empty_or_a_bots() -> None:
    waiting = applied(table().state, SeatTaken(SEATS[0], "u", "Ada"), NOW_MS)
    emptied = applied(waiting, SeatLeft(SEATS[0], barred=True), NOW_MS)
    playing = applied(running("ann").state, SeatLeft(SEATS[0]), NOW_MS)

    assert emptied.seats[0].control is Control.NOBODY
    assert emptied.barred == ("u",)
    assert playing.seats[0].bot_level == "medium"
    assert playing.barred == ()


def test_newest_of_many_who_were_sent_away_are_remembered() -> None:
    state = table().state

    for number in range(200):
        taken = applied(state, SeatTaken(SEATS[0], f"u{number}", "Ada"), NOW_MS)
        state = applied(taken, SeatLeft(SEATS[0], barred=True), NOW_MS)

    assert state.barred == tuple(f"u{number}" for number in range(72, 200))


def test_control_passes_with_the_connection() -> None:
    state = running("ann").state
    before = state.seats[0]

    away = applied(state, ControlPassed(SEATS[0], Control.GRACE, connected=False), 5)
    still = applied(away, ControlPassed(SEATS[0], Control.BOT, connected=False), 9)
    back = applied(
        still,
        ControlPassed(SEATS[0], Control.PERSON, connected=True, arrived=True),
        11,
    )

    assert (away.seats[0].away_since_ms, still.seats[0].away_since_ms) == (5, 5)
    assert back.seats[0].away_since_ms == 0
    assert back.seats[0].generation == before.generation + 3
    assert back.seats[0].arrival == before.arrival + 1


def test_small_things_are_noted_at_the_seat() -> None:
    state = running("ann").state

    state = applied(state, EntropyAdded(SEATS[0], bytes(16)), NOW_MS)
    state = applied(state, KickVoted(SEATS[0], SEATS[1]), NOW_MS)
    state = applied(state, PauseWished(SEATS[0], wish=True), NOW_MS)
    state = applied(state, ReadyGiven(SEATS[0]), NOW_MS)
    state = applied(state, BankSpent(SEATS[0], 5), NOW_MS)

    held = state.seats[0]
    assert held.entropy == bytes(16)
    assert held.kick_votes == (1,)
    assert (held.wants_pause, held.is_ready, held.bank_ms) == (True, True, 0)
    assert state.ready_since_ms == NOW_MS
