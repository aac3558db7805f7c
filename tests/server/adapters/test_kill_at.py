"""A process that dies at a named point."""

import pytest

from server.adapters.kill_at import KillAt
from server.faults import Point


def test_the_process_dies_when_the_point_comes_for_the_named_time() -> None:
    deaths: list[str] = []
    faults = KillAt("C6:2", lambda: deaths.append("dead"))

    faults.reached(Point.STORED)
    faults.reached(Point.STORED)
    assert not deaths
    faults.reached(Point.STORED)
    assert deaths == ["dead"]


def test_other_points_are_passed() -> None:
    deaths: list[str] = []
    faults = KillAt("C3", lambda: deaths.append("dead"))

    faults.reached(Point.DECIDED)
    assert not deaths
    faults.reached(Point.BEFORE_STORE)
    assert deaths == ["dead"]


@pytest.mark.parametrize("where", ["", "C11", "c6", "C6:many", "C6:-1"])
def test_a_point_that_does_not_exist_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match="a point is one of C0, "):
        KillAt(where)
