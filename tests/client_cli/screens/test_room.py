from dataclasses import replace
from typing import Any

import pytest

from client_cli.screens.room import waiting_lines
from client_cli.screens.state import ScreenState
from client_cli.texts import texts_in
from tests.client_cli.pretend import BOT, EMPTY, options_with, person
from tests.client_cli.screens.scenes import waiting
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import known_with, view_of_seat

HERE = "ws://127.0.0.1:8080"
THERE = "wss://table.example"


def room(*, url: str = THERE, left_s: int | None = None, **changes: Any) -> list[str]:
    """What the room shows to somebody who waits in it for others."""
    known = known_with(
        view_of_seat(deal=None, **changes),
        phase="waiting",
        turn=None,
        legal=[],
        led=None,
        winning=None,
    )
    state = ScreenState(known=known, in_room=True, url=url, left_s=left_s)
    return [text(each) for each in waiting_lines(scene_of(state), 80)]


def joined(rows: list[str]) -> str:
    """The words as they are read, wherever a row ends."""
    return " ".join(word for row in rows for word in row.split())


def alone(**changes: Any) -> list[dict[str, Any]]:
    return [{**person("Ada"), **changes}, dict(EMPTY), dict(EMPTY), dict(BOT)]


def test_who_sits_where_and_who_is_ready() -> None:
    shown = [text(each) for each in waiting_lines(scene_of(waiting()), 80)]

    assert shown[1] == " Table QF7K2     open     1 deal     no clock     bots: medium"
    assert shown[3].split() == ["SOUTH", "Marta", "(you)", "person"]
    assert shown[5].split() == ["NORTH", "(partner)", "nobody", "yet"]
    assert shown[6].split() == ["WEST", "bot", "medium", "ready"]


def test_the_level_is_a_word_of_the_language() -> None:
    scene = scene_of(waiting(), texts_in("de"))

    assert text(waiting_lines(scene, 80)[1]).endswith("Bots: mittel")


def test_the_options_of_the_table_are_told() -> None:
    options = {**options_with(3), "private": True, "turn_ms": 30_000}

    shown = room(seats=alone(), options=options)

    assert "private     3 deals     30 s a move" in shown[1]


def test_how_others_come_is_always_on_the_screen() -> None:
    shown = room(seats=alone())

    assert " Invite: tarocco join https://table.example/QF7K2" in shown
    assert " Code: QF7K2. Link: https://table.example/QF7K2" in shown


def test_a_server_of_this_machine_says_that_it_is() -> None:
    words = joined(room(seats=alone(), url=HERE))

    assert "for programs on this machine alone" in words


def test_a_password_is_told() -> None:
    options = {**options_with(1), "password": True}

    assert "asked for the password" in joined(room(seats=alone(), options=options))


def test_when_bots_come_and_the_key_that_does_not_wait() -> None:
    words = joined(room(seats=alone(), left_s=24))

    assert "2 seats are free." in words
    assert "Bots take the free seats in 0:24." in words
    assert "Press Enter to begin now, with bots." in words


def test_a_room_without_a_clock_waits_for_people() -> None:
    assert "as soon as 4 people sit here" in joined(
        room(seats=alone(), options={**options_with(1), "people": 4})
    )


def test_who_is_ready_waits_for_the_others() -> None:
    words = joined(room(seats=alone(ready=True), left_s=20))

    assert "You are ready; the others are waited for." in words
    assert "in 0:20 at the latest" in words
    assert "Press Enter" not in words


def test_others_who_are_ready_are_named() -> None:
    seats = [person("Ada"), {**person("Maya"), "ready": True}, dict(EMPTY), dict(BOT)]

    assert "Others are ready: press Enter to begin." in joined(room(seats=seats))


@pytest.mark.parametrize(
    ("bot_seats", "words"),
    [("at_once", "a bot's seat at once"), ("between_deals", "between deals")],
)
def test_when_a_late_guest_gets_a_seat(bot_seats: str, words: str) -> None:
    options = {**options_with(1), "bot_seats": bot_seats}

    assert words in joined(room(seats=alone(), options=options))


def test_where_nobody_is_waited_for_the_deal_begins() -> None:
    state = replace(waiting(), in_room=False)

    words = joined([text(each) for each in waiting_lines(scene_of(state), 80)])

    assert "The deal begins at once." in words
    assert "Invite" not in words
