"""What a pile counts (R19, R20, A30, A31)."""

import pytest
from hypothesis import given

from engine.card_points import DECK_POINTS, card_points, count_value, value_sum
from engine.cards import FULL_DECK, CardSet
from engine.errors import BrokenInvariant
from tests.reference import oracle
from tests.support.builders import hand, row
from tests.support.strategies import card_sets


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("AN MN BG MT SR BR CR DR", 5),
        ("SQ BQ CQ DQ", 4),
        ("SC BC CC DC", 3),
        ("SF BF CF DF", 2),
        ("SO LU 16-5 M1 M2 M3 M4 S10 S6 SA C10 CA DA", 1),
    ],
)
def test_count_values(cards: str, value: int) -> None:
    assert {count_value(card) for card in row(cards)} == {value}  # R19


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("SR S6", 5),
        ("SQ S6", 4),
        ("SC S6", 3),
        ("SF S6", 2),
        ("S6 S7", 1),
        ("BG SC", 7),
        ("AN MN", 9),
        ("MT M1", 5),
        ("SO LU", 1),
        ("SR SQ SC SF", 12),
    ],
)
def test_half_a_point_a_card_is_taken_off(pile: str, points: int) -> None:
    assert card_points(hand(pile)) == points  # R20, A30


def test_the_deck_comes_to_87() -> None:
    assert card_points(FULL_DECK) == DECK_POINTS == 87
    assert value_sum(FULL_DECK) == 40 + 16 + 12 + 8 + 42


@given(card_sets)
def test_two_piles_share_out_the_deck(pile: CardSet) -> None:
    if len(pile) % 2:
        pile = pile.without_card(next(iter(pile)))

    assert card_points(pile) + card_points(FULL_DECK - pile) == 87
    assert card_points(pile) == oracle.card_points(pile.codes)


@given(card_sets)
def test_no_team_can_have_half_a_point(pile: CardSet) -> None:
    if len(pile) % 2:
        with pytest.raises(BrokenInvariant, match="half points"):  # A31
            card_points(pile)
