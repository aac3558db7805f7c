"""Tables made from the rules."""

import numpy as np
import pytest

from engine.cards import CARDS_OF, DECK_SIZE, MATTO, Card, CardSet, card_of, suit_of
from engine.search.kernel import tables
from engine.tricks import winning_index
from tests.support.builders import hand


@pytest.mark.parametrize(
    ("best", "taking"),
    [
        ("D10", "DR DQ DC DF DA D6 D7 D8 D9 AN MN SO LU 16-5 M1 M2 M3 M4 BG"),  # R14
        ("SR", "AN MN SO LU 16-5 M1 M2 M3 M4 BG"),
        ("M2", "AN MN SO LU 16-5 M1 M3 M4"),  # R16
        ("MN", "AN"),
        ("AN", ""),
    ],
)
def test_what_takes_the_trick_from_a_card(best: str, taking: str) -> None:
    assert CardSet(int(tables.TAKES_FROM[card_of(best)])) == hand(taking)


def test_takers_are_those_of_the_rules_for_every_two_cards() -> None:
    for best in map(Card, range(DECK_SIZE)):
        taking = CardSet(int(tables.TAKES_FROM[best]))
        for card in map(Card, range(DECK_SIZE)):
            if card != best:
                assert (card in taking) == (winning_index((best, card)) == 1)


def test_each_card_asks_for_its_suit() -> None:
    for card in map(Card, range(DECK_SIZE)):
        suit = suit_of(card)
        asked = 0 if suit is None else CARDS_OF[suit].bits
        assert tables.FOLLOWS[card] == asked
    assert tables.FOLLOWS[MATTO] == 0  # A35


def test_nobody_changes_a_table() -> None:
    table = tables.frozen([1, 2])

    with pytest.raises(ValueError, match="read-only"):
        table[0] = 3
    assert table.dtype == np.int64
