from typing import Any

import pytest

from client_cli.live.places import Places, places_in
from client_cli.texts import Texts, texts_in
from protocol.views import SeatInfo
from tests.client_cli.pretend import BOT, EMPTY, person
from tests.client_cli.situations import view_of_seat


@pytest.mark.parametrize("you", range(4))
def test_whoever_plays_sits_in_the_south(you: int) -> None:
    places = Places(Texts(), you)
    seats = [(you + steps) % 4 for steps in range(4)]

    assert [places.direction(seat) for seat in seats] == [
        "South",
        "East",
        "North",
        "West",
    ]
    assert [places.name(seat) for seat in seats] == [
        "you",
        "East",
        "North, partner",
        "West",
    ]
    assert [places.short(seat) for seat in seats] == ["you", "East", "North", "West"]
    assert [places.is_partner(seat) for seat in seats] == [False, False, True, False]


def test_sides() -> None:
    places = Places(texts_in("it"), 1)

    assert (places.team(1), places.team(0)) == ("noi", "loro")
    assert places.by_side((10, 20)) == (20, 10)
    assert places.labels().team(0) == "loro"
    assert places.labels().seat(1) == "tu"


def test_names_are_foreign_text() -> None:
    places = Places(Texts(), 0)
    maya = SeatInfo.model_validate(person("Ma\u202eya"))

    assert places.person(1, maya) == "Ma<U+202E>ya, East"
    assert places.person(3, SeatInfo.model_validate(BOT)) == "bot (medium), West"
    assert places.person(2, SeatInfo.model_validate(EMPTY)) == "nobody yet, North"


def test_an_onlooker_sits_at_seat_0() -> None:
    assert places_in(view_of_seat(None), Texts()).you == 0


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "Maya, East"),
        ({"control": "grace", "connected": False}, "Maya, East, away"),
        ({"connected": False}, "Maya, East, away"),
        ({"control": "bot", "connected": False}, "Maya, East, away, a bot plays"),
    ],
)
def test_who_is_away_is_said_to_be_away(changes: dict[str, Any], told: str) -> None:
    maya = SeatInfo.model_validate({**person("Maya"), **changes})

    assert Places(Texts(), 0).person(1, maya) == told


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert", "master"])
def test_a_bot_is_a_bot_of_its_level(level: str) -> None:
    bot = SeatInfo.model_validate({**BOT, "level": level})

    assert Places(Texts(), 0).person(3, bot) == f"bot ({level}), West"
    assert level not in Places(texts_in("it"), 0).person(3, bot)


def test_a_level_that_only_newer_clients_know() -> None:
    bot = SeatInfo.model_validate({**BOT, "level": "great"})

    assert Places(Texts(), 0).person(3, bot) == "bot (great), West"


def test_people_are_called_by_their_names_and_seats() -> None:
    seats = [person("Ada"), person("Anna"), person("Anna"), dict(BOT)]
    places = places_in(view_of_seat(seats=seats), Texts())

    # Two of the same name, and who is at a seat, can be told apart.
    assert [places.called(seat) for seat in (1, 2, 3)] == [
        "Anna (East)",
        "Anna (North)",
        "West",
    ]
