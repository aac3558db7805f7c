"""How long a line takes, from what was measured."""

import pytest

from server.door.round_trips import RoundTrips


@pytest.mark.parametrize(
    ("measured", "one_way_ms"),
    [
        ([], 0),
        ([0.0], 0),
        ([80.0], 40),
        ([80.0, 2_000.0, 90.0], 45),
        ([80.0, 100.0], 45),
    ],
)
def test_usual_round_trip_is_the_median(measured: list[float], one_way_ms: int) -> None:
    trips = RoundTrips()

    for round_trip_ms in measured:
        trips.note(round_trip_ms)

    assert trips.one_way_ms == one_way_ms


def test_ping_that_is_seen_with_many_messages_counts_once() -> None:
    trips = RoundTrips()
    trips.note(100.0)

    for _ in range(5):
        trips.note(900.0)
    trips.note(120.0)

    assert trips.one_way_ms == 60


def test_old_pings_are_forgotten() -> None:
    trips = RoundTrips()
    for number in range(9):
        trips.note(1_000.0 + number)
    for number in range(5):
        trips.note(100.0 + number)

    assert trips.one_way_ms == 52
