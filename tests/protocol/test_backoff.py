"""The waits between attempts to connect."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.backoff import Backoff


def test_bound_doubles_up_to_the_most() -> None:
    backoff = Backoff(0.5, 30.0, lambda: 1.0)

    assert [backoff.draw() for _ in range(9)] == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]


def test_reset_begins_again() -> None:
    backoff = Backoff(0.5, 30.0, lambda: 1.0)
    backoff.draw()
    backoff.draw()

    backoff.reset()

    assert backoff.attempts == 0
    assert backoff.draw() == 0.5
    assert backoff.attempts == 1


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 200))
def test_wait_lies_between_nothing_and_the_bound(chance: float, draws: int) -> None:
    backoff = Backoff(0.5, 30.0, lambda: chance)

    waits = [backoff.draw() for _ in range(draws)]

    assert all(0 <= wait < 30 for wait in waits)
    assert waits[0] == chance * 0.5
