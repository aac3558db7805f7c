"""How much time is left, by the server's clock, and when a person is warned of it.

The server stamps what it tells. A stamp is never later than its arrival, so the newest
clock that any stamp shows is the best guess of the server's own; the way here makes it
late by less than a second.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST_MS: Final = 30_000
_LAST_MS: Final = 10_000


class ServerTime:
    """The server's clock, guessed from its stamps.

    Args:
        now_ms: A clock of this machine that only goes forward, in milliseconds.
    """

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._ahead_ms: int | None = None

    def heard(self, stamp_ms: int) -> None:
        """The server's clock has shown this, not long ago."""
        ahead_ms = stamp_ms - self._now_ms()
        if self._ahead_ms is None or ahead_ms > self._ahead_ms:
            self._ahead_ms = ahead_ms

    def left_ms(self, deadline_ms: int | None) -> int | None:
        """How long it is until then, at least 0; None without a deadline or a stamp."""
        if deadline_ms is None or self._ahead_ms is None:
            return None
        return max(0, deadline_ms - self._ahead_ms - self._now_ms())


@dataclass(frozen=True, slots=True)
class TimeShort:
    """The time for a turn is nearly over."""

    deadline_ms: int
    """Which turn it is, by the end of its time."""


class TurnClock:
    """Warns twice before the time for one's own turn is over.

    The first warning comes half a minute before the end, the second ten seconds before
    it; at a half and at a quarter of the time where there is less.

    Args:
        time: The server's clock.
        tell: Called in the event loop with each warning.
    """

    def __init__(self, time: ServerTime, tell: Callable[[TimeShort], None]) -> None:
        self._time = time
        self._tell = tell
        self._deadline_ms: int | None = None
        self._timers: list[asyncio.TimerHandle] = []

    def set(self, deadline_ms: int | None) -> None:
        """One's turn ends then; None while it is not one's turn, or there is no end."""
        if deadline_ms == self._deadline_ms:
            return
        for timer in self._timers:
            timer.cancel()
        self._timers = []
        self._deadline_ms = deadline_ms
        left_ms = self._time.left_ms(deadline_ms)
        if deadline_ms is None or left_ms is None:
            return
        loop = asyncio.get_running_loop()
        for before_ms in (min(_FIRST_MS, left_ms // 2), min(_LAST_MS, left_ms // 4)):
            after_s = (left_ms - before_ms) / 1_000
            warning = TimeShort(deadline_ms)
            self._timers.append(loop.call_later(after_s, self._tell, warning))
