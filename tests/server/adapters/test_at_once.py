"""Frames that are written where they are told."""

import asyncio

import pytest

from protocol.codec import encode_to_client, encode_to_server
from protocol.to_server import Ping
from server.adapters.at_once import AT_ONCE_BYTES, AtOnce, _op_of
from server.door.connection import Connection
from tests.server.rig import hear, say_hello, serving


@pytest.mark.parametrize("op", ["ok", "events", "snapshot", "goaway"])
@pytest.mark.parametrize("fields", [0, 14, 15, 40])
def test_op_of_a_message_is_read_from_its_bytes(op: str, fields: int) -> None:
    more = {f"f{number}": number for number in range(fields)}

    assert _op_of(encode_to_client({"op": op, **more})) == op


@pytest.mark.parametrize("size", [20, 125, 126, 16_384])
async def test_message_that_is_written_at_once_arrives_whole(size: int) -> None:
    frame = encode_to_client({"op": "pong"}).ljust(size, b"\x07")
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        (member,) = rig.service.connections

        assert member.outbox.write_now(frame)

        async with asyncio.timeout(5):
            assert await client.recv() == frame


async def test_message_too_long_to_be_written_at_once_waits_for_the_writer() -> None:
    frame = encode_to_client({"op": "pong"}).ljust(16_385, b"\x07")
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        (member,) = rig.service.connections

        assert not member.outbox.write_now(frame)


async def test_nothing_is_written_behind_the_farewell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        (member,) = rig.service.connections
        write_now = member.outbox.write_now
        assert isinstance(write_now, AtOnce)
        socket = write_now._socket
        written: list[bytes] = []
        async with socket.send_context():
            socket.protocol.send_close(1000)

        monkeypatch.setattr(socket.transport, "write", written.append)
        write_now(encode_to_client({"op": "pong"}))

        assert written == []


def _binary(payload: bytes) -> bytes:
    """A short message as it is written."""
    return bytes((0x82, len(payload))) + payload


async def test_what_is_told_while_serving_is_written_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        (member,) = rig.service.connections
        write_now = member.outbox.write_now
        assert isinstance(write_now, AtOnce)
        written: list[bytes] = []
        first, second = (encode_to_client({"op": "pong", "t": t}) for t in (1, 2))
        with monkeypatch.context() as patched:
            patched.setattr(write_now._socket.transport, "write", written.append)

            assert isinstance(member, Connection)
            member.is_busy = True
            assert write_now(first)
            assert write_now(second)
            member.is_busy = False

            assert written == []
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert written == [_binary(first) + _binary(second)]


async def test_what_is_held_goes_before_what_follows() -> None:
    frames = [encode_to_client({"op": "pong", "t": t}) for t in range(4)]
    long = encode_to_client({"op": "pong"}).ljust(AT_ONCE_BYTES - 1, b"\x07")
    too_long = encode_to_client({"op": "pong"}).ljust(AT_ONCE_BYTES + 1, b"\x07")
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        (member,) = rig.service.connections

        assert isinstance(member, Connection)
        member.is_busy = True
        told = [frames[0], frames[1], long, frames[2], too_long, frames[3]]
        for frame in told:
            member.outbox.tell(frame)
        member.is_busy = False

        async with asyncio.timeout(5):
            assert [await client.recv() for _ in told] == told


async def test_answer_of_one_who_is_served_arrives() -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)

        await client.send(encode_to_server(Ping(t=7)))

        assert (await hear(client)).op == "pong"
