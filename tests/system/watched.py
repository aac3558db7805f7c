"""A server that is started again whenever it dies, on its old port and files."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tests.server.processes import Running, free_port, server
from tests.support.redis_processes import scratch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_LOOK_S = 0.02


class WatchedServer:
    """One server after another on one port and one folder.

    Args:
        folder: For its files.
        stack: Ends the processes.
        environment: Settings of the first one, besides the usual.
    """

    def __init__(
        self, folder: Path, stack: contextlib.ExitStack, environment: dict[str, str]
    ) -> None:
        self._folder = folder
        self._port = free_port()
        self._stack = stack
        self.current = self._started(environment)
        self.codes: list[int] = []
        """Exit codes of those that ended."""
        self.logs: list[str] = []

    @property
    def url(self) -> str:
        """Where clients connect, whichever one it is."""
        return self.current.url

    def kill(self) -> None:
        """End it as if the power had gone."""
        self.current.process.kill()

    async def watch(self) -> None:
        """Start it anew whenever it ends, until cancelled."""
        while True:
            code = self.current.process.poll()
            if code is not None:
                self.codes.append(code)
                self.logs.append(self.current.errors)
                self.current = self._started({})
            await asyncio.sleep(_LOOK_S)

    def _started(self, environment: dict[str, str]) -> Running:
        return self._stack.enter_context(
            server(port=self._port, folder=self._folder, environment=environment)
        )


@asynccontextmanager
async def watched(**environment: str) -> AsyncIterator[WatchedServer]:
    """A watched server that is ready; the first one has these settings besides."""
    with scratch() as folder, contextlib.ExitStack() as stack:
        one = WatchedServer(folder, stack, environment)
        await asyncio.to_thread(one.current.await_ready)
        watching = asyncio.create_task(one.watch())
        try:
            yield one
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
