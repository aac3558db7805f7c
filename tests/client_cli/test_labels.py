import pytest

from client_cli.labels import labels_for, team_lines
from client_cli.texts import Texts


def test_names_of_a_saved_game_are_shown_safely() -> None:
    labels = labels_for({"names": ["Ada", "\x1b[2J", "", "d"]}, Texts())

    assert labels.seat(0) == "seat 0 (Ada)"
    assert "\x1b" not in labels.seat(1)
    assert labels.seat(2) == "seat 2"


@pytest.mark.parametrize("data", [None, [], {}, {"names": "Ada"}, {"names": ["a"]}])
def test_without_names_seats_have_numbers(data: object) -> None:
    assert labels_for(data, Texts()).seat(3) == "seat 3"


def test_names_that_are_none() -> None:
    assert labels_for({"names": [1, None, {}, []]}, Texts()).seat(0) == "seat 0"


def test_who_plays_with_whom() -> None:
    labels = labels_for({"names": ["Ada", "b", "c", "d"]}, Texts())

    assert team_lines(labels, Texts()) == [
        "Team 0: seat 0 (Ada) and seat 2 (c).",
        "Team 1: seat 1 (b) and seat 3 (d).",
    ]
