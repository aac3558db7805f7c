"""Real time and real chance."""

from __future__ import annotations

import asyncio
import os
import time


class SystemClock:
    """The steady clock of this machine."""

    def monotonic_ms(self) -> int:
        """Milliseconds since some moment; never goes back."""
        return time.monotonic_ns() // 1_000_000

    async def sleep_ms(self, wait_ms: int) -> None:
        """Return after at least this time."""
        await asyncio.sleep(wait_ms / 1000)


class SystemChance:
    """The generator of the operating system."""

    def fresh(self, count: int) -> bytes:
        """So many random bytes."""
        return os.urandom(count)
