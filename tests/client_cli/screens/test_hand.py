from dataclasses import replace

import pytest

from client_cli.card_names import CardNames
from client_cli.languages import LANGUAGES
from client_cli.live.hand_order import HandOrder
from client_cli.screens.grid import Line, Pick, Role
from client_cli.screens.hand import card_span, role_of, rows_of_hand
from client_cli.screens.state import Scene, ScreenState
from client_cli.texts import Texts, texts_in
from tests.client_cli.screens.scenes import (
    declaring,
    discarding,
    playing,
    settled,
    watching,
)
from tests.client_cli.situations import deal_data, known_with, view_of_seat


def scene_of(state: ScreenState, texts: Texts | None = None) -> Scene:
    assert state.known is not None
    return Scene(state, state.known, texts or Texts())


def text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


def rows(state: ScreenState, width: int = 80, *, names: bool = False) -> list[str]:
    return [text(row) for row in rows_of_hand(scene_of(state), width, names=names)]


def test_the_marks_of_play_are_the_legal_cards_of_the_server() -> None:
    state = playing()
    assert state.known is not None
    marked = [
        span.target
        for row in rows_of_hand(scene_of(state), 80)
        for span in row
        if span.text.startswith("[")
    ]

    assert marked == [Pick("MT"), Pick("SF"), Pick("S6")]


def test_a_led_trick_marks_also_while_others_are_to_play() -> None:
    state = replace(playing(), asked=False)

    assert rows(state)[1:3] == [" Matto    [MT]", " Swords   [SF] [S6]"]


def test_nothing_is_marked_while_others_lead() -> None:
    known = known_with(
        view_of_seat(deal=deal_data(trick=[])), turn=1, led=None, winning=None
    )

    assert not [row for row in rows(ScreenState(known=known)) if "[" in row]


def test_cards_keep_their_places_with_other_marks() -> None:
    before = rows(playing())
    after = rows(replace(playing(), cursor="S6", asked=True))

    assert after[2] == " Swords   [SF] >S6<"
    assert [row.index("S6") for row in (before[2], after[2])] == [16, 16]


def test_protected_and_chosen_cards_are_marked_in_the_discard() -> None:
    shown = rows(discarding())

    assert shown[0] == " Trumps   #MN   SO   16   MR  #BG"
    assert shown[3] == " Batons   >B10< >B7<"


def test_cards_that_would_be_shown_are_marked_in_the_declaration() -> None:
    assert rows(declaring())[0] == " Trumps    AN*  SO*  16*  14   12   6"


def test_every_pile_of_the_hand_has_a_row() -> None:
    assert rows(playing())[4] == " Cups      -"


def test_the_order_can_be_turned_round() -> None:
    state = replace(playing(), order=HandOrder.LOW_FIRST)

    assert rows(state)[2] == " Swords   [S6] [SF]"


def test_suits_may_stand_first() -> None:
    state = replace(playing(), order=HandOrder.SUITS_FIRST)

    assert [row[:7].strip() for row in rows(state)] == [
        "Swords", "Batons", "Cups", "Coins", "Trumps", "Matto",
    ]  # fmt: skip


def test_a_card_that_is_played_at_ones_turn_has_its_own_mark() -> None:
    assert rows(replace(watching(), ahead="S6"))[2] == " Swords    SF  (S6)"


def test_names_are_said_where_there_is_room() -> None:
    assert rows(playing(), 120, names=True)[2] == " Swords   [SF Jack]    [S6]"
    assert rows(playing(), 40, names=True)[0] == " Trumps    AN   SO   16   14"


def test_a_long_row_loses_its_gaps_before_a_card() -> None:
    trumps = ["AN", "MN", "SO", "LU", *map(str, range(16, 5, -1))]
    known = known_with(view_of_seat(deal=deal_data(hand=trumps)), legal=trumps)
    state = ScreenState(known=known, asked=True)

    assert rows(state)[0] == " Trumps   " + "".join(f"[{code}]" for code in trumps)


def test_after_the_deal_there_is_no_hand() -> None:
    assert rows(settled()) == []


def test_labels_are_of_the_language() -> None:
    scene = scene_of(playing(), texts_in("it"))

    assert text(rows_of_hand(scene, 80)[2]) == " Spade    [SF] [S6]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_are_whole_in_every_language(language: str) -> None:
    texts = texts_in(language)
    names = CardNames(texts)

    shown = [text(row) for row in rows_of_hand(scene_of(playing(), texts), 80)]
    for suit, row in zip("TMSBCD", shown, strict=True):
        assert row.startswith(f" {names.suit(suit)} ")


def test_every_suit_has_a_role_of_its_own() -> None:
    codes = ("SR", "BR", "CR", "DR", "16", "MT")

    assert [role_of(code) for code in codes] == [
        Role.SWORDS, Role.BATONS, Role.CUPS, Role.COINS, Role.TRUMP, Role.MATTO,
    ]  # fmt: skip


def test_every_moor_looks_the_same() -> None:
    assert card_span("M3").text == "MR"
    assert card_span("MT", "Matto").bold
