"""The list of open tables, built from messages."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from protocol import limits
from protocol.lobby_list import LobbyList
from protocol.to_client import LobbyRows
from protocol.to_server import Lobby
from tests.protocol.lobby import rows


def read(message: dict[str, Any]) -> LobbyRows:
    return LobbyRows.model_validate(message)


def asked(*, follow: bool = True) -> LobbyList:
    lobby = LobbyList()
    lobby.wish = Lobby(follow=follow)
    assert lobby.ask() == Lobby(follow=follow)
    return lobby


def listed(lobby: LobbyList) -> dict[str, int]:
    return {row.table: row.people for row in lobby.rows or ()}


def test_nothing_is_known_or_wanted_at_first() -> None:
    lobby = LobbyList()

    assert lobby.rows is None
    assert not lobby.is_wanted


def test_list_comes_in_parts() -> None:
    lobby = asked(follow=False)
    assert lobby.is_wanted

    assert lobby.take(read(rows(1, "T2", whole=True, more=True)))
    assert lobby.asked
    assert lobby.take(read(rows(2, "T1")))

    assert not lobby.asked
    assert not lobby.is_wanted
    assert [row.table for row in lobby.rows or ()] == ["T1", "T2"]


def test_changes_are_added_replaced_and_taken_out() -> None:
    lobby = asked()
    lobby.take(read(rows(1, "T1", "T2", whole=True)))

    assert lobby.take(read(rows(2, "T2", "T3", people=3, gone=("T1", "T9"))))

    assert listed(lobby) == {"T2": 3, "T3": 3}
    assert lobby.is_wanted


def test_missing_message_is_noticed() -> None:
    lobby = asked()
    lobby.take(read(rows(1, "T1", whole=True)))

    assert not lobby.take(read(rows(3, "T2")))
    assert listed(lobby) == {"T1": 1}
    lobby.ask()
    assert not lobby.take(read(rows(2, "T2")))
    assert lobby.take(read(rows(4, "T3", whole=True)))
    assert listed(lobby) == {"T3": 1}


def test_list_is_bounded() -> None:
    lobby = asked()
    lobby.take(read(rows(1, whole=True)))
    names = [f"T{number:04}" for number in range(limits.LOBBY_TABLES + 50)]

    seq = 1
    for start in range(0, len(names), 50):
        seq += 1
        assert lobby.take(read(rows(seq, *names[start : start + 50])))
    assert lobby.take(read(rows(seq + 1, "T0000", "T9999", people=4)))

    assert len(lobby.rows or ()) == limits.LOBBY_TABLES
    assert listed(lobby)["T0000"] == 4
    assert "T9999" not in listed(lobby)


@given(
    changes=st.lists(
        st.tuples(
            st.sets(st.sampled_from("ABCDEF"), max_size=3),
            st.sets(st.sampled_from("ABCDEF"), max_size=2),
        ),
        max_size=8,
    )
)
def test_list_is_that_of_the_server(changes: list[tuple[set[str], set[str]]]) -> None:
    lobby = asked()
    lobby.take(read(rows(1, whole=True)))
    truth: dict[str, int] = {}

    for seq, (changed, gone) in enumerate(changes, 2):
        left = gone - changed
        lobby.take(read(rows(seq, *changed, people=seq % 5, gone=tuple(left))))
        truth |= dict.fromkeys(changed, seq % 5)
        truth = {table: people for table, people in truth.items() if table not in left}

    assert listed(lobby) == truth


def test_same_tables_are_asked_for_again() -> None:
    lobby = LobbyList()
    lobby.wish = Lobby(follow=True, free=2, phase="waiting")

    assert lobby.ask() == lobby.ask() == Lobby(follow=True, free=2, phase="waiting")
