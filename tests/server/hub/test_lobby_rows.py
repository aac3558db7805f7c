"""What the lobby says of a table."""

from protocol.codec import encode_to_client
from protocol.to_client import LobbyRows
from server.hub.lobby_rows import facts_in, phase_of, row_data, row_of
from server.store_records import ROW_BYTES_MAX
from server.table.commands import CloseTable, GiveUpSeat, TakeSeat
from server.table.options import BotSeats, TableOptions
from server.table.seating import hash_of_password
from tests.server.table.playing import running, table
from tests.support.fakes import read

TWO = TableOptions(people=2, pace_ms=0, deals=2)


def test_phase_is_coarser_than_that_of_a_deal() -> None:
    driven = table(TWO)
    phases = [phase_of(driven.state)]
    driven.sit("ann", "bob")
    while not driven.state.finished:
        phases.append(phase_of(driven.state))
        if driven.state.turn is None:
            driven.start()
        else:
            driven.act_on_turn()
    phases.append(phase_of(driven.state))
    driven.do(CloseTable("maintenance"))
    phases.append(phase_of(driven.state))

    assert list(dict.fromkeys(phases)) == [
        "waiting",
        "playing",
        "between",
        "over",
        "closed",
    ]


def test_move_changes_nothing_in_the_lobby() -> None:
    driven = running("ann", "bob", options=TWO)
    row = row_of(driven.state)
    while driven.state.deal_runs:
        assert row_of(driven.state) == row
        driven.act_on_turn()

    assert row_of(driven.state) != row


def test_row_is_understood_by_clients() -> None:
    driven = table(TWO)
    driven.sit("ann")
    row = row_of(driven.state)
    assert row is not None

    data = row_data("QWERT", row)

    frame = encode_to_client(
        {"op": "lobby", "seq": 1, "whole": True, "more": False, "gone": []}
        | {"rows": [data]}
    )
    message = read(frame)
    assert isinstance(message, LobbyRows)
    (told,) = message.rows
    assert (told.table, told.phase, told.people, told.bots) == (
        "QWERT",
        "waiting",
        1,
        0,
    )
    assert (told.free, told.names) == (3, ("Ann",))


def test_free_seats_are_those_that_a_person_could_take() -> None:
    playing = running("ann", options=TWO)
    between = running("ann", options=TWO)
    between.play_out()

    frees = []
    for driven in (playing, between):
        row = row_of(driven.state)
        assert row is not None
        frees.append(row_data("QWERT", row)["free"])
    assert frees == [0, 3]


def test_table_is_listed_while_people_sit_there_and_it_is_open() -> None:
    private = table(TableOptions(private=True))
    private.sit("ann")
    left = table(TWO)
    assert row_of(left.state) is None
    left.sit("ann")
    assert row_of(left.state) is not None
    left.do(GiveUpSeat("ann"))

    assert row_of(private.state) is None
    assert row_of(left.state) is None


def test_longest_row_fits_into_the_store_and_says_no_password() -> None:
    password_hash = hash_of_password("tre re", bytes(range(16)))
    driven = table(TableOptions(password_hash=password_hash))
    for user in ("u1", "u2", "u3"):
        driven.do(TakeSeat(user, "\U00020000" * 24, password="tre re"))  # noqa: S106

    row = row_of(driven.state)

    assert row is not None
    assert len(row) <= ROW_BYTES_MAX
    assert password_hash not in row
    assert b"u1" not in row


def test_seats_that_bots_give_up_at_once_are_free() -> None:
    options = TableOptions(people=2, pace_ms=0, bot_seats=BotSeats.AT_ONCE)
    driven = running("ann", "bob", options=options)

    row = row_of(driven.state)

    assert row is not None
    assert row_data("QWERT", row)["free"] == 2
    assert facts_in(row)["phase"] == "playing"
