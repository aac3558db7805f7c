"""T-C: deals that differ only in cards that a seat has not seen give it the same bytes."""

import pytest

from engine.events import DealSettled
from engine.seats import SEATS, Seat
from tests.leaks.room import ALL, Room, unpacked
from tests.support.knowledge import twin_of
from tests.support.play import chance, played_at_random
from tests.support.strategies import dealt_at_random

DEALS = 6
STOPS = (2, 9, 30, 70)
"""After so many events of a deal it is looked at."""


@pytest.mark.parametrize("number", range(DEALS))
def test_twins_look_alike_to_a_seat(number: int) -> None:
    rng = chance(number)
    started = dealt_at_random(rng)
    events = played_at_random(started, rng).events
    seat, stop = SEATS[number % 4], STOPS[number % len(STOPS)]
    played = events[:stop]

    twin, as_played = twin_of(started, played, seat, rng, by_the_rules=True)

    assert twin != started, "nothing is hidden any more"
    one, other = Room(started, seat).run(played), Room(twin, seat).run(as_played)
    for name, part in ALL.items():
        assert part(one) == part(other), name
    assert len(one.seat) > stop, "the seat was told nothing"


def test_other_seats_are_told_something_else() -> None:
    # Else equal bytes would say nothing.
    rng = chance(3)
    started = dealt_at_random(rng)
    played = played_at_random(started, rng).events[:30]
    twin, as_played = twin_of(started, played, Seat(0), rng, by_the_rules=True)
    changed = next(seat for seat in SEATS if started.hands[seat] != twin.hands[seat])

    one, other = Room(started, changed).run(played), Room(twin, changed).run(as_played)

    assert one.seat != other.seat


def test_everything_is_asked_for_and_played() -> None:
    rng = chance(5)
    started = dealt_at_random(rng)
    played = played_at_random(started, rng).events

    seen = Room(started, Seat(1)).run(played)

    ops = {unpacked(frame)["op"] for frame in seen.seat}
    assert {"welcome", "events", "snapshot", "refused", "ok", "past"} <= ops
    kinds = {
        item["kind"]
        for frame in seen.seat
        if unpacked(frame)["op"] == "events"
        for item in unpacked(frame)["items"]
    }
    assert "deal_settled" in kinds
    assert isinstance(played[-1], DealSettled)
    assert any(unpacked(frame)["op"] == "events" for frame in seen.onlooker)
