"""What a pile or a hand scores: compiled against readable."""

from random import Random
from typing import Any

import pytest
from hypothesis import given

from engine.card_points import card_points as readable_card_points
from engine.cards import CardSet
from engine.combinations import combinations_of
from engine.search.kernel.scoring import (
    card_points,
    combination_points,
    cricche_points,
    public_cards,
    sequence_points,
)
from tests.support.builders import case_id, cases, hand
from tests.support.play import chance
from tests.support.strategies import examples, scoring_sets


def subset(rng: Random) -> CardSet:
    """A set of cards of any size; few cards are as likely as many."""
    share = rng.random()
    return CardSet(sum(1 << card for card in range(62) if rng.random() < share))


@pytest.mark.parametrize("case", cases("combinations"), ids=case_id)
def test_worked_example(case: dict[str, Any]) -> None:
    cards = hand(" ".join(case["cards"])).bits

    assert cricche_points(cards) == case["cricche_total"]
    assert sequence_points(cards) == case["sequences_total"]
    assert combination_points(cards) == case["total"]
    assert set(CardSet(public_cards(cards)).codes) == set(case["public_cards"])


@given(scoring_sets)
@examples(500)
def test_combinations_are_those_of_the_readable_rules(cards: CardSet) -> None:
    score = combinations_of(cards)

    assert cricche_points(cards.bits) == score.cricche_total
    assert sequence_points(cards.bits) == score.sequences_total
    assert CardSet(public_cards(cards.bits)) == score.public_cards


@pytest.mark.untraced
def test_points_of_20000_sets_are_those_of_the_readable_rules() -> None:
    rng = chance(1)
    scored = 0
    for _ in range(20_000):
        cards = subset(rng)
        score = combinations_of(cards)
        scored += score.total > 0
        assert combination_points(cards.bits) == score.total
        assert CardSet(public_cards(cards.bits)) == score.public_cards
        if len(cards) % 2 == 0:
            assert card_points(cards.bits) == readable_card_points(cards)
    assert scored > 10_000
