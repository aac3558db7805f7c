"""What the script tells that lets many bots play."""

import argparse

import pytest

from engine.deal import Phase
from tests.bench.bots_load import MOVES_IN_DEAL, Measured, quantile, states, told
from tests.support.play import chance


@pytest.mark.parametrize(
    ("share", "value"), [(0.5, 50.0), (0.99, 99.0), (0.991, 100.0), (1.0, 100.0)]
)
def test_a_quantile_is_one_of_the_values(share: float, value: float) -> None:
    values = [float(number) for number in range(100, 0, -1)]

    assert quantile(values, share) == value


def test_of_nothing_there_is_no_quantile() -> None:
    assert quantile([], 0.99) == 0.0


def test_tables_begin_anywhere_in_a_deal_and_later_ones_at_its_beginning() -> None:
    deals = states(chance(1), MOVES_IN_DEAL - 1)

    first, second = next(deals), next(deals)

    assert (first.phase, len(first.tricks), len(first.trick)) == (Phase.PLAY, 14, 3)
    assert second.phase is Phase.DISCARD


def test_figures_are_those_of_what_was_measured() -> None:
    measured = Measured([4.0] * 98 + [40.0] * 2, [90.0], [0.5, 1.5], lowered=3)
    asked = argparse.Namespace(
        tables=2, level="expert", moves_per_s=1.0, workers=2, seconds=10.0
    )

    text = told(measured, asked, cpu_s=7.0)

    assert "2 tables of four expert bots, 1 moves a second each, 2 processes" in text
    assert "moves a second: 10\n" in text
    assert "p50 4.0, p99 40.0, p100 40.0 (100)" in text
    assert "p50 90.0, p99 90.0, p100 90.0 (1)" in text
    assert "p50 0.5, p99 1.5, p100 1.5 (2)" in text
    assert "by a lower level: 3; without answer: 0" in text
    assert "start: 7.0 s" in text
