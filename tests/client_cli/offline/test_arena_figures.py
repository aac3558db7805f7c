"""What duplicate deals say, against figures worked out by hand."""

import pytest

from client_cli.offline.arena_figures import figures_of
from client_cli.offline.duplicate import Pair


def test_margin_and_interval_of_two_deals() -> None:
    """Means 0 and 20: 10 in the middle, deviation sqrt(200), error 10."""
    figures = figures_of([Pair(10, -10), Pair(30, 10)])

    assert figures.deals == 2
    assert figures.mean_margin == 10.0
    assert figures.half_width == pytest.approx(19.6)
    assert figures.interval == pytest.approx((-9.6, 29.6))


def test_interval_is_that_of_deals_and_not_of_tables() -> None:
    """Each deal is even, however far its tables lie apart."""
    figures = figures_of([Pair(300, -300), Pair(-100, 100), Pair(5, -5)])

    assert figures.mean_margin == 0.0
    assert figures.half_width == 0.0


def test_one_deal_has_no_interval() -> None:
    figures = figures_of([Pair(7, 8)])

    assert figures.mean_margin == 7.5
    assert figures.half_width is None
    assert figures.interval is None


def test_draw_is_half_a_table() -> None:
    """Won 10, 30 and 10; lost -10; drawn twice: 4 of 6."""
    figures = figures_of([Pair(10, -10), Pair(30, 10), Pair(0, 0)])

    assert figures.win_rate == pytest.approx(4 / 6)
