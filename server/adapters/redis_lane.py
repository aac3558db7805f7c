"""A fair queue in front of a connection, or of a pool of them.

A pool itself refuses when it is empty, and the blocking one starves waiters. A
semaphore hands places out in the order of asking. Both the waiting and the number of
those who wait are bounded: beyond that a call fails at once, surely unsent.
"""

import asyncio
from types import TracebackType

from server.store_outcomes import StoreUnavailable, Trouble

PLACES = 16
"""Calls under way at once. No setting: a store does one thing after the other, and more
calls would wait there instead of here, where they still can be told to be unsent."""
WAITING_MAX = 4096
WAIT_S = 3.0


class Lane:
    """Places for calls under way; used as `async with lane:`."""

    __slots__ = ("_places", "_wait_s", "_waiting", "_waiting_max")

    def __init__(
        self,
        places: int = PLACES,
        *,
        waiting_max: int = WAITING_MAX,
        wait_s: float = WAIT_S,
    ) -> None:
        self._places = asyncio.Semaphore(places)
        self._waiting = 0
        self._waiting_max = waiting_max
        self._wait_s = wait_s

    async def __aenter__(self) -> None:
        """Take a place.

        Raises:
            StoreUnavailable: Too many wait, or it took too long; nothing was sent.
        """
        if not self._places.locked():
            await self._places.acquire()
            return
        if self._waiting >= self._waiting_max:
            raise StoreUnavailable(Trouble.BUSY, "too many wait", unknown=False)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._wait_s):
                await self._places.acquire()
        except TimeoutError:
            raise StoreUnavailable(
                Trouble.BUSY, "waited too long", unknown=False
            ) from None
        finally:
            self._waiting -= 1

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the place to the one who waits longest."""
        self._places.release()
