"""Which tables of the lobby somebody wants to see."""

from typing import Any

import pytest

from protocol.to_server import Lobby
from server.hub.lobby_filter import filter_of
from server.hub.lobby_rows import facts_in, row_of
from server.table.commands import TakeSeat
from server.table.options import TableOptions
from server.table.seating import hash_of_password
from tests.server.table.playing import table

SALT = bytes(16)


def a_row(*users: str, **options: Any) -> Any:
    driven = table(TableOptions(**options))
    driven.sit(*users)
    row = row_of(driven.state)
    assert row is not None
    return facts_in(row)


def behind_a_password() -> Any:
    options = TableOptions(
        people=1, deals=3, turn_ms=30_000, password_hash=hash_of_password("x", SALT)
    )
    driven = table(options)
    driven.do(TakeSeat("ann", "Ann", password="x"))  # noqa: S106
    row = row_of(driven.state)
    assert row is not None
    return facts_in(row)


USUAL = a_row("ann", "bob")
MIXED = a_row("ann", levels=("easy", None, None, None))
BUSY = behind_a_password()


@pytest.mark.parametrize("follow", [True, False])
def test_who_wants_everything_filters_nothing(follow: bool) -> None:  # noqa: FBT001
    assert filter_of(Lobby(follow=follow)) is None


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({"free": 2}, [USUAL, MIXED]),
        ({"free": 3}, [MIXED]),
        ({"people": 2}, [USUAL]),
        ({"deals": 3}, [BUSY]),
        ({"deals": 1, "people": 2}, [USUAL]),
        ({"clock": True}, [BUSY]),
        ({"clock": False}, [USUAL, MIXED]),
        ({"level": "medium"}, [USUAL, BUSY]),
        ({"level": "easy"}, []),
        ({"password": False}, [USUAL, MIXED]),
        ({"password": True}, [BUSY]),
        ({"phase": "playing"}, [BUSY]),
        ({"phase": "waiting", "people": 1}, [USUAL, MIXED]),
    ],
    ids=str,
)
def test_only_what_fits_is_wanted(asked: dict[str, Any], wanted: list[Any]) -> None:
    wants = filter_of(Lobby(follow=True, **asked))
    assert wants is not None

    assert [row for row in (USUAL, MIXED, BUSY) if wants(row)] == wanted
