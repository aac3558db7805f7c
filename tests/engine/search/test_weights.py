"""The weights, and the table that the kernel reads."""

import pytest

from engine.cards import DECK_SIZE, card_of
from engine.search import weights
from engine.search.tuned import WEIGHTS
from engine.search.weights import COST, STANDING, WORTH, table_of

NUMBERED = {name: number for number, name in enumerate(WEIGHTS, start=1)}


@pytest.mark.parametrize(
    ("code", "worth", "cost"),
    [
        ("BG", "worth_begato", "cost_begato"),
        ("AN", "worth_angel", "cost_angel"),
        ("MN", "worth_world", "cost_world"),
        ("SO", "worth_sun_moon", "cost_sun"),
        ("LU", "worth_sun_moon", "cost_moon"),
        ("CR", "worth_king", "cost_king"),
        ("DQ", "worth_queen", "cost_queen"),
        ("SC", "worth_knight", "cost_knight"),
        ("BF", "worth_jack", "cost_jack"),
        ("CA", "worth_ace", "cost_ace"),
        ("M3", "worth_moor", "cost_moor"),
        ("16", "worth_sixteen", "cost_sixteen"),
        ("5", "worth_five", "cost_five"),
    ],
)
def test_each_group_has_its_weights(code: str, worth: str, cost: str) -> None:
    table = table_of(NUMBERED)

    assert table[WORTH + card_of(code)] == NUMBERED[worth]
    assert table[COST + card_of(code)] == NUMBERED[cost]


def test_numbers_lie_between_the_sixteen_and_the_five() -> None:
    table = table_of(NUMBERED | {"worth_sixteen": 110, "worth_five": 0})

    numbers = [int(table[WORTH + card_of(str(n))]) for n in range(16, 4, -1)]
    assert numbers == list(range(110, -1, -10))


def test_higher_pips_cost_more() -> None:
    table = table_of(NUMBERED | {"cost_pip": 50})

    # R13, R14: the strengths of 6 and 10 are 1 and 5 in Swords, 4 and 0 in Cups.
    costs = [int(table[COST + card_of(code)]) for code in ("S6", "S10", "C6", "C10")]
    assert costs == [10, 50, 40, 0]


def test_the_matto_is_worth_nothing_to_capture() -> None:
    table = table_of(NUMBERED)

    assert table[WORTH + card_of("MT")] == 0
    assert table[COST + card_of("MT")] == NUMBERED["cost_matto"]


def test_every_weight_is_in_the_table_once() -> None:
    table = table_of(WEIGHTS)
    scalars = [name for name in WEIGHTS if not name.startswith(("worth_", "cost_"))]
    scalars += ["cost_now", "cost_per_trick_left"]

    assert len(table) == 2 * DECK_SIZE + 1 + len(scalars)
    assert len(table) - 1 == weights.LEAD_TRUMP_LENGTH
    assert table[STANDING] == 16
