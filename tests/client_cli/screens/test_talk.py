from dataclasses import replace
from typing import Any

import pytest

from client_cli.live.table_talk import MutedNow
from client_cli.screens.grid import Choose, Role
from client_cli.screens.state import ScreenState
from client_cli.screens.talk import may_say, talk_choices, talk_lines
from tests.client_cli.pretend import options_with, person
from tests.client_cli.screens.scenes import SEATS, playing, talking
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def at_table(**options: Any) -> ScreenState:
    view = view_of_seat(
        seats=SEATS, options={**options_with(1), **options}, deal=deal_data()
    )
    return ScreenState(known=known_with(view))


def words(state: ScreenState) -> list[str]:
    return [choice.words for choice in talk_choices(scene_of(state))]


def test_phrases_and_people_can_be_chosen() -> None:
    choices = talk_choices(scene_of(playing()))

    assert (choices[0].words, choices[0].line) == ("1 Hello!", "say 1")
    assert (choices[11].words, choices[11].line) == ("12 Goodbye!", "say 12")
    assert [(each.words, each.line) for each in choices[12:]] == [
        ("Mute Maya", "mute East"),
        ("Mute Anna", "mute North"),
        ("Mute everybody", "mute"),
    ]


def test_where_nothing_is_said_people_can_still_be_muted() -> None:
    assert words(at_table(talk="off")) == ["Mute Maya", "Mute Anna", "Mute everybody"]


def test_whom_one_does_not_hear_one_can_hear_again() -> None:
    assert words(talking())[12:] == ["Hear Maya again", "Mute Anna", "Mute everybody"]
    nobody = replace(playing(), muted=MutedNow(everybody=True))
    assert words(nobody)[12:] == ["Hear everybody again"]


@pytest.mark.parametrize(
    ("talk", "said"),
    [
        ("off", "At this table nothing is said."),
        ("phrases", "At this table only phrases are said."),
        ("free", "While a deal is played only phrases are said."),
        ("always", "Type what you want to say."),
    ],
)
def test_what_may_be_said_is_told(talk: str, said: str) -> None:
    assert may_say(scene_of(at_table(talk=talk))) == said


def test_what_was_said_comes_first_and_what_is_new_is_marked() -> None:
    lines = talk_lines(scene_of(talking()), 60, 16)

    assert [text(each) for each in lines[:3]] == [
        "Maya says: Hello!",
        "Anna says: Good luck!",
        "Anna says: One more?",
    ]
    assert [each[0].role for each in lines[:3]] == [Role.PLAIN, Role.PLAIN, Role.MARK]


def test_where_the_arrows_stand_is_seen_and_each_can_be_clicked() -> None:
    lines = talk_lines(scene_of(talking()), 60, 16)
    row = next(each for each in lines if "Nice hand!" in text(each))

    assert text(row) == "  3 Well played!              > 4 Nice hand!"
    assert [span.target for span in row] == [Choose(2), Choose(3)]


def test_older_talk_can_be_looked_up() -> None:
    state = replace(
        talking(), talk=tuple(f"Maya says: {number}" for number in range(40)), unread=0
    )

    def first(scroll: int) -> str:
        return text(talk_lines(scene_of(replace(state, scroll=scroll)), 60, 16)[0])

    assert first(0) == "Maya says: 34"
    assert first(5) == "Maya says: 29"
    assert first(500) == "Maya says: 0"


def test_a_small_window_keeps_what_can_be_chosen() -> None:
    lines = [text(each) for each in talk_lines(scene_of(talking()), 50, 8)]

    assert len(lines) == 8
    assert lines[-1] == "  Mute everybody"


def test_before_anything_is_said_that_is_said() -> None:
    assert text(talk_lines(scene_of(playing()), 60, 16)[0]) == (
        "Nobody has said anything yet."
    )


def test_names_cannot_draw() -> None:
    seats = [person("Ada"), person("Ma\x1b[2J\u202eya"), *SEATS[2:]]
    known = known_with(view_of_seat(seats=seats))

    shown = words(ScreenState(known=known))[12]

    assert shown.startswith("Mute ")
    assert shown.isprintable()
