"""A server on loopback that says what the test has written down, link by link."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from protocol.codec import BadMessage, decode_to_server, encode_to_client
from protocol.to_server import Hello, ToServer
from tests.protocol.told import welcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from websockets.http11 import Request, Response

    Script = Callable[["Link"], Awaitable[None]]
    Gate = Callable[[ServerConnection, Request], Response | None]


class Link:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket

    @property
    def code(self) -> int | None:
        """With which the connection has ended."""
        return self._socket.close_code

    async def hear(self) -> ToServer:
        frame = await self._socket.recv(decode=False)
        message = decode_to_server(frame)
        assert not isinstance(message, BadMessage)
        return message

    async def tell(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            await self._socket.send(encode_to_client(message))

    async def tell_bytes(self, frame: bytes) -> None:
        await self._socket.send(frame)

    async def let_in(self, **changes: Any) -> Hello:
        hello = await self.hear()
        assert isinstance(hello, Hello)
        await self.tell(welcome(**changes))
        return hello

    async def close(self, code: int, reason: str = "") -> None:
        await self._socket.close(code, reason)

    def cut(self) -> None:
        self._socket.transport.abort()

    async def hear_the_end(self) -> None:
        """Read whatever still comes until the client is gone."""
        with suppress(ConnectionClosed):
            while True:
                await self._socket.recv()


class ScriptedServer:
    """Plays one script for each connection, in order.

    What goes wrong in a script is raised at the end of the test. A connection too many
    is a fault of the client under test.
    """

    def __init__(self, *scripts: Script, gate: Gate | None = None, port: int = 0):
        self._scripts = list(scripts)
        self._gate = gate
        self._port = port
        self._faults: list[BaseException] = []
        self._server: Server | None = None
        self.url = ""
        self.links = 0

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._play,
            "127.0.0.1",
            self._port,
            process_request=self._gate,
            compression=None,
            ping_interval=None,
            close_timeout=1,
        )
        host, port = next(iter(self._server.sockets)).getsockname()
        self.url = f"ws://{host}:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        if kind is None and self._faults:
            raise self._faults[0]

    async def _play(self, socket: ServerConnection) -> None:
        self.links += 1
        try:
            script = self._scripts.pop(0)
            await script(Link(socket))
        except ConnectionClosed:
            pass
        except asyncio.CancelledError:
            raise
        except BaseException as fault:  # noqa: BLE001 - raised again at the end
            self._faults.append(fault)
            socket.transport.abort()
