from dataclasses import replace

import pytest

from client_cli.screens.grid import Grid
from client_cli.screens.look import Look
from client_cli.screens.state import ScreenState
from client_cli.screens.table import (
    card_in_box,
    cards_left,
    draw_table,
    draw_wide_table,
    lying,
    seat_kind,
    seat_name,
    trick_spans,
)
from client_cli.texts import texts_in
from tests.client_cli.pretend import EMPTY, person
from tests.client_cli.screens.scenes import SEATS, known_of, playing, waiting, watching
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import deal_data, known_with, view_of_seat

ESCAPE = chr(27)


def with_seat(**changes: object) -> ScreenState:
    seats = [SEATS[0], {**SEATS[1], **changes}, *SEATS[2:]]
    return ScreenState(known=known_with(view_of_seat(seats=seats)))


def test_the_trick_lies_in_order_of_play_and_its_winner_is_marked() -> None:
    scene = scene_of(playing())

    assert [text(card_in_box(scene, steps)) for steps in range(4)] == [
        " YOU ?",
        "",
        "1 S10 *",
        "2  S8",
    ]


def test_a_question_mark_stands_where_another_seat_is_to_play() -> None:
    assert text(card_in_box(scene_of(watching()), 1)) == " ?"


def test_a_complete_trick_stays_until_the_next_card() -> None:
    state = playing()
    assert state.deal is not None
    deal = {**state.deal.model_dump(), "trick": [], "leader": 2}
    trick = lying(scene_of(replace(state, known=known_of(deal, winning=None))))

    assert trick.complete
    assert trick.leader == 3
    assert trick.cards == ("CC", "12", "C8", "MN")
    assert trick.winning == 3


def test_a_trick_that_rests_hides_the_next_one() -> None:
    scene = scene_of(replace(playing(), resting=True))

    assert lying(scene).cards == ("CC", "12", "C8", "MN")
    assert [text(card_in_box(scene, steps)) for steps in range(4)] == [
        "2  12",
        "3  C8",
        "4  MN *",
        "1  CC",
    ]


def test_before_the_first_card_nothing_lies_there() -> None:
    known = known_of(deal_data(trick=[]), led=None, winning=None)

    assert lying(scene_of(ScreenState(known=known))).cards == ()
    assert lying(scene_of(waiting())).cards == ()


def test_seats_have_direction_name_and_side() -> None:
    scene = scene_of(playing())

    assert seat_name(scene, 1) == "EAST Maya"
    assert seat_name(scene, 2) == "NORTH Anna (partner)"
    assert seat_name(scene, 3) == "WEST"
    assert cards_left(scene, 1) == "10 cards"
    assert cards_left(scene_of(waiting()), 1) == "0 cards"


def test_names_of_others_cannot_steer_the_terminal() -> None:
    scene = scene_of(with_seat(name=f"a{ESCAPE}[2J"))

    assert seat_name(scene, 1) == "EAST a<U+001B>[2J"


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, "person"),
        ({"connected": False}, "away"),
        ({"control": "grace"}, "away"),
        ({"control": "bot"}, "away, a bot plays"),
        ({**EMPTY}, "nobody yet"),
        ({"occupant": "bot", "level": "easy"}, "bot easy"),
    ],
)
def test_who_plays_is_always_said(changes: dict[str, object], kind: str) -> None:
    assert seat_kind(scene_of(with_seat(**changes)), 1) == kind


def test_levels_are_words_of_the_language() -> None:
    seat = with_seat(occupant="bot", level="hard")

    assert seat_kind(scene_of(seat, texts_in("it")), 1) == "bot difficile"


def test_the_table_is_never_wider_than_its_place() -> None:
    seats = [person("M" * 24)] * 4
    deal = deal_data(trick=["S10", "S8", "S7"])
    scene = scene_of(
        ScreenState(known=known_with(view_of_seat(seats=seats, deal=deal)))
    )
    for draw, width, height in ((draw_table, 54, 10), (draw_wide_table, 83, 18)):
        grid = Grid(120, 24, Look())

        draw(grid, 2, scene)
        shown = grid.picture().text()

        assert max(map(len, shown)) <= width
        assert [row for row, letters in enumerate(shown) if letters][-1] < 2 + height


def test_in_one_line_the_trick_has_seats_and_the_winner() -> None:
    assert text(trick_spans(scene_of(playing()))) == " 1 North S10* 2 West S8"
