"""A store in memory that can be told to go away, or to forget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.adapters.memory_sessions import MemorySessions
from server.adapters.memory_store import MemoryStore
from server.store_outcomes import StoreUnavailable, Trouble
from server.store_records import Mark

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.store_outcomes import ApplyOutcome
    from server.store_records import Append


class MoodyStore(MemoryStore, MemorySessions):
    """Tables and sessions in memory, with moods.

    Args:
        clock: The store's clock, in milliseconds.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        MemoryStore.__init__(self, clock)
        MemorySessions.__init__(self, clock)
        self.is_away = False
        """While this is set, nothing is stored."""

    async def apply(self, append: Append) -> ApplyOutcome:
        """Store a command's effect, unless the store is away."""
        if self.is_away:
            raise StoreUnavailable(Trouble.NO_ANSWER, unknown=False)
        return await super().apply(append)

    def forget_events(self, table: str, count: int) -> None:
        """Lose the last events of a table, as a store does that broke its promise.

        At most those since its snapshot are lost, and the first of them is kept.
        """
        kept = self._tables[table]
        version = max(kept.mark.version - count, kept.snapshot.version + 1)
        if version >= kept.mark.version:
            return
        for lost in range(version + 1, kept.mark.version + 1):
            del kept.events[lost]
        kept.mark = Mark(kept.mark.epoch, version, kept.events[version].token)
        kept.receipts = {
            session: receipt
            for session, receipt in kept.receipts.items()
            if receipt[1] <= version
        }
