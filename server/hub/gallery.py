"""Those who only look on at a table, and how often all of them may ask to be shown it.

However many onlookers ask, a player's command waits for one of them at most: they come
to the table one after the other, and no faster than an allowance that they share. Who
has to wait is not answered before, so that nobody can ask twice meanwhile.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.ports import Clock

SHOWINGS: Final = Rate(per_s=20, burst=50)
"""Of one table on one node: as many onlookers as there are by default may come back at
once. No setting, for it is there for the players, who wait for none of them for long."""


@dataclass(slots=True, eq=False)
class Gallery:
    """The onlookers of one table that ask to be shown it."""

    waiting: int = 0
    """How many there are."""
    _door: asyncio.Lock = field(default_factory=asyncio.Lock)
    _showings: Allowance | None = None

    @asynccontextmanager
    async def turn(self, clock: Clock) -> AsyncIterator[None]:
        """Wait for one's turn to be shown the table.

        At most twice as many wait as may look on: by default it comes within five
        seconds, and the time that showing the table to the others takes.
        """
        self.waiting += 1
        try:
            async with self._door:
                await self._spend(clock)
                yield
        finally:
            self.waiting -= 1

    async def _spend(self, clock: Clock) -> None:
        now_ms = clock.monotonic_ms()
        if self._showings is None:
            self._showings = Allowance.full(SHOWINGS, now_ms)
        while not self._showings.spend(1, now_ms):
            await clock.sleep_ms(self._showings.wait_ms(1, now_ms))
            now_ms = clock.monotonic_ms()
