"""What a quick match is for, and who has the same wish."""

from dataclasses import replace

import pytest

from server.door.wishes import Wish
from server.hub.lobby_rows import facts_in, row_of
from server.table.commands import GiveUpSeat
from server.table.invitations import invitations_to
from server.table.options import TableOptions
from tests.server.table.playing import Driven, running, table

USUAL = TableOptions(people=4, pace_ms=0)


def wish(options: TableOptions = USUAL, *, waits: bool = False) -> Wish:
    return Wish("eve", options, waits=waits)


def waiting(*users: str, options: TableOptions = USUAL) -> Driven:
    driven = table(options)
    driven.sit(*users)
    return driven


@pytest.mark.parametrize(
    "closed",
    [
        {"private": True},
        {"password_hash": bytes(32)},
        {"invited": ("Ada",)},
        {"people": 1},
    ],
    ids=str,
)
def test_some_wishes_are_not_for_company(closed: dict[str, object]) -> None:
    assert wish().is_for_company
    assert not wish(replace(USUAL, **closed)).is_for_company  # type: ignore[arg-type]


def test_key_is_that_of_the_game_and_not_of_the_house() -> None:
    key = wish().key

    assert key == wish(replace(USUAL, grace_ms=1, reserved_ms=2, lag_budget_ms=3)).key
    assert key == wish(replace(USUAL, fill_ms=9_000)).key
    assert key != wish(replace(USUAL, fill_ms=9_000), waits=True).key
    assert key != wish(replace(USUAL, undo=True)).key


def test_table_fits_while_a_seat_is_free_and_somebody_is_there() -> None:
    fits = wish().fits
    driven = waiting("ann")
    assert fits(driven.state)
    assert fits(table(USUAL).state)  # whoever opened it is about to sit down
    assert not fits(waiting("eve").state)
    assert not fits(running("ann", "bob", "cid", "dan", options=USUAL).state)
    driven.lose("ann")
    assert not fits(driven.state)
    driven.do(GiveUpSeat("ann"))
    assert not fits(driven.state)


def test_who_was_sent_away_does_not_fit() -> None:
    state = replace(waiting("ann").state, barred=("eve",))

    assert not wish().fits(state)


@pytest.mark.parametrize(
    "options",
    [
        replace(USUAL, invited=invitations_to(("u-ann", "Ann"))),
        replace(USUAL, deals=2),
        replace(USUAL, password_hash=bytes(32)),
    ],
    ids=["invited", "other", "password"],
)
def test_table_that_is_not_for_all_or_not_as_wished_fits_nobody(
    options: TableOptions,
) -> None:
    state = replace(waiting("ann").state, options=options)
    row = row_of(state)
    assert row is not None

    assert not wish().fits(state)
    assert wish().rank("QWERT", facts_in(row)) is None


def test_tables_that_wait_come_first_and_full_ones_not_at_all() -> None:
    two = replace(USUAL, people=2)
    states = {
        "B": waiting("ann", options=replace(two, people=2)).state,
        "A": running("ann", "bob", options=replace(two, people=2)).state,
    }
    ranks = {}
    for name, state in states.items():
        row = row_of(state)
        assert row is not None
        ranks[name] = wish(two).rank(name, facts_in(row))

    assert ranks == {"B": (0, -1, "B"), "A": None}
