"""How a beginner errs."""

from itertools import islice

import pytest

from engine.cards import CARDS_OF, TRUMPS, CardSet, Suit
from engine.players.lapses import draws_from, misjudged, remembered
from engine.players.weights import CERTAIN

SWORDS = CARDS_OF[Suit.SWORDS]
LACKS = (SWORDS, CardSet(), SWORDS | TRUMPS, CardSet())


def test_draws_are_those_of_splitmix64() -> None:
    # The first outputs for the seed 1234567, as published with the generator.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]

    assert list(islice(draws_from(1234567), 3)) == [one % CERTAIN for one in published]


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_draws_are_parts_of_1024(seed: int) -> None:
    drawn = list(islice(draws_from(seed), 1000))

    assert 0 <= min(drawn) < 50
    assert CERTAIN - 50 < max(drawn) < CERTAIN


def test_forgetting_all_or_nothing() -> None:
    assert remembered(LACKS, 0, draws_from(1)) == LACKS
    assert remembered(LACKS, CERTAIN, draws_from(1)) == (CardSet(),) * 4


def test_one_void_may_be_forgotten_and_another_not() -> None:
    seen = {remembered(LACKS, 512, draws_from(seed))[2] for seed in range(100)}

    assert seen == {CardSet(), SWORDS, TRUMPS, SWORDS | TRUMPS}


def test_worths_seem_more_or_less_within_the_bounds() -> None:
    worths = (1000, 0, 1000)
    seen = [misjudged(worths, 512, draws_from(seed)) for seed in range(200)]

    firsts = [first for first, _, _ in seen]
    assert 500 <= min(firsts) < 550
    assert 1450 < max(firsts) <= 1500
    assert {nothing for _, nothing, _ in seen} == {0}
    assert any(first != third for first, _, third in seen)


def test_who_does_not_err_sees_what_is() -> None:
    assert misjudged((5, 7), 0, draws_from(1)) == (5, 7)
