"""The updates that wait for a session's user, in a queue that cannot grow for ever.

Whoever does not read in time loses the single updates but never the truth: all that was
waiting is replaced by one `Overrun` that says how things stand.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from protocol.updates import Ended, Overrun, Update

if TYPE_CHECKING:
    from collections.abc import Callable


class Mailbox:
    """Updates, for one reader.

    Args:
        most: How many may wait.
        overrun: Says how things stand, given how many updates were dropped.
    """

    def __init__(self, most: int, overrun: Callable[[int], Overrun]) -> None:
        self._most = most
        self._make_overrun = overrun
        self._updates: deque[Update] = deque()
        self._filled = asyncio.Event()
        self._over = False

    def put(self, update: Update) -> None:
        """Add an update; never waits."""
        if len(self._updates) >= self._most:
            self._overrun()
        self._updates.append(update)
        self._filled.set()

    async def get(self) -> Update | None:
        """The next update, as soon as there is one; None after `Ended`."""
        if self._over:
            return None
        while not self._updates:
            self._filled.clear()
            await self._filled.wait()
        update = self._updates.popleft()
        self._over = isinstance(update, Ended)
        return update

    def _overrun(self) -> None:
        dropped = sum(
            update.dropped if isinstance(update, Overrun) else 1
            for update in self._updates
        )
        self._updates.clear()
        self._updates.append(self._make_overrun(dropped))
