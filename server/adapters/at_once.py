"""Frames that are written where they are told, before which nothing waits.

Waking the writer of a connection, and a timer for each frame, would cost more than
writing it. So would the library, which makes several objects of each: it has nothing in
its own hands between two calls, since no message of ours is sent in pieces.

Who is being served is told the events and then the answer, in one go: those are written
together, as soon as the event loop has nothing else to do with them, since handing bytes
to the system is the dearest part of it all.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from websockets.protocol import State

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from server.door.connection import Connection
    from server.metrics import Metrics

AT_ONCE_BYTES: Final = 16_384
"""Half of what the library buffers before it makes a sender wait."""
_WHOLE_BINARY: Final = 0x82
_SHORT_BYTES: Final = 125
_SIZE_IN_TWO: Final = 126
"""In the place of a size: it comes in the next two bytes."""


class AtOnce:
    """Writes to one connection without waiting.

    Args:
        socket: Of the library.
        connection: What it serves.
        metrics: Where frames are counted.
    """

    def __init__(
        self, socket: ServerConnection, connection: Connection, metrics: Metrics
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._held: list[bytes] = []
        """What is written together, at the latest when this turn of the loop ends."""
        self._held_bytes = 0

    def __call__(self, frame: bytes) -> bool:
        """Write a frame, or say that it has to wait for its turn."""
        if len(frame) > AT_ONCE_BYTES or self._socket.transport.get_write_buffer_size():
            self._write_held()
            return False
        count_sent(self._metrics, frame)
        if self._held_bytes + len(frame) > AT_ONCE_BYTES:
            self._write_held()
        if not self._held and self._connection.is_busy:
            self._loop.call_soon(self._write_held)
        self._held += (_head(len(frame)), frame)
        self._held_bytes += len(frame)
        if not self._connection.is_busy:
            self._write_held()
        return True

    def _write_held(self) -> None:
        if self._held and self._socket.state is State.OPEN:
            self._socket.transport.write(b"".join(self._held))
        self._held.clear()
        self._held_bytes = 0


def count_sent(metrics: Metrics, frame: bytes) -> None:
    """Count a frame that is written."""
    metrics.sent.add(_op_of(frame))
    metrics.sent_bytes.add(amount=len(frame))


def _head(size: int) -> bytes:
    """What comes before a whole binary message of a server (RFC 6455, section 5.2)."""
    if size <= _SHORT_BYTES:
        return bytes((_WHOLE_BINARY, size))
    return bytes((_WHOLE_BINARY, _SIZE_IN_TWO)) + size.to_bytes(2, "big")


def _op_of(frame: bytes) -> str:
    """The op of a message of ours, whose first key it is: `8x a2 'op' ax text`."""
    start = 5 if frame[0] < 0xDE else 7  # a map of 16 or more has a longer head
    length = frame[start - 1] & 0x1F
    return frame[start : start + length].decode("ascii", "replace")
