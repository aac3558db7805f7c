"""What stands in front of several servers: each connection goes to the next one.

Knows nothing but addresses. A server that does not take a connection is passed by; one
that ends it ends it for the client too.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.faults.cluster import Node

_PIECE = 65_536


class Balancer:
    """Leads connections to servers in turn.

    Args:
        nodes: The servers.
        way_s: How long everything takes on its way, in each direction.
    """

    def __init__(self, nodes: list[Node], way_s: float = 0.0) -> None:
        self.nodes = nodes
        """May be changed at any time."""
        self._way_s = way_s
        self._turn = 0
        self._server: asyncio.Server | None = None
        self._links: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """Where clients connect."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        """The same as an address."""
        return f"ws://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def stop(self) -> None:
        """End everything."""
        assert self._server is not None
        self._server.close()
        for link in self._links:
            link.cancel()
        if self._links:
            await asyncio.wait(self._links)

    async def _accept(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        link = asyncio.current_task()
        assert link is not None
        self._links.add(link)
        try:
            with suppress(OSError, asyncio.CancelledError):
                await self._lead(reader, writer)
        finally:
            self._links.discard(link)
            writer.close()

    async def _lead(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        for _ in range(len(self.nodes)):
            self._turn += 1
            port = self.nodes[self._turn % len(self.nodes)].running.port
            try:
                back, ahead = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            there = asyncio.create_task(self._carry(reader, ahead))
            here = asyncio.create_task(self._carry(back, writer))
            try:
                await asyncio.wait((there, here), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (there, here):
                    task.cancel()
                ahead.close()
                await asyncio.gather(there, here, return_exceptions=True)
            return

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(_PIECE):
                await asyncio.sleep(self._way_s)
                writer.write(piece)
                await writer.drain()


@asynccontextmanager
async def balancer(nodes: list[Node], way_s: float = 0.0) -> AsyncIterator[Balancer]:
    """A balancer in front of these servers; see `Balancer`."""
    made = Balancer(nodes, way_s)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()
