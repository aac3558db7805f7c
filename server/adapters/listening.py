"""Opens the port for clients, and one for metrics where it has one of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from websockets.asyncio.server import Server, serve
from websockets.typing import Origin

from protocol import limits
from server.adapters.guests import Bounds, guests
from server.adapters.handshakes import HandshakeLimits, Handshakes
from server.adapters.http import Reception, metrics_only
from server.adapters.websocket import serve_socket
from server.settings import NO_ORIGIN
from server.throttle import Rate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Response

    from server.door.service import Service
    from server.settings import Settings

_HANDSHAKES: Final = 32
"""Sockets beyond the places: for health checks, and to say that there is no place."""
_FLOOD: Final = 2
"""Beyond so many times what may be sent, nobody is answered any more."""
_FRAMES_AHEAD: Final = 16
"""Frames that wait for their turn, before the socket is read no further."""


async def listen(
    service: Service, metrics_page: Callable[[], Response], most: int
) -> Server:
    """Take connections of clients.

    Args:
        service: The parts of this node.
        metrics_page: What Prometheus scrapes.
        most: Most connections at once.

    Raises:
        OSError: The port is in use, or the address is none of this machine.
    """
    settings = service.settings
    public_page = metrics_page if settings.metrics_port is None else None
    reception = Reception(service, public_page)
    waiting = HandshakeLimits(
        sockets=most + _HANDSHAKES,
        waiting=settings.max_newcomers,
        per_address=settings.connections_per_address,
        trusted=settings.trusted_proxies,
    )
    return await serve(
        partial(serve_socket, service),
        settings.host,
        settings.port,
        process_request=reception,
        origins=_origins(settings.allowed_origins),
        create_connection=guests(
            Handshakes(waiting, reception.note_refusal),
            _bounds(settings),
            service.metrics,
        ),
        compression=None,  # four times the memory for messages this short
        max_size=limits.TO_SERVER_BYTES,
        max_queue=_FRAMES_AHEAD,
        open_timeout=settings.open_s,
        ping_interval=settings.ping_every_s,
        ping_timeout=settings.ping_wait_s,
        close_timeout=settings.close_s,
        server_header=None,
    )


async def listen_for_metrics(
    settings: Settings, metrics_page: Callable[[], Response]
) -> Server:
    """Take requests for metrics on their own port.

    Raises:
        OSError: The port is in use, or the address is none of this machine.
    """
    few = HandshakeLimits(_HANDSHAKES, _HANDSHAKES, _HANDSHAKES)
    return await serve(
        _no_socket,
        settings.metrics_host or settings.host,
        settings.metrics_port,
        process_request=metrics_only(metrics_page),
        create_connection=guests(Handshakes(few, lambda _: None), Bounds()),
        open_timeout=settings.open_s,
        server_header=None,
    )


def address_of(server: Server, host: str) -> str:
    """Where a server listens, for people and clients."""
    port = server.sockets[0].getsockname()[1]
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


def _bounds(settings: Settings) -> Bounds:
    """For messages the door has half of these rates, and answers what is beyond."""
    per_s = _FLOOD * settings.bytes_per_s
    controls_per_s = _FLOOD * settings.messages_per_s
    return Bounds(
        sent=Rate(per_s, 2 * per_s),
        controls=Rate(controls_per_s, _FLOOD * settings.messages_burst),
        pieces=settings.message_fragments,
        message_s=settings.message_s,
        stalled_s=settings.stalled_s,
    )


def _origins(allowed: Collection[str]) -> list[Origin | None]:
    return [None if one == NO_ORIGIN else Origin(one) for one in sorted(allowed)]


async def _no_socket(socket: ServerConnection) -> None:
    await socket.close()
