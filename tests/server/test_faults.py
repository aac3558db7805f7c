"""Points at which a test may let a server die."""

from server.faults import NO_FAULTS, Point


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
