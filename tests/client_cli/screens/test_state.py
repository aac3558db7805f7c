import pytest

from client_cli.screens.state import Scene, ScreenState, clock
from client_cli.texts import Texts
from tests.client_cli.situations import known_with, view_of_seat


def test_without_a_table_there_is_no_deal_and_nothing_to_do() -> None:
    state = ScreenState()

    assert state.deal is None
    assert state.phase == "waiting"


def test_deal_and_phase_are_those_of_the_table() -> None:
    known = known_with()
    state = ScreenState(known=known)

    assert state.deal is known.view.deal
    assert state.phase == "play"


def test_seats_are_counted_from_ones_own() -> None:
    known = known_with(view_of_seat(3))
    scene = Scene(ScreenState(known=known), known, Texts())

    assert [scene.seat(steps) for steps in range(4)] == [3, 0, 1, 2]
    assert scene.places.is_you(3)


@pytest.mark.parametrize(
    ("seconds", "shown"), [(38, "0:38"), (600, "10:00"), (61, "1:01"), (-5, "0:00")]
)
def test_time_is_shown_in_minutes_and_seconds(seconds: int, shown: str) -> None:
    assert clock(seconds) == shown
