"""The whole store in memory, for a server that can have no other.

Only for one server, and only where no program for the embedded store can be had: with
the end of the process everything is gone, so a host has to accept that by name.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from server.adapters.memory_sessions import MemorySessions
from server.adapters.memory_store import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.store_records import Heartbeat

_Key = TypeVar("_Key")
_Rest = TypeVar("_Rest")


def day_clock() -> Callable[[], int]:
    """A clock that begins at the time of day, in milliseconds, and never jumps."""
    ahead_ms = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000
    return lambda: time.monotonic_ns() // 1_000_000 + ahead_ms


class MemoryServerStore(MemoryStore, MemorySessions):
    """Keeps tables and sessions as long as the process lives.

    Args:
        clock: The store's clock, in milliseconds.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        MemoryStore.__init__(self, clock)
        MemorySessions.__init__(self, clock)

    async def beat(
        self, node: str, payload: bytes, *, keep_ms: int, gap_ms: int
    ) -> Heartbeat:
        """Give a sign of life; what has expired is dropped on the occasion."""
        self._drop_expired()
        return await super().beat(node, payload, keep_ms=keep_ms, gap_ms=gap_ms)

    def _drop_expired(self) -> None:
        now_ms = self._clock()
        for name in [n for n, one in self._tables.items() if one.expires_ms <= now_ms]:
            del self._tables[name]
        self._seats = _until_later(self._seats, now_ms)
        self._numbers = _until_later(self._numbers, now_ms)
        self._meetings = _until_later(self._meetings, now_ms)
        self._uses = _until_later(self._uses, now_ms)
        self._archive = _until_later(self._archive, now_ms)
        self._sessions = {
            name: kept for name, kept in self._sessions.items() if kept.end_ms > now_ms
        }
        self._ended = {
            name: end_ms for name, end_ms in self._ended.items() if end_ms > now_ms
        }


def _until_later(
    kept: dict[_Key, tuple[int, _Rest]], now_ms: int
) -> dict[_Key, tuple[int, _Rest]]:
    """What is kept beyond now; each entry says until when."""
    return {key: entry for key, entry in kept.items() if entry[0] > now_ms}
