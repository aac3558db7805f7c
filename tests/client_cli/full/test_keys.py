from dataclasses import replace

import pytest

from client_cli.full.keys import Effect, after_click, after_key
from client_cli.live.seat import Confirm
from client_cli.screens.grid import Open, Pick, Press
from client_cli.screens.result import result_rows
from client_cli.screens.state import Panel, ScreenState
from client_cli.texts import Texts, texts_in
from tests.client_cli.screens.scenes import (
    declaring,
    discarding,
    playing,
    returning,
    settled,
    waiting,
    watching,
)
from tests.client_cli.screens.test_hand import scene_of
from tests.client_cli.situations import known_with

TEXTS = Texts()
NOTHING = {
    "cricche_total": 0,
    "sequences_total": 0,
    "total": 0,
    "public_cards": [],
    "lines": [],
}


def fresh() -> ScreenState:
    return replace(playing(), typed="")


def press(state: ScreenState, *keys: str) -> Effect:
    """What came of the last of some keys."""
    effect = Effect(state)
    for key in keys:
        effect = after_key(effect.state, key, TEXTS)
    return effect


def test_a_card_is_typed_and_entered() -> None:
    effect = press(fresh(), "s", "f")
    assert effect.line is None
    assert effect.state.typed == "sf"

    effect = press(effect.state, "Enter")
    assert effect.line == "sf"
    assert effect.state.typed == ""


def test_typing_can_be_mended_and_given_up() -> None:
    assert press(fresh(), "s", "x", "Backspace", "f").state.typed == "sf"
    assert press(fresh(), "s", "f", "Esc").state.typed == ""
    assert press(fresh(), "s", "Tab", chr(7)).state.typed == "s"


def test_a_line_is_bounded() -> None:
    assert len(press(fresh(), *"s" * 300).state.typed) == 200


def test_a_key_ends_the_rest_of_the_last_trick() -> None:
    assert not press(replace(fresh(), resting=True), "s").state.resting


def test_every_card_code_can_be_typed_at_once() -> None:
    """No command key is the first letter of a card (2.1)."""
    for code in ("sr", "b10", "cq", "d6", "an", "mn", "mt", "mr", "lu", "bg", "16"):
        assert press(fresh(), *code, "Enter").line == code


def test_a_space_begins_a_line_of_words() -> None:
    effect = press(fresh(), "Space", *"why", "Space", *"bq", "Enter")

    assert effect.line == "why bq"


@pytest.mark.parametrize(
    ("key", "panel"),
    [
        ("t", Panel.LAST_TRICK),
        ("p", Panel.POINTS),
        ("h", Panel.LOG),
        ("?", Panel.HELP),
    ],
)
def test_a_panel_opens_and_closes_with_its_key(key: str, panel: Panel) -> None:
    opened = press(fresh(), key)

    assert opened.state.panel is panel
    assert press(opened.state, key).state.panel is Panel.NONE
    assert press(opened.state, "Esc").state.panel is Panel.NONE


def test_another_key_closes_a_panel_and_is_not_lost() -> None:
    effect = press(fresh(), "t", "s", "f")

    assert effect.state.panel is Panel.NONE
    assert effect.state.typed == "sf"


def test_panels_can_be_moved() -> None:
    answer = replace(fresh(), panel=Panel.ANSWER)

    assert press(answer, "Down", "Down", "Up").state.scroll == 5
    assert press(answer, "Up").state.scroll == 0
    assert press(fresh(), "h", "Up").state.scroll == 5


@pytest.mark.parametrize(
    ("key", "line"),
    [("w", "why"), ("r", "rules"), ("q", "quit"), ("z", "undo"), ("x", "cancel")],
)
def test_a_key_is_as_good_as_its_word(key: str, line: str) -> None:
    assert press(fresh(), key).line == line


@pytest.mark.parametrize(
    ("key", "typed"), [("y", "say "), ("g", "signal "), ("k", "claim ")]
)
def test_a_key_begins_a_line_that_needs_more(key: str, typed: str) -> None:
    assert press(fresh(), key).state.typed == typed
    assert press(fresh(), key, "a", "Enter").line == f"{typed}a"


def test_lines_are_in_the_language_of_the_person() -> None:
    assert after_key(fresh(), "q", texts_in("it")).line == "esci"


def test_why_asks_about_the_card_that_is_stood_on() -> None:
    assert press(replace(fresh(), cursor="SF"), "w").line == "why SF"


def test_arrows_go_through_the_legal_cards_and_enter_plays() -> None:
    assert press(fresh(), "Right").state.cursor == "MT"
    assert press(fresh(), "Right", "Right").state.cursor == "SF"
    assert press(fresh(), "Right", "Left").state.cursor == "S6"
    assert press(fresh(), "Right", "Down", "Right", "Up").state.cursor == "MT"
    assert press(fresh(), "Right", "Down", "Down").state.cursor == "MT"

    effect = press(fresh(), "Right", "Right", "Enter")

    assert effect.line == "SF"
    assert effect.state.cursor is None


def test_arrows_follow_the_order_that_is_shown() -> None:
    assert press(fresh(), "o", "Right", "Right").state.cursor == "S6"
    assert not press(fresh(), "o", "o").state.reversed


def test_enter_alone_plays_nothing() -> None:
    assert press(fresh(), "Enter").line is None


@pytest.mark.parametrize("state", [watching(), waiting(), declaring()])
def test_there_is_nothing_to_choose_while_no_card_is_asked_for(
    state: ScreenState,
) -> None:
    assert press(state, "Right").state.cursor is None


def test_two_cards_are_marked_and_laid_away() -> None:
    state = replace(discarding(), chosen=())

    effect = press(state, "Right", "Space", "Right", "Space")

    assert effect.state.chosen == ("SO", "16")
    assert press(effect.state, "Space").state.chosen == ("SO",)
    assert press(effect.state, "Enter").line == "discard SO 16"
    assert press(effect.state, "Esc").state.chosen == ()
    assert press(state, "Right", "Space", "Enter").line is None


def test_a_third_card_takes_the_place_of_the_first() -> None:
    effect = after_click(discarding(), Pick("SA"), TEXTS)

    assert effect.state.chosen == ("B7", "SA")


def test_protected_cards_cannot_be_marked() -> None:
    assert after_click(discarding(), Pick("SR"), TEXTS).state.chosen == ("B10", "B7")


def test_enter_declares_and_n_skips() -> None:
    assert press(declaring(), "Enter").line == "declare"
    assert press(declaring(), "n").line == "skip"


def test_enter_skips_where_there_is_nothing_to_declare() -> None:
    known = known_with(phase="declare", offer=NOTHING)

    assert press(ScreenState(known=known, asked=True), "Enter").line == "skip"


def test_n_is_a_letter_elsewhere() -> None:
    assert press(fresh(), "n").state.typed == "n"


@pytest.mark.parametrize(
    ("confirm", "key", "line"),
    [
        (Confirm.QUIT, "y", "yes"),
        (Confirm.QUIT, "n", "no"),
        (Confirm.QUIT, "Esc", "no"),
        (Confirm.QUIT, "Enter", None),
        (Confirm.MOVE, "y", "yes"),
        (Confirm.MOVE, "Enter", "yes"),
        (Confirm.MOVE, "Esc", "no"),
        (Confirm.AGREEMENT, "y", "yes"),
        (Confirm.AGREEMENT, "n", "no"),
        (Confirm.AGREEMENT, "Esc", None),
        (Confirm.NEXT_DEAL, "Enter", "yes"),
        (Confirm.NEXT_DEAL, "q", "quit"),
    ],
)
def test_questions_are_answered_by_a_key(
    confirm: Confirm, key: str, line: str | None
) -> None:
    assert press(replace(fresh(), confirm=confirm), key).line == line


@pytest.mark.parametrize(
    ("key", "line"), [("Enter", "yes"), ("y", "yes"), ("n", "no"), ("q", "quit")]
)
def test_the_return_is_answered_by_a_key(key: str, line: str) -> None:
    assert press(returning(), key).line == line


def test_other_keys_do_not_answer_the_return() -> None:
    assert press(returning(), "j").line is None
    assert press(ScreenState(), "Enter").line is None


def test_the_result_is_gone_through_line_by_line() -> None:
    last = len(result_rows(scene_of(settled()))) - 1

    assert press(settled(), "Down", "Down", "Up").state.line == 1
    assert press(replace(settled(), line=last), "Down").state.line == last
    opened = press(settled(), "Down", "e")
    assert opened.state.panel is Panel.EXPLAIN
    assert press(opened.state, "Down").state.line == 2
    assert press(replace(opened.state, known=None), "Down").state.line == 0


def test_a_new_deal_begins_at_the_first_line() -> None:
    assert press(replace(settled(), line=4), "Enter").state.line == 0


def test_e_is_a_letter_before_the_result() -> None:
    assert press(fresh(), "e").state.typed == "e"


def test_a_click_on_a_card_plays_it() -> None:
    assert after_click(playing(), Pick("S6"), TEXTS).line == "S6"
    assert after_click(playing(), Pick("S6"), TEXTS).state.typed == ""


@pytest.mark.parametrize(
    "state",
    [watching(), declaring(), replace(playing(), confirm=Confirm.QUIT)],
)
def test_a_click_on_a_card_does_nothing_while_none_is_asked_for(
    state: ScreenState,
) -> None:
    assert after_click(state, Pick("SF"), TEXTS).line is None


def test_keys_lines_and_panels_can_be_clicked() -> None:
    assert after_click(declaring(), Press("Enter"), TEXTS).line == "declare"
    assert after_click(fresh(), Press("t"), TEXTS).state.panel is Panel.LAST_TRICK
    opened = after_click(settled(), Open(3), TEXTS).state
    assert (opened.panel, opened.line) == (Panel.EXPLAIN, 3)


@pytest.mark.parametrize("key", ["Enter", "Esc", "q"])
def test_a_game_that_is_over_is_left_by_a_key(key: str) -> None:
    over = replace(settled(), over=True, confirm=Confirm.NOTHING)

    assert press(over, key).leaves
    opened = press(over, "e", key)
    assert opened.leaves == (key == "q")
