"""Connections that do not play: they stall, flood, babble, or never say what they want.

They come from other addresses of this machine than the people, as the limits of one
address hold for each, and come again whenever they are shown out.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import WebSocketException

from protocol import limits
from tests.bench.swarm.steps import Rabble
from tests.fuzz.edits import inputs
from tests.fuzz.targets import TARGETS

ADDRESSES = 100
"""Of this machine, from 127.0.1.1 on."""
BACK_S = 1.0
"""After being shown out."""
OPEN_S = 20.0
SMALL_BYTES = 4_096
"""So much the system takes for one that reads nothing; the double at most."""
ASKING_S = 0.2
FLOOD = 100
"""Messages at once, ten times a second."""
FLOOD_S = 0.1
BABBLE = 200
"""Messages at most over one connection."""
BEGINNING = b"GET / HTTP/1.1\r\nHost: here\r\nUpgr"


@dataclass(slots=True)
class Crowd:
    """The rabble of one stage, at servers in turn.

    Args:
        urls: The servers.
        tables: Ids of tables that may be looked at.
    """

    urls: Sequence[str]
    tables: Sequence[str]
    shown_out: Counter[str] = field(default_factory=Counter)
    """How often each kind was, and came again."""

    async def stay(self, rabble: Rabble) -> None:
        """Be there, until cancelled."""
        kinds: tuple[tuple[str, int, Callable[[int], Coroutine[Any, Any, None]]], ...]
        kinds = (
            ("stalled", rabble.stalled, self._stall),
            ("flooders", rabble.flooders, self._flood),
            ("half open", rabble.half_open, self._dawdle),
            ("senseless", rabble.senseless, self._babble),
        )
        async with asyncio.TaskGroup() as group:
            for kind, count, once in kinds:
                for number in range(count):
                    group.create_task(self._again(kind, once, number))

    async def _again(
        self, kind: str, once: Callable[[int], Coroutine[Any, Any, None]], number: int
    ) -> None:
        await asyncio.sleep(BACK_S * (number % 20) / 20)
        while True:
            with suppress(OSError, WebSocketException):
                await once(number)
            self.shown_out[kind] += 1
            await asyncio.sleep(BACK_S)

    async def _stall(self, number: int) -> None:
        """Ask for a whole table all the time, and take nothing of it."""
        table = self.tables[number % len(self.tables)]
        asking = msgpack.packb({"op": "resync", "table": table})
        sock = self._socket(number)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BYTES)
        async with self._guest(number, sock) as guest:
            guest.transport.pause_reading()
            while not guest.transport.is_closing():
                broadcast([guest], asking)
                await asyncio.sleep(ASKING_S)

    async def _flood(self, number: int) -> None:
        """Send without end."""
        ping = msgpack.packb({"op": "ping", "t": number})
        async with self._guest(number, self._socket(number)) as guest:
            heard = asyncio.create_task(_hear(guest))
            while not heard.done():
                for _ in range(FLOOD):
                    broadcast([guest], ping)
                await asyncio.sleep(FLOOD_S)

    async def _dawdle(self, number: int) -> None:
        """Begin a request, and wait until somebody ends it."""
        where = urlsplit(self.urls[number % len(self.urls)])
        async with asyncio.timeout(OPEN_S):
            reader, writer = await asyncio.open_connection(
                where.hostname, where.port, local_addr=(_address(number), 0)
            )
        try:
            writer.write(BEGINNING)
            async with asyncio.timeout(OPEN_S):
                await reader.read()
        finally:
            writer.close()

    async def _babble(self, number: int) -> None:
        """Send what makes no sense, until shown out for it."""
        seed = number + 1_000 * self.shown_out["senseless"]
        async with self._guest(number, self._socket(number)) as guest:
            heard = asyncio.create_task(_hear(guest))
            for data in inputs(TARGETS["to_server"], seed, BABBLE):
                if heard.done():
                    return
                broadcast([guest], data)
                await asyncio.sleep(FLOOD_S)

    def _socket(self, number: int) -> socket.socket:
        made = socket.socket()
        made.setblocking(False)  # noqa: FBT003 - as the library has it
        made.bind((_address(number), 0))
        return made

    def _guest(self, number: int, sock: socket.socket) -> "_Guest":
        return _Guest(self.urls[number % len(self.urls)], sock)


class _Guest:
    """A connection that has said hello."""

    def __init__(self, url: str, sock: socket.socket) -> None:
        self._url = url
        self._sock = sock
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> ClientConnection:
        where = urlsplit(self._url)
        version = limits.PROTOCOL_VERSION
        hello = {"op": "hello", "versions": [version, version], "client": "rabble"}
        async with asyncio.timeout(OPEN_S):
            loop = asyncio.get_running_loop()
            try:
                await loop.sock_connect(self._sock, (where.hostname, where.port))
                self._socket = await connect(
                    self._url,
                    sock=self._sock,
                    proxy=None,
                    compression=None,
                    ping_interval=None,
                )
            except BaseException:
                self._sock.close()
                raise
            await self._socket.send(msgpack.packb(hello))
            await self._socket.recv()
        return self._socket

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            self._socket.transport.abort()


async def _hear(guest: ClientConnection) -> None:
    """Hear everything until the end."""
    with suppress(OSError, WebSocketException):
        async for _ in guest:
            pass


def _address(number: int) -> str:
    return f"127.0.1.{1 + number % ADDRESSES}"
