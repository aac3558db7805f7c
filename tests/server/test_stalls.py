"""What waited while this process stood still."""

import pytest

from server.stalls import Stalls
from tests.support.fakes import HandClock


def test_process_that_never_stood_still_kept_nothing_waiting() -> None:
    assert Stalls(HandClock()).waited_ms() == 0


@pytest.mark.parametrize(
    ("took_ms", "later_ms", "waited_ms"),
    [
        (249, 0, 0),
        (250, 0, 250),
        (30_000, 40, 30_040),
        (30_000, 100, 30_100),
        (30_000, 101, 0),
    ],
)
def test_what_is_read_just_after_a_stall_may_have_waited_for_all_of_it(
    took_ms: int, later_ms: int, waited_ms: int
) -> None:
    clock = HandClock()
    stalls = Stalls(clock)

    stalls.note(took_ms)
    clock.jump(later_ms)

    assert stalls.waited_ms() == waited_ms
