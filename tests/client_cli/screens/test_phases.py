from dataclasses import replace

from client_cli.screens.phases import declare_lines, discard_lines
from client_cli.screens.state import ScreenState
from protocol.scores import Combinations
from tests.client_cli.screens.scenes import (
    declaring,
    declaring_second,
    discarding,
    looking_ahead,
)
from tests.client_cli.screens.test_hand import scene_of, text
from tests.client_cli.situations import known_with, offer


def test_the_discard_names_protected_and_chosen_cards() -> None:
    shown = [text(each) for each in discard_lines(scene_of(discarding()), 80, 12)]

    assert any("Protected, marked #: MN, BG, MT, SR, DR." in each for each in shown)
    assert " Chosen 2 of 2:  B10  B7" in shown


def test_what_the_chosen_cards_leave_is_what_the_table_has_counted() -> None:
    shown = [
        text(each)
        for each in discard_lines(scene_of(looking_ahead("DF", "SA")), 80, 12)
    ]

    assert " After this discard you could declare 18 points:" in shown
    assert " Lost by this discard: 30 points, and Coins and Aces." in shown


def test_in_a_small_window_what_the_choice_leads_to_comes_first() -> None:
    shown = [
        text(each) for each in discard_lines(scene_of(looking_ahead("DF", "SA")), 60, 5)
    ]

    assert shown[0] == " Chosen 2 of 2:  DF  SA"
    assert shown[1] == " After this discard you could declare 18 points:"


def test_a_preview_of_other_cards_is_not_shown() -> None:
    state = replace(looking_ahead("DF", "SA"), chosen=("DF", "B7"))

    shown = " ".join(text(each) for each in discard_lines(scene_of(state), 80, 12))

    assert "After this discard" not in shown
    assert "Arrows and Space mark a card" in shown


def test_a_hand_with_nothing_left_says_so() -> None:
    state = looking_ahead("DF", "SA")
    assert state.preview is not None
    nothing = {
        "cricche_total": 0,
        "sequences_total": 0,
        "total": 0,
        "public_cards": [],
        "lines": [],
    }
    preview = state.preview.model_copy(
        update={"rest": Combinations.model_validate(nothing)}
    )

    shown = [
        text(each)
        for each in discard_lines(scene_of(replace(state, preview=preview)), 80, 12)
    ]

    assert " After this discard there is nothing to declare." in shown


def test_many_combinations_are_told_by_name_and_points() -> None:
    hand = ["SR", "SQ", "SC", "BR", "BQ", "BC", "CR", "CQ", "CC", "DR", "DF", "D9"]
    state = looking_ahead("DF", "D9")
    assert state.preview is not None
    preview = state.preview.model_copy(
        update={"rest": Combinations.model_validate(offer(*hand))}
    )

    shown = [
        text(each)
        for each in discard_lines(scene_of(replace(state, preview=preview)), 80, 12)
    ]

    assert any("Kings 34 · Queens 14 · Knights 13 · Swords 10" in row for row in shown)


def test_a_rich_hand_keeps_its_total_and_what_all_would_see() -> None:
    lines = [text(each) for each in declare_lines(scene_of(declaring_second()), 80, 10)]

    assert len(lines) == 10
    assert lines[0].split() == ["Kings", "SR,", "BR,", "CR,", "DR", "34"]
    assert lines[7].split() == ["TOTAL:", "88", "x2", "+", "85", "x2", "346"]
    assert lines[8].startswith(" Everybody would see these 15 cards: BG, MT, SR, SQ,")


def test_in_a_small_window_every_combination_is_still_named() -> None:
    lines = [text(each) for each in declare_lines(scene_of(declaring()), 60, 5)]

    assert lines[0] == "    Jacks 12 · Coins 10 · Grande 15"
    assert lines[1].split() == ["TOTAL:", "12", "x1", "+", "25", "x1", "37"]


def test_headings_go_before_sums() -> None:
    lines = [text(each) for each in declare_lines(scene_of(declaring()), 80, 9)]

    assert "  SETS" not in lines
    assert any(row.lstrip().startswith("subtotal: 12, x1") for row in lines)


def test_who_does_not_deal_waits() -> None:
    state = replace(discarding(), asked=False)

    assert [text(each) for each in discard_lines(scene_of(state), 80, 12)] == [
        "",
        " The dealer lays two cards away.",
    ]


def test_a_declaration_is_listed_with_all_that_it_brings_and_shows() -> None:
    shown = [
        text(each).split() for each in declare_lines(scene_of(declaring()), 80, 20)
    ]

    assert ["Jacks", "SF,", "BF,", "DF", "12"] in shown
    assert ["Grande", "AN,", "MT", "as", "MN,", "SO,", "16", "15"] in shown
    assert ["TOTAL", "37"] in shown
    assert shown[-1] == (
        [
            "Everybody",
            "would",
            "see",
            "these",
            "8",
            "cards:",
            "AN,",
            "SO,",
            "16,",
            "MT,",
            "SF,",
            "BF,",
            "DR,",
            "DF.",
        ]
    )
    subtotals = [each for each in shown if each[0] == "subtotal:"]
    assert [each[-1] for each in subtotals] == ["12", "25"]


def test_a_hand_without_combinations_says_so() -> None:
    nothing = {
        "cricche_total": 0,
        "sequences_total": 0,
        "total": 0,
        "public_cards": [],
        "lines": [],
    }
    known = known_with(phase="declare", offer=nothing)
    shown = declare_lines(scene_of(ScreenState(known=known, asked=True)), 80, 20)

    assert text(shown[1]) == " You have nothing to declare."


def test_nothing_is_listed_when_nothing_is_asked() -> None:
    known = known_with(phase="declare", offer=None)

    lines = declare_lines(scene_of(ScreenState(known=known)), 80, 20)

    assert [text(each) for each in lines] == [""]
