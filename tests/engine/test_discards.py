"""What the dealer may lay away (R5, A39)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, CardSet
from engine.discards import PROTECTED, check_discards, discardable_cards
from engine.errors import RuleViolation
from tests.support.builders import hand, row, text_of
from tests.support.strategies import any_card

HELD = "SR SQ SF S6 SA AN MN SO LU 16 5 M1 BG MT C10 C9 C8"
FREE = "SQ SF S6 SA C10 C9 C8 SO LU 16 5 M1"


def test_eight_cards_stay_in_the_hand() -> None:
    assert text_of(PROTECTED) == "SR BR CR DR AN MN BG MT"  # R5


def test_everything_else_may_go() -> None:
    assert text_of(discardable_cards(hand(HELD))) == FREE  # A39


@given(st.frozensets(any_card, min_size=17, max_size=17))
def test_nine_cards_at_least_may_go(cards: frozenset[Card]) -> None:
    free = discardable_cards(CardSet.from_cards(cards))

    assert len(free) >= 9  # A39
    check_discards(CardSet.from_cards(cards), tuple(free)[:2])


@pytest.mark.parametrize("cards", ["SQ M1", "SO LU", "5 16", "SA C10"])
def test_trumps_and_small_cards_may_go(cards: str) -> None:
    check_discards(hand(HELD), row(cards))


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("", "E_DISCARD_COUNT"),
        ("S6", "E_DISCARD_COUNT"),
        ("S6 SF SQ", "E_DISCARD_COUNT"),
        ("S6 S6", "E_CARD_TWICE"),
        ("SR SR", "E_CARD_TWICE"),
        ("S6 S7", "E_NOT_IN_HAND"),
        ("BR S6", "E_NOT_IN_HAND"),
        *(
            (f"S6 {card}", "E_DISCARD_PROTECTED")
            for card in ["SR", "AN", "MN", "BG", "MT"]
        ),
        ("MT S6", "E_DISCARD_PROTECTED"),
    ],
)
def test_a_refused_discard_names_the_cards_that_may_go(cards: str, code: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        check_discards(hand(HELD), row(cards))

    assert refusal.value.code == code
    assert refusal.value.allowed == tuple(FREE.split())
