"""How long this process last stood still, and what waited for it meanwhile.

What comes while a process is stopped is read when it goes on. Nobody can tell when it
came, so it counts as having come when the process stopped: what was sent in time is in
time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.ports import Clock

STALL_MS: Final = 250
"""A process that does nothing for so long has stood still."""
_BACKLOG_MS: Final = 100
"""Within this time it has read what waited for it."""


class Stalls:
    """The last time in which this process stood still."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._took_ms = 0
        self._ended_ms = 0

    def note(self, took_ms: int) -> None:
        """It has just ended, after so long."""
        if took_ms >= STALL_MS:
            self._took_ms = took_ms
            self._ended_ms = self._clock.monotonic_ms()

    def waited_ms(self) -> int:
        """How long a message that was just read may have waited to be read."""
        since_ms = self._clock.monotonic_ms() - self._ended_ms
        return self._took_ms + since_ms if since_ms <= _BACKLOG_MS else 0
