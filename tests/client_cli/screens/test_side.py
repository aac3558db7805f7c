from dataclasses import replace

from client_cli.live.table_talk import MutedNow
from client_cli.screens.actions import Action
from client_cli.screens.grid import Press
from client_cli.screens.side import (
    headed,
    last_trick_lines,
    log_lines,
    shown_cards,
    side_lines,
    wide_side_lines,
)
from client_cli.screens.state import Panel
from tests.client_cli.screens.scenes import playing, talking, waiting, watching
from tests.client_cli.screens.test_hand import scene_of, text

SIDE = [
    " LAST TRICK (5)      [t]",
    "   West    CC",
    "   you     12",
    "   East    C8",
    "   North   MN    won",
    " Tricks WE 2-3 THEY",
    " Declared WE 22-40 THEY",
    " SHOWN, STILL HELD",
    " East SR SQ SC SA BA CA",
    " West CR CQ BG",
    " North MR MR MR",
]


def test_beside_the_table_stand_trick_score_and_shown_cards() -> None:
    lines = side_lines(scene_of(playing()), 25)

    assert [text(each) for each in lines] == SIDE


def test_played_cards_are_shown_no_longer() -> None:
    # West has declared CC as well, and has played it to the fifth trick.
    assert "CC" not in text(shown_cards(scene_of(playing()), 25)[2])


def test_a_long_list_goes_on_in_the_next_line() -> None:
    lines = [text(each) for each in shown_cards(scene_of(playing()), 14)]

    assert lines[1:3] == [" East SR SQ SC", "   SA BA CA"]


def test_without_declarations_nothing_is_listed() -> None:
    assert shown_cards(scene_of(watching()), 25) == []
    assert shown_cards(scene_of(waiting()), 25) == []


def test_before_the_first_trick_its_place_is_kept() -> None:
    lines = last_trick_lines(scene_of(watching()), 25)

    assert [text(each) for each in lines] == [" No trick yet", "", "", "", ""]


def test_there_is_more_beside_a_wide_table() -> None:
    lines = [text(each) for each in wide_side_lines(scene_of(playing()), 36, 27)]

    assert "   East Swords 15 Aces 10" in lines
    log = lines.index(" Trick 6. North played S10.")
    assert lines[log : log + 3] == [
        " Trick 6. North played S10.",
        " West played S8.",
        " Maya, East: ciao!",
    ]


def test_talk_and_who_is_not_heard_stand_below_the_log() -> None:
    state = replace(talking(), panel=Panel.NONE)

    lines = [text(each) for each in wide_side_lines(scene_of(state), 36, 30)]

    assert lines[-5:] == [
        f" TALK{' ' * 27}[y]",
        " Maya says: Hello!",
        " Anna says: Good luck!",
        " Anna says: One more?",
        " muted: Maya",
    ]


def test_that_nobody_is_heard_is_said() -> None:
    state = replace(playing(), muted=MutedNow(everybody=True))

    assert text(wide_side_lines(scene_of(state), 36, 30)[-1]) == " muted: everybody"


def test_of_the_log_the_end_is_kept() -> None:
    log = ("first", "second is long", "third")

    assert [text(each) for each in log_lines(log, 10, 3)] == [
        " second is",
        " long",
        " third",
    ]
    assert log_lines(log, 10, 0) == []


def test_a_heading_opens_its_panel() -> None:
    heading = headed(
        scene_of(playing()), "A heading that is long", Action.LAST_TRICK, 16
    )

    assert text(heading) == " A heading… [t]"
    assert {span.target for span in heading} == {Press(Action.LAST_TRICK)}
