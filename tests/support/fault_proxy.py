"""A proxy between the store and its server that can be told to misbehave.

It sees bytes, not commands: a fault strikes the next request that holds a certain word.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

STEP = 64 * 1024


class FaultProxy:
    """Passes bytes between a unix socket of its own and the server's."""

    def __init__(self, listen: Path, target: str) -> None:
        self.url = f"unix://{listen}"
        self._listen = listen
        self._target = target
        self._server: asyncio.Server | None = None
        self._links: set[asyncio.Task[None]] = set()
        self._drop_word = b""
        self._drops_left = 0
        self._is_swallowing = False
        self._open = asyncio.Event()
        self._open.set()
        self.dropped = 0

    def drop_replies(self, count: int, word: bytes = b"EVALSHA") -> None:
        """Let the next requests with this word through, but not their replies.

        The connection is cut instead, as by a network that breaks just then; what else
        is under way on it is lost with it, and counts as one.
        """
        self._drops_left, self._drop_word = count, word

    def swallow(self, *, on: bool) -> None:
        """Keep everything to itself, like a network that is gone without a word."""
        self._is_swallowing = on

    def hold(self) -> None:
        """Keep requests back until released."""
        self._open.clear()

    def release(self) -> None:
        """Let the requests that were kept back go on."""
        self._open.set()

    def cut(self) -> None:
        """Break all connections."""
        for link in list(self._links):
            link.cancel()

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_unix_server(self._accept, self._listen)

    async def stop(self) -> None:
        """Refuse new connections and break the old ones."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self.cut()
        if self._links:
            await asyncio.wait(self._links)

    async def _accept(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        link = asyncio.current_task()
        assert link is not None
        self._links.add(link)
        try:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await self._pass(reader, writer)
        finally:
            self._links.discard(link)
            writer.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        behind, ahead = await asyncio.open_unix_connection(self._target)
        doomed = asyncio.Event()
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._requests(reader, ahead, doomed))
                both.create_task(self._replies(behind, writer, doomed))
        except* OSError:
            pass
        finally:
            ahead.close()

    async def _requests(
        self,
        reader: asyncio.StreamReader,
        ahead: asyncio.StreamWriter,
        doomed: asyncio.Event,
    ) -> None:
        while piece := await reader.read(STEP):
            await self._open.wait()
            if self._is_swallowing:
                continue
            is_struck = self._drop_word in piece and not doomed.is_set()
            if self._drops_left and is_struck:
                self._drops_left -= 1
                doomed.set()
            ahead.write(piece)
            await ahead.drain()
        raise ConnectionResetError

    async def _replies(
        self,
        behind: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        doomed: asyncio.Event,
    ) -> None:
        while piece := await behind.read(STEP):
            if self._is_swallowing:
                continue
            if doomed.is_set():
                self.dropped += 1
                break
            writer.write(piece)
            await writer.drain()
        raise ConnectionResetError


@contextlib.asynccontextmanager
async def fault_proxy(folder: Path, target: str) -> AsyncIterator[FaultProxy]:
    """Run a proxy in front of a server's unix socket."""
    proxy = FaultProxy(folder / "p", target)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
