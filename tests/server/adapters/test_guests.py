import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.codec import encode_to_server
from protocol.to_client import Pong
from protocol.to_server import Ping
from tests.server.rig import end_of, hear, say_hello, serving, until


async def test_sockets_beyond_the_bound_are_cut_off_before_any_word() -> None:
    places, handshakes = 1, 32
    async with serving(max_connections=places) as rig, AsyncExitStack() as stack:
        silent = []
        for _ in range(places + handshakes):
            reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
            stack.callback(writer.close)
            silent.append(reader)
        await until(lambda: len(rig.server.handler_tasks) == places + handshakes)

        assert await rig.get("/healthz") == ""
        assert not any(reader.at_eof() for reader in silent)


async def test_silent_sockets_are_dropped_at_the_deadline() -> None:
    async with serving(open_s=0.1) as rig:
        reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)

        assert await reader.read() == b""
        writer.close()


async def test_trickling_does_not_move_the_deadline() -> None:
    async with serving(open_s=0.3) as rig:
        reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
        ended = asyncio.create_task(reader.read())
        while not ended.done():
            writer.write(b"x")
            await asyncio.wait([ended], timeout=0.02)

        with suppress(ConnectionResetError):
            assert await ended == b""
        writer.close()


async def test_a_guest_gives_its_place_back_once() -> None:
    async with serving() as rig:
        async with rig.client() as client:
            await say_hello(client)
            assert (rig.crowd.total, rig.crowd.newcomers) == (1, 0)

        await until(lambda: rig.crowd.total == 0)
        assert rig.crowd.newcomers == 0


@pytest.mark.parametrize("what", ["ping", "pong", "pieces"])
async def test_who_floods_is_cut_off(what: str) -> None:
    async with serving(bytes_per_s=1000) as rig, rig.client() as client:
        await say_hello(client)

        with suppress(ConnectionClosed):
            for number in range(200):
                match what:
                    case "ping":
                        await client.ping(number.to_bytes(100, "big"))
                    case "pong":
                        await client.pong(bytes(100))
                    case _:
                        await client.send([bytes(0)] * 10)

        assert await end_of(client) == 1006
        assert rig.counts.count("floods_cut") == 1


async def test_what_may_be_sent_at_once_is_no_flood() -> None:
    async with serving(bytes_per_s=1000) as rig, rig.client() as client:
        await say_hello(client)

        for number in range(15):
            await client.ping(number.to_bytes(100, "big"))
        await (await client.ping())

        assert rig.counts.count("floods_cut") == 0


async def test_message_of_a_few_pieces_is_taken() -> None:
    async with serving(message_fragments=3) as rig, rig.client() as client:
        await say_hello(client)

        for number in range(3):  # each message has its pieces for itself
            ping = encode_to_server(Ping(t=number))
            await client.send([ping[:1], ping[1:]])  # and an empty last piece
            assert isinstance(await hear(client), Pong)


async def test_message_of_too_many_pieces_ends_the_connection() -> None:
    async with serving(message_fragments=3) as rig, rig.client() as client:
        await say_hello(client)
        ping = encode_to_server(Ping(t=1))

        with suppress(ConnectionClosed):
            await client.send([ping[:1], ping[1:4], ping[4:]])

        assert await end_of(client) == 1009
        with pytest.raises(ConnectionClosed):
            await client.recv()  # no pong: the message was not taken


async def test_message_that_is_not_finished_in_time_ends_the_connection() -> None:
    # T-A14
    async with serving(message_s=0.1) as rig, rig.client() as client:
        await say_hello(client)
        ended = asyncio.create_task(client.wait_closed())

        async def trickle() -> AsyncIterator[bytes]:
            yield b"\x82"
            await ended
            yield b"too late"

        with suppress(ConnectionClosed):
            await client.send(trickle())

        assert client.close_code == 4007


async def test_control_frames_do_not_move_the_end_of_a_message() -> None:
    async with serving(message_s=0.1) as rig, rig.client() as client:
        await say_hello(client)
        ended = asyncio.create_task(client.wait_closed())

        async def pinging() -> AsyncIterator[bytes]:
            yield b"\x82"
            while not ended.done():
                await client.ping()
                await asyncio.wait([ended], timeout=0.02)

        with suppress(ConnectionClosed):
            await client.send(pinging())

        assert client.close_code == 4007
