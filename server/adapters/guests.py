"""Connections that hold a place in the crowd from their request to their end.

The place is given back where the connection is lost, since a request that was admitted
may still never become a connection. Before any request there is only a bound on
sockets, kept below what the system allows: beyond it a newcomer is cut off at once,
which costs nothing, while a failed accept would cost everybody.

Bytes are counted here as they arrive, so that pings and pieces of messages count too,
which nobody else sees. So are the pieces of a message: the library has one bound on
them for the whole process, and would wait for the last one for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import DATA_OPCODES, Frame

from protocol import limits
from protocol.codes import CloseCode
from server.metrics import NO_METRICS, Metrics

if TYPE_CHECKING:
    import asyncio

    from websockets.protocol import Event

    from server.crowd import Place

_WINDOW_S: Final = 1.0
_FLOOD: Final = 2
"""Beyond so many times what may be sent at once, nobody is answered any more."""


class Guest(ServerConnection):
    """One connection of the library, with its place."""

    most_sockets: ClassVar[int | None] = None
    most_bytes: ClassVar[int | None] = None
    """Within a second."""
    most_pieces: ClassVar[int] = limits.TO_SERVER_FRAGMENTS
    """Of one message."""
    message_s: ClassVar[float] = limits.MESSAGE_S
    """From the first piece of a message to its last, in seconds."""
    metrics: ClassVar[Metrics] = NO_METRICS
    place: Place | None = None
    _since_s = 0.0
    _bytes = 0
    _pieces = 0
    _overdue: asyncio.TimerHandle | None = None
    _ending: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See the library; one socket too many is cut off."""
        super().connection_made(transport)
        most = self.most_sockets
        if most is not None and len(self.server.handler_tasks) > most:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """See the library; who floods is cut off before anything is read."""
        now_s = self.loop.time()
        if now_s - self._since_s >= _WINDOW_S:
            self._since_s, self._bytes = now_s, 0
        self._bytes += len(data)
        if self.most_bytes is not None and self._bytes > self.most_bytes:
            if not self.transport.is_closing():
                self.metrics.floods.add()
            self.transport.abort()
            return
        super().data_received(data)

    def process_event(self, event: Event) -> None:
        """See the library; a message of too many pieces, or too slow, is the last."""
        if isinstance(event, Frame) and event.opcode in DATA_OPCODES:
            self._note_piece(event)
        if self._ending is None:
            super().process_event(event)

    def _note_piece(self, frame: Frame) -> None:
        self._pieces += 1
        if self._pieces > self.most_pieces:
            self._end(CloseCode.TOO_BIG, "too many pieces")
        elif frame.fin:
            self._expect_nothing()
        elif self._overdue is None:
            self._overdue = self.loop.call_later(
                self.message_s, self._end, CloseCode.SLOW, "a message too slow"
            )

    def _expect_nothing(self) -> None:
        """No message is under way."""
        self._pieces = 0
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None

    def _end(self, code: CloseCode, reason: str) -> None:
        self._expect_nothing()
        if self._ending is None:
            self._ending = self.loop.create_task(self.close(code, reason))

    def connection_lost(self, exc: Exception | None) -> None:
        """See the library; the place is free again."""
        super().connection_lost(exc)
        self._expect_nothing()
        if self.place is not None:
            self.place.leave()


def guests_up_to(
    sockets: int,
    *,
    bytes_at_once: int | None = None,
    pieces: int = limits.TO_SERVER_FRAGMENTS,
    message_s: float = limits.MESSAGE_S,
    metrics: Metrics = NO_METRICS,
) -> type[Guest]:
    """Guests within bounds.

    Args:
        sockets: At most so many, handshakes included.
        bytes_at_once: What one may send at once; far more is a flood.
        pieces: Most of one message.
        message_s: From the first piece of a message to its last, in seconds.
        metrics: Counts floods.
    """
    flood = None if bytes_at_once is None else _FLOOD * bytes_at_once
    most, slowest_s, counted = pieces, message_s, metrics

    class BoundedGuest(Guest):
        most_sockets: ClassVar[int | None] = sockets
        most_bytes: ClassVar[int | None] = flood
        most_pieces: ClassVar[int] = most
        message_s: ClassVar[float] = slowest_s
        metrics: ClassVar[Metrics] = counted

    return BoundedGuest
