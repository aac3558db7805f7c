"""Points at which a test may let a server die."""

import pytest

from server.faults import NO_FAULTS, Point, point_and_count


def test_the_points_have_the_names_of_the_catalogue() -> None:
    assert [point.value for point in Point] == [
        "C0",
        "C1",
        "C2",
        "C3",
        "C6",
        "C7",
        "C8",
        "C9",
        "C10",
    ]


def test_nothing_happens_at_them_on_a_server_that_is_not_under_test() -> None:
    for point in Point:
        NO_FAULTS.reached(point)


@pytest.mark.parametrize(
    ("where", "point", "count"),
    [("C0", Point.BYTES_IN, 0), ("C10:7", Point.BEFORE_TIMERS, 7)],
)
def test_point_is_read_with_its_count(where: str, point: Point, count: int) -> None:
    assert point_and_count(where) == (point, count)


@pytest.mark.parametrize("where", ["C4:2", "C5:2", "C6:2"])
def test_points_inside_the_store_are_one_for_this_process(where: str) -> None:
    assert point_and_count(where) == (Point.STORED, 2)


@pytest.mark.parametrize("where", ["", ":1", "C", "C11", "stored", "C6:two", "C6:-1"])
def test_what_is_no_point_is_refused(where: str) -> None:
    with pytest.raises(ValueError, match="a point is one of"):
        point_and_count(where)
