from client_cli.cards import (
    CODES,
    all_on_screen,
    as_held,
    on_screen,
    place_of,
    rank_of,
    sorted_hand,
    suit_of,
)
from engine.cards import CARD_CODES


def test_codes_are_those_of_the_rules() -> None:
    assert CODES == CARD_CODES


def test_hand_is_sorted_as_it_is_held() -> None:
    hand = ["S6", "SA", "S10", "SF", "C10", "C6", "CA", "CF", "MT", "BG", "16", "AN"]

    groups = [(group.suit, group.cards) for group in sorted_hand(hand)]

    assert groups == [
        ("T", ("AN", "16", "BG")),
        ("M", ("MT",)),
        ("S", ("SF", "S10", "S6", "SA")),
        ("B", ()),
        ("C", ("CF", "CA", "C6", "C10")),
        ("D", ()),
    ]


def test_cards_as_held_are_the_same_cards() -> None:
    assert sorted(as_held(CODES)) == sorted(CODES)


def test_every_card_has_its_suit() -> None:
    assert [suit_of(code) for code in ("SR", "B6", "C10", "DA", "10", "M1", "MT")] == [
        "S",
        "B",
        "C",
        "D",
        "T",
        "T",
        "M",
    ]


def test_rank_and_place() -> None:
    assert rank_of("S10") == "10"
    assert place_of("SR") == 0
    assert place_of("MT") == 61


def test_moors_are_equal_on_the_screen() -> None:
    assert on_screen("M3") == "MR"
    assert all_on_screen(["SR", "M1", "M2"]) == "SR, MR, MR"
