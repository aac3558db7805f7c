"""The end of a server that loses nothing: everybody is told, then let go.

Where other servers take people in, they are sent there table by table, and those whose
turn has not come are served. A server that is the only one ends at once: to go on for
some of its tables would only keep the others waiting for the next process.

Whoever is let go hears `goaway` with a time at which to come back: at once, or drawn for
each when all go together. The command under way is finished and answered; what comes
after it is left for the next server, to which the client sends it again. Whoever does
not read is cut off.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from protocol.codes import CloseCode
from server.door.departures import Departures
from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from websockets.asyncio.server import Server

    from server.door.service import Service
    from server.ports import Chance

log = structlog.get_logger()

_LOOK_S: Final = 0.05
_LAST_S: Final = 2.0
"""Kept back from the whole time for those that have to be cut off."""


async def drain(
    service: Service,
    server: Server,
    chance: Chance,
    stop_alarms: Callable[[], Awaitable[None]],
) -> None:
    """End all connections, within the time of the settings, and stop to listen.

    Args:
        service: Its connections are ended; it takes no new ones from now on.
        server: The library's side of them.
        chance: For the times at which clients come back.
        stop_alarms: Leaves deadlines to other nodes, once nobody is served any more.
    """
    service.draining = True
    settings = service.settings
    loop = asyncio.get_running_loop()
    end_s = loop.time() + settings.drain_s
    begun = len(service.connections)
    log.info("draining", connections=begun)
    is_heard = await _others_hear_of_it(service)
    if begun and settings.drain_notice_s:
        await asyncio.sleep(min(settings.drain_notice_s, settings.drain_s / 2))
    if is_heard:
        sent_s = end_s - _LAST_S - settings.drain_commands_s
        within_ms = max(0, round(1000 * (sent_s - loop.time())))
        await Departures(service, within_ms).run()
    await stop_alarms()
    for connection in tuple(service.connections):
        connection.restart(_retry_ms(chance, settings.drain_spread_ms))
    # Sockets that are still in their handshake are refused from here on.
    server.close(close_connections=False)
    last_s = max(loop.time(), end_s - _LAST_S)
    commands_s = min(loop.time() + settings.drain_commands_s, last_s)
    if not await _all_gone(service, server, commands_s):
        for connection in tuple(service.connections):
            connection.outbox.close(CloseCode.RESTART)
    if not await _all_gone(service, server, last_s):
        for socket in tuple(server.all_connections):
            service.metrics.aborted.add()
            socket.transport.abort()
        await _all_gone(service, server, end_s)
    log.info("drained", connections=begun, left=len(service.connections))


async def _others_hear_of_it(service: Service) -> bool:
    """Whether other servers were told; where the store is away, none lets anybody in."""
    try:
        await service.pulse.leave()
    except StoreUnavailable:
        return False
    return True


async def _all_gone(service: Service, server: Server, until_s: float) -> bool:
    """Wait for the end of all connections; False when some are left at this time.

    The library's own wait would include sockets that never said anything.
    """
    loop = asyncio.get_running_loop()
    while service.connections or server.all_connections:
        if loop.time() >= until_s:
            return False
        await asyncio.sleep(_LOOK_S)
    return True


def _retry_ms(chance: Chance, spread_ms: int) -> int:
    return int.from_bytes(chance.fresh(4), "big") * (spread_ms + 1) >> 32
