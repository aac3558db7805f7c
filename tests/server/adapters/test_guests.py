import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.codec import encode_to_server
from protocol.to_client import Pong
from protocol.to_server import Ping
from server.adapters.guests import Guest
from server.crowd import Place
from tests.server.rig import Rig, end_of, hear, hello_bytes, say_hello, serving, until
from tests.system.raw import BINARY, PING, WAIT_S, Raw, frame, raw_socket


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


async def test_request_that_is_lost_before_it_is_looked_at_keeps_no_place() -> None:
    async with serving() as rig:
        async with rig.client() as client:
            await say_hello(client)
            guest = guest_of(rig)
        await until(lambda: rig.crowd.total == 0)
        place = rig.crowd.enter("127.0.0.1")
        assert isinstance(place, Place)

        guest.let_in(place)

        assert rig.crowd.total == 0


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


@pytest.mark.parametrize("what", ["ping", "pong"])
async def test_small_pings_are_a_flood_as_well(what: str) -> None:
    # T-G09: far fewer bytes than may be sent
    async with serving(messages_burst=40) as rig, rig.client() as client:
        await say_hello(client)

        with suppress(ConnectionClosed):
            for number in range(200):
                if what == "ping":
                    await client.ping(number.to_bytes(1, "big"))
                else:
                    await client.pong()

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


async def trickle(raw: Raw, data: bytes) -> None:
    """Send byte after byte until the server ends the connection."""
    ended = asyncio.create_task(raw.close_code())
    for byte in data:
        await raw.send(bytes([byte]))
        await asyncio.wait([ended], timeout=0.02)
        if ended.done():
            break
    assert await ended == 4007


MANY = 10_000_000
MUCH = {"bytes_per_s": MANY, "messages_per_s": MANY, "messages_burst": MANY}
WHOLE = encode_to_server(Ping(t=1))
SLOW = frame(BINARY, bytes(3000))


@pytest.mark.parametrize(
    "before",
    [b"", frame(PING), frame(BINARY, WHOLE)],  # the masks are drawn
    ids=["first", "after a ping", "after a message"],
)
@pytest.mark.parametrize("at_once", [0, 1, 8, 500])
async def test_message_that_trickles_ends_the_connection(
    before: bytes, at_once: int
) -> None:
    # T-A14: in one frame, of which the library tells nothing before its end
    async with (
        serving(message_s=0.2) as rig,
        raw_socket(rig.port, hello=hello_bytes()) as raw,
    ):
        await raw.send(before + SLOW[:at_once])

        await trickle(raw, SLOW[at_once:])


@pytest.mark.parametrize("size", [8, 1], ids=["in its body", "in its head"])
async def test_message_that_stops_after_another_ends_the_connection(size: int) -> None:
    # T-A14
    async with (
        serving(message_s=0.1) as rig,
        raw_socket(rig.port, hello=hello_bytes()) as raw,
    ):
        await raw.send(frame(BINARY, WHOLE) + SLOW[:size])

        assert await raw.close_code() == 4007


async def test_message_after_message_in_bits_is_taken() -> None:
    message = frame(BINARY, WHOLE)
    async with (
        serving(message_s=60) as rig,
        raw_socket(rig.port, hello=hello_bytes()) as raw,
    ):
        for _ in range(5):
            for byte in message:
                await raw.send(bytes([byte]))
        await until(lambda: rig.counts.count("messages_in", "ping") == 5)

        guest = guest_of(rig)
        assert guest._unfinished_bytes == 0
        assert guest._overdue is None


def guest_of(rig: Rig) -> Guest:
    """The one connection."""
    (guest,) = rig.server.connections
    assert isinstance(guest, Guest)
    return guest


@pytest.mark.parametrize("size", [0, 125, 126, 4000])
async def test_end_of_a_frame_is_known_whatever_its_size(size: int) -> None:
    async with (
        serving() as rig,
        raw_socket(rig.port, hello=hello_bytes()) as raw,
    ):
        await raw.send(frame(BINARY, bytes(size)))
        await until(lambda: rig.counts.count("messages_in", "invalid"))

        assert guest_of(rig)._unfinished_bytes == 0


async def test_who_takes_no_answer_to_pings_is_cut_off() -> None:
    # T-G01: pongs go past the queue of messages
    async with (
        serving(stalled_s=0.1, **MUCH) as rig,
        raw_socket(rig.port, hello=hello_bytes(), takes_little=True) as raw,
    ):
        pings = frame(PING, bytes(125)) * 50
        async with asyncio.timeout(WAIT_S):
            while not rig.counts.count("slow_clients_aborted"):
                await raw.send(pings)
                await asyncio.sleep(0)

        await until(lambda: not rig.service.connections)


async def test_who_asks_without_end_and_takes_nothing_is_cut_off_at_once() -> None:
    # T-G04: not only after the time in which somebody slow may still take it.
    async with (
        serving(stalled_s=600, **MUCH) as rig,
        raw_socket(rig.port, hello=hello_bytes(), takes_little=True) as raw,
    ):
        pings = frame(PING, bytes(125)) * 50
        async with asyncio.timeout(WAIT_S):
            while not rig.counts.count("slow_clients_aborted"):
                await raw.send(pings)
                await asyncio.sleep(0)

        await until(lambda: not rig.service.connections)


async def test_who_takes_it_after_a_while_stays() -> None:
    async with (
        serving(stalled_s=60, **MUCH) as rig,
        raw_socket(rig.port, hello=hello_bytes(), takes_little=True) as raw,
    ):
        await until(lambda: rig.server.connections)
        guest = guest_of(rig)
        async with asyncio.timeout(WAIT_S):
            while guest._stalled is None:
                await raw.send(frame(PING, bytes(125)) * 50)
                await asyncio.sleep(0)
            while guest._stalled is not None:
                await raw.reader.read(1 << 16)

        assert not rig.counts.count("slow_clients_aborted")
