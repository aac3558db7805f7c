"""What cards are worth to a player."""

import pytest

from engine.cards import FULL_DECK
from engine.players.card_worth import capture_worth, spending_cost
from tests.support.builders import row


@pytest.mark.parametrize(
    "from_high_to_low",
    [
        "BG AN SR MN SQ SC SF SA M1 SO 16 15 10 5 S6",
        "DR DQ DC DF DA D10",
    ],
)
def test_the_more_a_card_adds_to_combinations_the_more_it_is_worth(
    from_high_to_low: str,
) -> None:
    worths = [capture_worth(card) for card in row(from_high_to_low)]

    assert worths == sorted(set(worths), reverse=True)


def test_the_matto_comes_home_anyway() -> None:
    assert capture_worth(row("MT")[0]) == 0  # R34, R35


def test_no_card_is_worth_less_than_nothing() -> None:
    assert all(capture_worth(card) >= 0 for card in FULL_DECK)
    assert all(spending_cost(card) >= 0 for card in FULL_DECK)


@pytest.mark.parametrize("from_high_to_low", ["AN MN SO LU 16-5 M1 BG", "CR CF CA C10"])
def test_strong_cards_are_dear_to_play(from_high_to_low: str) -> None:
    costs = [spending_cost(card) for card in row(from_high_to_low)]

    assert costs == sorted(set(costs), reverse=True)
