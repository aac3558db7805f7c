"""A server on a free port of this machine, with its store in memory.

Everything but the store is real: sockets, HTTP, the connection behind them. Requests
are sent as bytes, so that also what no client would send can be sent.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from websockets.asyncio.client import connect
from websockets.asyncio.server import Server

from protocol.codec import BadMessage, Unknown, decode_to_client, encode_to_server
from protocol.to_server import Hello
from server.adapters.http import answer
from server.adapters.listening import listen
from server.adapters.memory_sessions import MemorySessions
from server.adapters.memory_store import MemoryStore
from server.adapters.system import SystemClock
from server.crowd import Crowd
from server.door.service import Service
from server.health import Health
from server.metrics import Metrics
from server.settings import Settings
from server.wiring import Watch, wired
from tests.support.counting import CountingInstruments
from tests.support.fakes import START_MS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from websockets.asyncio.client import ClientConnection
    from websockets.http11 import Response

    from protocol.to_client import ToClient
    from server.adapters.prometheus_metrics import PrometheusInstruments


@dataclass(frozen=True)
class Rig:
    """A running server, and what is behind it."""

    service: Service
    server: Server
    counts: CountingInstruments
    health: Health
    crowd: Crowd

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server.sockets[0].getsockname()[1])

    @property
    def url(self) -> str:
        """Where clients connect."""
        return f"ws://127.0.0.1:{self.port}"

    async def request(self, text: str) -> str:
        """Everything that comes back for these bytes of HTTP."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(text.encode("latin-1"))
            return (await reader.read()).decode("latin-1")
        except ConnectionResetError:
            return ""
        finally:
            writer.close()

    async def get(self, path: str, *headers: str) -> str:
        """Everything that comes back for a plain request."""
        lines = [f"GET {path} HTTP/1.1", "Host: here", *headers, "", ""]
        return await self.request("\r\n".join(lines))

    def client(self, **options: Any) -> connect:
        """A connection of a client, as an asynchronous context."""
        return connect(self.url, compression=None, proxy=None, **options)


UPGRADE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)


class MemoryOfAll(MemoryStore, MemorySessions):
    """Tables and sessions in memory."""

    def __init__(self, clock: Callable[[], int]) -> None:
        MemoryStore.__init__(self, clock)
        MemorySessions.__init__(self, clock)


@asynccontextmanager
async def serving(**given: Any) -> AsyncIterator[Rig]:
    """A server with these settings."""
    settings = Settings(host="127.0.0.1", port=0, **{"bot_workers": 0} | given)
    started_ms = SystemClock().monotonic_ms()

    def store_ms() -> int:
        return START_MS + SystemClock().monotonic_ms() - started_ms

    counts = CountingInstruments()
    store = MemoryOfAll(store_ms)
    watch = Watch(cast("PrometheusInstruments", counts), Metrics(counts))
    parts = wired(settings, store, watch)
    service = parts.service
    assert service.crowd is not None
    service.store_clock.seen(store_ms())
    parts.health.is_open = True
    await service.copies.open()
    server = await listen(service, _page, parts.places)
    try:
        yield Rig(service, server, counts, parts.health, service.crowd)
    finally:
        server.close()
        await server.wait_closed()
        await service.copies.aclose()
        await store.aclose()


def _page() -> Response:
    return answer(HTTPStatus.OK, "numbers\n")


async def say_hello(client: ClientConnection, resume: bytes | None = None) -> ToClient:
    """What comes back for a hello."""
    await client.send(hello_bytes(resume))
    return await hear(client)


def hello_bytes(resume: bytes | None = None) -> bytes:
    """A hello as it goes over the wire."""
    return encode_to_server(Hello(versions=(1, 1), client="test/1", resume=resume))


async def hear(client: ClientConnection) -> ToClient:
    """The next message."""
    async with asyncio.timeout(5):
        frame = await client.recv()
    assert isinstance(frame, bytes)
    message = decode_to_client(frame)
    assert not isinstance(message, BadMessage | Unknown)
    return message


async def end_of(client: ClientConnection) -> int | None:
    """The code with which a connection ends; what comes before it is passed over."""
    async with asyncio.timeout(10):
        await client.wait_closed()
    return client.close_code


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; how long that takes means nothing."""
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - whatever it is, it has no event
            await asyncio.sleep(0.01)
