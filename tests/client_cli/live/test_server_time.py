import asyncio
from collections.abc import Callable

import pytest

from client_cli.live.server_time import ServerTime, TimeShort, TurnClock


class Clock:
    now_ms = 0

    def __call__(self) -> int:
        return self.now_ms


def test_time_is_left_until_the_deadline() -> None:
    clock = Clock()
    time = ServerTime(clock)
    assert time.left_ms(5_000) is None
    time.heard(1_000)
    assert time.left_ms(5_000) == 4_000
    clock.now_ms = 1_500
    assert time.left_ms(5_000) == 2_500
    assert time.left_ms(None) is None
    clock.now_ms = 9_000
    assert time.left_ms(5_000) == 0


def test_the_newest_stamp_counts_and_an_old_one_changes_nothing() -> None:
    time = ServerTime(Clock())
    time.heard(1_000)
    time.heard(400)  # on its way for long
    assert time.left_ms(5_000) == 4_000
    time.heard(2_000)
    assert time.left_ms(5_000) == 3_000


class Timer:
    """Something that is to be called later."""

    def __init__(self, after_s: float, call: Callable[[], None]) -> None:
        self.after_s = after_s
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """Notes what is to be called, and when."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(
        self, after_s: float, tell: Callable[[TimeShort], None], warning: TimeShort
    ) -> Timer:
        timer = Timer(after_s, lambda: tell(warning))
        self.timers.append(timer)
        return timer

    @property
    def waiting(self) -> list[float]:
        return [timer.after_s for timer in self.timers if not timer.cancelled]


@pytest.fixture(name="loop")
def _loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    return loop


@pytest.mark.parametrize(
    ("left_ms", "after_s"), [(90_000, [60, 80]), (20_000, [10, 15]), (0, [0, 0])]
)
def test_two_warnings_come_before_the_end(
    loop: Loop, left_ms: int, after_s: list[float]
) -> None:
    time, told = ServerTime(Clock()), list[TimeShort]()
    time.heard(0)
    clock = TurnClock(time, told.append)
    clock.set(left_ms)
    clock.set(left_ms)  # the same turn

    assert loop.waiting == after_s
    for timer in loop.timers:
        timer.call()
    assert told == [TimeShort(left_ms)] * 2


def test_a_turn_that_is_over_warns_nobody(loop: Loop) -> None:
    time = ServerTime(Clock())
    time.heard(0)
    clock = TurnClock(time, lambda _: None)
    clock.set(90_000)
    clock.set(None)

    assert loop.waiting == []


def test_without_a_clock_nobody_is_warned(loop: Loop) -> None:
    clock = TurnClock(ServerTime(Clock()), lambda _: None)
    clock.set(90_000)  # no stamp has come yet

    assert loop.waiting == []
