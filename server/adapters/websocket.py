"""Bytes of a `websockets` connection to a `Connection` and back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from protocol.codes import CloseCode
from server.adapters.at_once import AtOnce, count_sent
from server.adapters.guests import Guest
from server.door.connection import Connection
from server.logs import short

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection

    from server.door.service import Service

log = structlog.get_logger()

_AFTER_CLOSE_S: Final = 2.0
"""Beyond the closing handshake's own time; a full buffer may hold the frame back."""
_KNOWN_CODES: Final = frozenset(int(code) for code in CloseCode)


async def serve_socket(service: Service, socket: ServerConnection) -> None:
    """Serve one connection until it ends."""
    place = socket.place if isinstance(socket, Guest) else None
    connection = Connection(service, place)
    connection.outbox.write_now = AtOnce(socket, connection, service.metrics)
    connection.is_gone = lambda: socket.state is not State.OPEN
    service.connections.add(connection)
    service.metrics.opened.add()
    log.info("connection opened", connections=len(service.connections))
    reading = asyncio.create_task(_read(socket, connection))
    writing = asyncio.create_task(_write(service, socket, connection))
    waiting = asyncio.create_task(_await_hello(service, connection))
    tasks = (reading, writing, waiting)
    try:
        await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        faults = [result for result in results if isinstance(result, Exception)]
        await asyncio.shield(_end(service, socket, connection, faults))


async def _end(
    service: Service,
    socket: ServerConnection,
    connection: Connection,
    faults: list[Exception],
) -> None:
    """Tell the tables, the log and, after a fault of ours, the client."""
    try:
        await connection.aclose()
    except Exception as fault:  # noqa: BLE001 - the tables go on without this one
        faults.append(fault)
    for one in faults:
        service.metrics.faults.add("connection")
        log.error("a connection failed", exc_info=one)
    if faults:
        await _close(service, socket, CloseCode.INTERNAL)
    code = socket.close_code or CloseCode.CUT
    service.metrics.closed.add(str(code) if code in _KNOWN_CODES else "other")
    log.info(
        "connection closed",
        code=int(code),
        session=None if connection.user is None else short(connection.user),
        connections=len(service.connections),
    )


async def _read(socket: ServerConnection, connection: Connection) -> None:
    try:
        async for data in socket:
            if isinstance(data, str):
                connection.take_text()
            else:
                connection.note_round_trip(socket.latency * 1000)
                await connection.take(data)
    except ConnectionClosed:
        return


async def _write(
    service: Service, socket: ServerConnection, connection: Connection
) -> None:
    try:
        while True:
            entry = await connection.outbox.next()
            if entry is None:
                service.metrics.overflows.add()
                await connection.tell_all_whole()
            elif isinstance(entry, CloseCode):
                await _close(service, socket, entry)
                return
            else:
                await socket.send(entry)
                count_sent(service.metrics, entry)
    except ConnectionClosed:
        return


async def _close(service: Service, socket: ServerConnection, code: CloseCode) -> None:
    """Close in good order, or else at once."""
    try:
        async with asyncio.timeout(service.settings.close_s + _AFTER_CLOSE_S):
            await socket.close(code)
    except TimeoutError:
        socket.transport.abort()


async def _await_hello(service: Service, connection: Connection) -> None:
    await asyncio.sleep(service.settings.hello_s)
    if not connection.is_welcome:
        connection.outbox.close(CloseCode.HELLO_LATE)
