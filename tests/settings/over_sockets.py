"""Settings of the ports, and the waits of a connection."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import InvalidStatus

from protocol.codes import CloseCode
from server.adapters import listening
from server.adapters.websocket import _await_hello, _close
from server.door.connection import Connection
from tests.server.rig import end_of, hello_bytes, say_hello, serving
from tests.settings.reach import Given, built, reaches
from tests.support.fakes import settled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from websockets.asyncio.client import ClientConnection

LONG_S = 1_000


async def listened(given: Given, **settings: Any) -> Mapping[str, Any]:
    """What the library is asked for, by a server with these settings."""
    asked: dict[str, Any] = {}

    async def serve(_handler: object, host: str, port: int, **options: Any) -> None:
        await asyncio.sleep(0)
        asked.update(options, host=host, port=port)

    given.patch.setattr(listening, "serve", serve)
    await listening.listen(built(**settings).service, pytest.fail, 9)
    return asked


@reaches("host", "port")
async def server_listens_where_it_should(given: Given) -> None:
    asked = await listened(given, host="127.0.0.9", port=8_000)

    assert (asked["host"], asked["port"]) == ("127.0.0.9", 8_000)


@reaches("open_s", "ping_every_s", "ping_wait_s")
async def library_waits_as_long_as_it_should(given: Given) -> None:
    asked = await listened(given, open_s=11, ping_every_s=12, ping_wait_s=13)

    assert asked["open_timeout"] == 11
    assert (asked["ping_interval"], asked["ping_timeout"]) == (12, 13)


@reaches("allowed_origins")
async def pages_are_those_that_the_host_allows(_given: Given) -> None:
    async with serving(allowed_origins={"https://a.example"}) as rig:
        async with rig.client(origin="https://a.example") as client:
            await say_hello(client)
        with pytest.raises(InvalidStatus):
            await rig.client()


@reaches("trusted_proxies")
async def proxies_are_believed_who_their_people_are(_given: Given) -> None:
    proxies = {"trusted_proxies": ("127.0.0.1",), "connections_per_address": 1}
    async with (
        serving(**proxies) as rig,
        rig.client(additional_headers={"X-Forwarded-For": "203.0.113.1"}) as one,
        rig.client(additional_headers={"X-Forwarded-For": "203.0.113.2"}) as other,
    ):
        await say_hello(one)
        await say_hello(other)


async def send_piece(client: ClientConnection, data: bytes, *, fin: bool) -> None:
    """Send one fragment of a message."""
    if client.protocol.expect_continuation_frame:
        client.protocol.send_continuation(data, fin)
    else:
        client.protocol.send_binary(data, fin)
    client.transport.write(b"".join(client.protocol.data_to_send()))
    await settled()


@reaches("message_fragments")
async def messages_are_in_as_many_pieces_as_may_be(_given: Given) -> None:
    async with serving(message_fragments=2) as rig, rig.client() as client:
        whole = hello_bytes()
        for piece in (whole[:1], whole[1:2]):
            await send_piece(client, piece, fin=False)
        await send_piece(client, whole[2:], fin=True)

        assert await end_of(client) == 1009


@reaches("message_s")
async def rest_of_a_message_is_waited_for(given: Given) -> None:
    quiet = {"ping_every_s": 80_000, "hello_s": 80_000}
    async with (
        serving(message_s=LONG_S, **quiet) as rig,
        rig.client(ping_interval=None) as client,
    ):
        await say_hello(client)
        move = given.moving_clock()
        await send_piece(client, b"\x81", fin=False)
        await (await client.ping())  # so the server has it
        await move(LONG_S - 10)
        await (await client.ping())
        await move(20)

        assert await end_of(client) == CloseCode.SLOW


@reaches("hello_s")
async def hello_is_waited_for(given: Given) -> None:
    service = built(hello_s=LONG_S).service
    connection = Connection(service)
    move = given.moving_clock()
    waiting = asyncio.create_task(_await_hello(service, connection))
    await move(LONG_S - 10)
    assert not connection.outbox.is_closing

    await move(20)
    await waiting

    assert await connection.outbox.next() is CloseCode.HELLO_LATE


class Stuck:
    """A socket of the library whose other end says nothing."""

    def __init__(self) -> None:
        self.transport = self
        self.is_aborted = False

    async def close(self, _code: int) -> None:
        """Wait for ever."""
        await asyncio.Future()

    def abort(self) -> None:
        """Cut it off."""
        self.is_aborted = True


@reaches("stalled_s")
async def client_that_takes_nothing_is_waited_for(given: Given) -> None:
    asked = await listened(given, stalled_s=LONG_S)

    assert asked["create_connection"].bounds.stalled_s == LONG_S


@reaches("close_s")
async def end_is_waited_for(given: Given) -> None:
    service, socket = built(close_s=LONG_S).service, Stuck()
    assert (await listened(given, close_s=LONG_S))["close_timeout"] == LONG_S
    move = given.moving_clock()
    closing = asyncio.create_task(_close(service, socket, CloseCode.NORMAL))  # type: ignore[arg-type]
    await move(LONG_S - 10)
    assert not socket.is_aborted

    await move(20)
    await closing

    assert socket.is_aborted
