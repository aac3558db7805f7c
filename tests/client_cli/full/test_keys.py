from dataclasses import replace

import pytest

from client_cli.full.keys import Effect, after_click, after_key
from client_cli.live.hand_order import HandOrder
from client_cli.live.seat import Confirm
from client_cli.live.table_talk import MutedNow
from client_cli.screens.actions import USUAL_KEYS, Action
from client_cli.screens.grid import Choose, Open, Pick, Press
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
    [
        ("w", "why"),
        ("i", "hint"),
        ("o", "order"),
        ("r", "rules"),
        ("q", "quit"),
        ("z", "undo"),
        ("x", "cancel"),
    ],
)
def test_a_key_is_as_good_as_its_word(key: str, line: str) -> None:
    assert press(fresh(), key).line == line


@pytest.mark.parametrize(("key", "typed"), [("g", "signal "), ("k", "claim ")])
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
    low_first = replace(fresh(), order=HandOrder.LOW_FIRST)

    assert press(low_first, "Right", "Right").state.cursor == "S6"


def test_enter_alone_plays_nothing() -> None:
    assert press(fresh(), "Enter").line is None


@pytest.mark.parametrize("state", [waiting(), declaring(), settled()])
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


def test_n_does_nothing_elsewhere() -> None:
    assert press(fresh(), "n") == Effect(fresh())


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


def test_e_explains_what_could_be_declared() -> None:
    assert press(declaring(), "e").line == "explain"
    assert press(fresh(), "e") == Effect(fresh())


def test_a_click_on_a_card_plays_it() -> None:
    assert after_click(playing(), Pick("S6"), TEXTS).line == "S6"
    assert after_click(playing(), Pick("S6"), TEXTS).state.typed == ""


@pytest.mark.parametrize(
    "state",
    [declaring(), replace(playing(), confirm=Confirm.QUIT)],
)
def test_a_click_on_a_card_does_nothing_while_none_is_asked_for(
    state: ScreenState,
) -> None:
    assert after_click(state, Pick("SF"), TEXTS).line is None


def test_a_card_may_be_chosen_before_ones_turn_by_click_or_arrows() -> None:
    assert after_click(watching(), Pick("S6"), TEXTS).line == "S6"

    assert press(watching(), "Right").state.cursor == "AN"
    assert press(watching(), "Right", "Enter").line == "AN"
    assert press(watching(), "x").line == "cancel"


def test_keys_lines_and_panels_can_be_clicked() -> None:
    assert after_click(declaring(), Press(Action.ENTER), TEXTS).line == "declare"
    assert (
        after_click(fresh(), Press(Action.LAST_TRICK), TEXTS).state.panel
        is Panel.LAST_TRICK
    )
    opened = after_click(settled(), Open(3), TEXTS).state
    assert (opened.panel, opened.line) == (Panel.EXPLAIN, 3)


@pytest.mark.parametrize("key", ["Enter", "Esc", "q"])
def test_a_game_that_is_over_is_left_by_a_key(key: str) -> None:
    over = replace(settled(), over=True, confirm=Confirm.NOTHING)

    assert press(over, key).leaves
    opened = press(over, "e", key)
    assert opened.leaves == (key == "q")


# ------------------------------------------------------------------------ talk


def talk(state: ScreenState | None = None) -> ScreenState:
    return press(state or fresh(), "y").state


def test_talk_opens_and_closes_by_its_keys() -> None:
    assert talk().panel is Panel.TALK
    assert press(talk(), "Esc").state.panel is Panel.NONE
    assert press(ScreenState(), "y").state.panel is Panel.NONE


def test_a_phrase_is_said_by_arrows_or_by_its_number_or_by_a_click() -> None:
    assert press(talk(), "Enter").line == "say 1"
    assert press(talk(), "Right", "Down", "Enter").line == "say 4"
    assert press(talk(), "1", "2", "Enter").line == "say 12"
    clicked = after_click(talk(), Choose(4), TEXTS)
    assert clicked.line == "say 5"
    assert clicked.state.panel is Panel.NONE


def test_letters_are_said_even_those_of_keys() -> None:
    effect = press(talk(), *"qt", "Space", "?", "Enter")

    assert effect.line == "say qt ?"
    assert effect.state.panel is Panel.NONE


def test_what_was_typed_to_be_said_can_be_given_up() -> None:
    effect = press(talk(), "c", "Esc")

    assert (effect.state.typed, effect.state.panel) == ("", Panel.TALK)


def test_people_are_muted_and_heard_again_from_the_talk() -> None:
    assert press(talk(), "Left", "Enter").line == "mute"
    assert press(talk(), "Left", "Left", "Left", "Enter").line == "mute East"
    state = replace(fresh(), muted=MutedNow(names=frozenset({"maya"})))
    assert press(talk(state), "Left", "Left", "Left", "Enter").line == "unmute East"


def test_what_is_looked_at_is_read() -> None:
    assert press(talk(replace(fresh(), unread=2)), "Esc").state.unread == 0


# -------------------------------------------------------------- the waiting room


def test_enter_asks_for_the_deal_in_the_waiting_room() -> None:
    assert press(waiting(), "Enter").line == "start"
    assert press(replace(waiting(), in_room=False), "Enter").line is None


# ------------------------------------------------------------------- other keys


def test_keys_that_were_given_away_do_what_was_settled_and_no_more() -> None:
    keys = USUAL_KEYS.with_keys(
        {
            Action.LAST_TRICK: ("v",),
            Action.CLOSE: ("F10",),
            Action.YES: ("j",),
            Action.ENTER: ("F5", "Enter"),
        }
    )
    state = replace(fresh(), keys=keys)

    assert press(state, "v").state.panel is Panel.LAST_TRICK
    assert press(state, "t").state.typed == "t"
    assert press(state, "v", "F10").state.panel is Panel.NONE
    assert press(state, "s", "f", "F5").line == "sf"
    assert press(state, "s", "F10").state.typed == ""
    leaving = replace(state, confirm=Confirm.QUIT)
    assert press(leaving, "j").line == "yes"
    assert press(leaving, "F10").line == "no"


def test_a_letter_of_a_begun_line_is_a_letter_even_while_something_is_asked() -> None:
    state = replace(playing(), confirm=Confirm.AGREEMENT)

    assert press(state, "y").state.typed == "sfy"
