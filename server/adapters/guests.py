"""Connections that hold a place in the crowd from their request to their end.

The place is given back where the connection is lost, since a request that was admitted
may still never become a connection. Before any request there is only a bound on
sockets, kept below what the system allows: beyond it a newcomer is cut off at once,
which costs nothing, while a failed accept would cost everybody.

Bytes are counted here as they arrive, so that pings and pieces of messages count too,
which nobody else sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from websockets.asyncio.server import ServerConnection

from server.metrics import NO_METRICS, Metrics

if TYPE_CHECKING:
    import asyncio

    from server.crowd import Place

_WINDOW_S: Final = 1.0
_FLOOD: Final = 2
"""Beyond so many times what may be sent at once, nobody is answered any more."""


class Guest(ServerConnection):
    """One connection of the library, with its place."""

    most_sockets: ClassVar[int | None] = None
    most_bytes: ClassVar[int | None] = None
    """Within a second."""
    metrics: ClassVar[Metrics] = NO_METRICS
    place: Place | None = None
    _since_s = 0.0
    _bytes = 0

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

    def connection_lost(self, exc: Exception | None) -> None:
        """See the library; the place is free again."""
        super().connection_lost(exc)
        if self.place is not None:
            self.place.leave()


def guests_up_to(
    sockets: int, *, bytes_at_once: int | None = None, metrics: Metrics = NO_METRICS
) -> type[Guest]:
    """Guests within bounds.

    Args:
        sockets: At most so many, handshakes included.
        bytes_at_once: What one may send at once; far more is a flood.
        metrics: Counts floods.
    """
    flood = None if bytes_at_once is None else _FLOOD * bytes_at_once
    counted = metrics

    class BoundedGuest(Guest):
        most_sockets: ClassVar[int | None] = sockets
        most_bytes: ClassVar[int | None] = flood
        metrics: ClassVar[Metrics] = counted

    return BoundedGuest
