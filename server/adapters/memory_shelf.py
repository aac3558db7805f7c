"""What all parts of the memory store share: tables, indexes, clock, watchers."""

import asyncio
from collections.abc import Callable

from server.adapters.memory_tables import MemoryTable
from server.store import Listener
from server.store_outcomes import News, Watching
from server.store_records import SKEW_MS, check_table


class MemoryFeed:
    """News of the tables that are watched, handed to one listener."""

    def __init__(
        self, listener: Listener, leave: Callable[["MemoryFeed"], None]
    ) -> None:
        self._listener = listener
        self._leave = leave
        self._tables: set[str] = set()

    async def watch(self, table: str) -> None:
        """Ask for news of a table."""
        check_table(table)
        if table not in self._tables:
            self._tables.add(table)
            self._listener(Watching(table))

    async def unwatch(self, table: str) -> None:
        """End the news of a table; harmless when it is not watched."""
        self._tables.discard(table)

    async def aclose(self) -> None:
        """End all news."""
        self._tables.clear()
        self._leave(self)

    def pass_on(self, news: News) -> None:
        """Hand news to the listener if it watches that table."""
        if news.table in self._tables:
            self._listener(news)


class MemoryShelf:
    """The part that all parts of the memory store stand on."""

    def __init__(self, clock: Callable[[], int], *, skew_ms: int = SKEW_MS) -> None:
        """Make an empty store.

        Args:
            clock: The store's clock, in milliseconds.
            skew_ms: How far a caller's clock may be from it.
        """
        self._clock = clock
        self._skew_ms = skew_ms
        self._tables: dict[str, MemoryTable] = {}
        self._deadlines: dict[tuple[str, str], int] = {}
        self._rows: dict[str, bytes] = {}
        self._feeds: list[MemoryFeed] = []

    def _table(self, name: str) -> MemoryTable | None:
        """Give a table that has not expired."""
        check_table(name)
        table = self._tables.get(name)
        if table is not None and table.expires_ms <= self._clock():
            del self._tables[name]
            return None
        return table

    def _publish(self, news: News) -> None:
        """Tell the watchers, in a later turn of the event loop, as a network would."""
        loop = asyncio.get_running_loop()
        for feed in self._feeds:
            loop.call_soon(feed.pass_on, news)
