"""Opens the port for clients, and one for metrics where it has one of its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from websockets.asyncio.server import Server, serve
from websockets.typing import Origin

from protocol import limits
from server.adapters.guests import guests_up_to
from server.adapters.http import Reception, metrics_only
from server.adapters.websocket import serve_socket
from server.settings import NO_ORIGIN

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Response

    from server.door.service import Service
    from server.settings import Settings

_HANDSHAKES: Final = 32
"""Sockets beyond the places: for health checks, and to say that there is no place."""
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
    return await serve(
        partial(serve_socket, service),
        settings.host,
        settings.port,
        process_request=Reception(service, public_page),
        origins=_origins(settings.allowed_origins),
        create_connection=guests_up_to(
            most + _HANDSHAKES,
            bytes_at_once=2 * settings.bytes_per_s,
            pieces=settings.message_fragments,
            message_s=settings.message_s,
            metrics=service.metrics,
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
    return await serve(
        _no_socket,
        settings.metrics_host or settings.host,
        settings.metrics_port,
        process_request=metrics_only(metrics_page),
        create_connection=guests_up_to(_HANDSHAKES),
        open_timeout=settings.open_s,
        server_header=None,
    )


def address_of(server: Server, host: str) -> str:
    """Where a server listens, for people and clients."""
    port = server.sockets[0].getsockname()[1]
    return f"ws://[{host}]:{port}" if ":" in host else f"ws://{host}:{port}"


def _origins(allowed: Collection[str]) -> list[Origin | None]:
    return [None if one == NO_ORIGIN else Origin(one) for one in sorted(allowed)]


async def _no_socket(socket: ServerConnection) -> None:
    await socket.close()
