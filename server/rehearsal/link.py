"""One connection of the client: to the server and back, with what goes wrong between."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

from websockets.exceptions import ConnectionClosed

from protocol.codec import (
    BadMessage,
    decode_to_client,
    decode_to_server,
    encode_to_client,
)
from protocol.codes import CloseCode, ErrorCode
from protocol.to_client import GoAway
from server.rehearsal.notes import Closed, Opened, Said, Told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.server import ServerConnection

    from protocol.codec import Unknown
    from protocol.to_client import ToClient
    from protocol.to_server import ToServer
    from server.rehearsal.notes import Note


_NEXT_SCENE_MS: Final = 1_000
"""The next scene begins in less."""


class Cut(Exception):  # noqa: N818 - says what is to happen
    """The connection is to end here, with a code, or without a word."""

    def __init__(self, code: int = CloseCode.CUT) -> None:
        super().__init__(code)
        self.code = code


class Director(Protocol):
    """Decides what becomes of each message."""

    def note(self, note: Note) -> None:
        """Note something down."""

    async def from_client(
        self, link: Link, message: ToServer | BadMessage, frame: bytes | str
    ) -> None:
        """Take something that the client sends.

        Raises:
            Cut: The connection is to end here.
        """

    async def from_server(
        self, link: Link, message: ToClient | Unknown | BadMessage, frame: bytes
    ) -> None:
        """Take something that the server sends.

        Raises:
            Cut: The connection is to end here.
        """


class Link:
    """Passes messages between a client and the server, and asks the director of each.

    Args:
        client: The connection of the client that is being tried.
        server: A connection to the server, for this one alone.
        director: The scene that is being played.
    """

    def __init__(
        self,
        client: ServerConnection,
        server: ClientConnection,
        director: Director,
    ) -> None:
        self._client = client
        self._server = server
        self._director = director

    async def run(self) -> None:
        """Pass messages on until one of both sides ends, or the scene cuts it."""
        self._director.note(Opened(now_s()))
        ways = [asyncio.create_task(self._up()), asyncio.create_task(self._down())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            ended = next(way for way in ways if way.done())
            fault = ended.exception()
            if isinstance(fault, Cut):
                await self.end(fault.code)
            elif fault is not None:
                raise fault
            else:
                await self.end(self._server.close_code or CloseCode.CUT)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            self._server.transport.abort()
            self._director.note(Closed(now_s()))

    async def end(self, code: int) -> None:
        """End the client's connection."""
        if code == CloseCode.CUT:
            self._client.transport.abort()
        else:
            await self._client.close(code)

    async def dismiss(self) -> None:
        """Tell the client that the scene is over, and end its connection.

        The session ends with the scene: whoever goes on has to enter without a token.
        """
        code = CloseCode.REVOKED
        with suppress(ConnectionClosed):
            await self.tell(GoAway(code=code, retry_ms=_NEXT_SCENE_MS).model_dump())
        await self._client.close(code, "the scene is over: enter without the token")

    async def to_server(self, frame: bytes | str) -> None:
        """Pass a frame on to the server."""
        await self._server.send(frame)

    async def to_client(self, frame: bytes) -> None:
        """Pass a frame on to the client."""
        self._director.note(Told(now_s(), decode_to_client(frame)))
        await self._client.send(frame)

    async def tell(self, message: Mapping[str, object]) -> None:
        """Tell the client something that the server has not said."""
        await self.to_client(encode_to_client(message))

    async def _up(self) -> None:
        try:
            async for frame in self._client:
                message = _read(frame)
                self._director.note(Said(now_s(), message))
                await self._director.from_client(self, message, frame)
        except ConnectionClosed:
            return

    async def _down(self) -> None:
        try:
            async for frame in self._server:
                if isinstance(frame, bytes):
                    message = decode_to_client(frame)
                    await self._director.from_server(self, message, frame)
        except ConnectionClosed:
            return


def _read(frame: bytes | str) -> ToServer | BadMessage:
    if isinstance(frame, str):
        return BadMessage(ErrorCode.TEXT_FRAME, "a text frame")
    return decode_to_server(frame)


def now_s() -> float:
    """Steady time, in seconds."""
    return asyncio.get_running_loop().time()
