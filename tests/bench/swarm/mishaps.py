"""What befalls servers and the store while people play."""

import asyncio
import signal
from collections import Counter
from collections.abc import Mapping
from itertools import cycle

from tests.bench.swarm.measures import broken_on
from tests.bench.swarm.rig import Hosts
from tests.bench.swarm.scrape import scraped
from tests.bench.swarm.steps import Trouble

SILENT_S = 2.0


class Mishaps:
    """Restarts and kills, and keeps what servers had counted before they ended."""

    def __init__(self, hosts: Hosts) -> None:
        self._servers = cycle(hosts.servers)
        self._store = hosts.store
        self._broken: Counter[str] = Counter()

    async def restart(self) -> None:
        """Restart the next server in good order."""
        server = next(self._servers)
        self._broken.update(broken_on(await scraped(server.url)))
        await asyncio.to_thread(server.restart)

    async def strike(self, trouble: Trouble) -> None:
        """Let a trouble befall whom it befalls; returns when all runs again."""
        match trouble:
            case Trouble.STORE_KILLED:
                await self._kill_store()
            case Trouble.SERVER_KILLED:
                server = next(self._servers)
                self._broken.update(broken_on(await scraped(server.url)))
                await asyncio.to_thread(server.kill)
            case Trouble.STORE_SILENT:
                await self._silence_store()

    async def _kill_store(self) -> None:
        assert self._store is not None
        await asyncio.to_thread(self._store.end)
        # Not in a thread: it would end with the thread that started it.
        self._store.start()

    async def _silence_store(self) -> None:
        assert self._store is not None
        process = self._store.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(SILENT_S)
        finally:
            process.send_signal(signal.SIGCONT)

    def total(self, broken: Mapping[str, int]) -> dict[str, int]:
        """What must be 0, by the servers that run now and by those that have ended."""
        return {name: count + self._broken[name] for name, count in broken.items()}
