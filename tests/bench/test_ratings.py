"""Ratings of levels by their margins."""

import pytest

from protocol.bot_seat import Tally
from tests.bench.ratings import (
    BEGIN,
    END,
    README,
    Meeting,
    pairings,
    ratings_from,
    table,
    written,
)


def test_each_level_meets_the_two_below() -> None:
    assert pairings("abcd") == [
        ("b", "a"),
        ("c", "b"),
        ("c", "a"),
        ("d", "c"),
        ("d", "b"),
    ]


def test_margins_that_agree_are_kept() -> None:
    meetings = [
        Meeting("b", "a", 30.0, 5.0, 0.6),
        Meeting("c", "b", 20.0, 9.0, 0.6),
        Meeting("c", "a", 50.0, 7.0, 0.6),
    ]

    rated = ratings_from(meetings, "a")

    assert rated == pytest.approx({"a": 0.0, "b": 30.0, "c": 50.0})


def test_what_is_better_known_counts_more() -> None:
    # Directly c is 60 over a; by way of b it is 50, and that is known for certain.
    meetings = [
        Meeting("b", "a", 30.0, 0.01, 0.6),
        Meeting("c", "b", 20.0, 0.01, 0.6),
        Meeting("c", "a", 60.0, 10.0, 0.6),
    ]

    assert ratings_from(meetings, "a")["c"] == pytest.approx(50.0, abs=0.1)


def test_table_names_every_level_and_the_command() -> None:
    meetings = [Meeting("b", "a", 31.0, 5.0, 0.62)]
    tally = Tally()
    tally.times_s.append(0.002)

    told = table("ab", meetings, {"a": Tally(), "b": tally}, "python -m this")

    assert "| `a` | 0 |  |  |  ms, p99  ms |" in told
    assert "| `b` | 31 | +31.0 ± 5.0 | 62 % | 2.00 ms, p99 2.00 ms |" in told
    assert "`python -m this`" in told


def test_table_takes_the_place_of_the_one_before() -> None:
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"

    assert written(text, "new") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert README.read_text("utf-8").count(BEGIN) == 1
