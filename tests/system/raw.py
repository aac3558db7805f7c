"""Connections made byte by byte, for what no client would send."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WAIT_S = 15.0
_LITTLE, _MUCH = 512, 1 << 16
"""So many bytes are taken before anybody reads them; the double at most."""
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    fin: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """A frame, right or wrong."""
    size = len(payload) if length is None else length
    first = (0x80 if fin else 0) | reserved << 4 | opcode
    mask_bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, mask_bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, mask_bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, mask_bit | 127, size)
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(b ^ mask[n % 4] for n, b in enumerate(payload))


@dataclass
class Raw:
    """A connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Send bytes; that nobody takes them is no trouble."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            pass

    async def upgrade(self, extra: bytes = b"") -> bytes:
        """Ask for a WebSocket; the server's answer."""
        await self.send(UPGRADE + extra + b"\r\n")
        async with asyncio.timeout(WAIT_S):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def rest(self) -> bytes:
        """Everything that comes until the server ends the connection."""
        async with asyncio.timeout(WAIT_S):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    async def close_code(self) -> int | None:
        """The code of the server's closing frame; None for a connection cut off."""
        async with asyncio.timeout(WAIT_S):
            try:
                while True:
                    opcode, payload = await self.frame()
                    if opcode == CLOSE:
                        return int.from_bytes(payload[:2], "big")
            except (ConnectionError, asyncio.IncompleteReadError):
                return None

    async def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: its opcode and what is in it."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        return first & 0x0F, await self.reader.readexactly(size)

    def reset(self) -> None:
        """End it with a reset, as a machine that loses its power."""
        linger = struct.pack("ii", 1, 0)
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.writer.transport.abort()


@asynccontextmanager
async def raw(port: int, *, takes_little: bool = False) -> AsyncIterator[Raw]:
    """A connection to a server on this machine.

    Args:
        port: Where it listens.
        takes_little: What is not read is soon on the server's side.
    """
    made = socket.socket()
    made.setblocking(False)  # noqa: FBT003 - its only spelling
    if takes_little:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    await asyncio.get_running_loop().sock_connect(made, ("127.0.0.1", port))
    limit = _LITTLE if takes_little else _MUCH
    reader, writer = await asyncio.open_connection(sock=made, limit=limit)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def raw_socket(
    port: int, *, hello: bytes | None = None, takes_little: bool = False
) -> AsyncIterator[Raw]:
    """A connection that is a WebSocket, and has said hello if one is given."""
    async with raw(port, takes_little=takes_little) as connection:
        answer = await connection.upgrade()
        assert answer.startswith(b"HTTP/1.1 101"), answer
        if hello is not None:
            await connection.send(frame(BINARY, hello))
        yield connection
