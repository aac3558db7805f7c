"""What the players that go by rules weigh by."""

from dataclasses import astuple, replace

import pytest

from engine.cards import FULL_DECK
from engine.players.weights import (
    EASY_WEIGHTS,
    MEDIUM_WEIGHTS,
    POINT,
    Weights,
    worths_of,
)
from tests.support.builders import row

BOTH = pytest.mark.parametrize("weights", [MEDIUM_WEIGHTS, EASY_WEIGHTS])


def test_every_card_has_the_worth_of_its_kind() -> None:
    weights = replace(
        MEDIUM_WEIGHTS,
        angel=1,
        world=2,
        sun_moon=3,
        begato=4,
        king=5,
        queen=6,
        knight=7,
        jack=8,
        ace=9,
        moor=10,
        trump_16=100,
        trump_step=2,
        pip=11,
    )
    worths = worths_of(weights)

    named = row("AN MN SO LU BG SR BQ CC DF SA M1 M4 16 15 5 S6 C10 MT")
    expected = [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 10, 100, 98, 78, 11, 11, 0]
    assert [worths[card] for card in named] == expected


def test_rare_cards_are_worth_more_than_pips() -> None:
    worths = worths_of(MEDIUM_WEIGHTS)
    (pip,) = {worths[card] for card in row("S10 S9 B7 C6 D8")}

    assert all(worths[card] > pip for card in row("AN MN BG SR SQ SC SF SA M1"))


@BOTH
def test_weights_are_whole_numbers_that_are_never_below_zero(weights: Weights) -> None:
    assert all(isinstance(one, int) and one >= 0 for one in astuple(weights))
    assert all(worths_of(weights)[card] >= 0 for card in FULL_DECK)


def test_a_beginner_goes_by_card_points() -> None:
    worths = worths_of(EASY_WEIGHTS)

    assert {worths[card] for card in row("AN MN BG SR")} == {20 * POINT}  # R19
    assert worths[row("SQ")[0]] > worths[row("SC")[0]] > worths[row("SF")[0]]
    assert {worths[card] for card in row("S6 SA M1 SO 16 5")} == {4 * POINT}
