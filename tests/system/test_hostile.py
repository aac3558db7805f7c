"""Whatever comes in at the port: a clear answer, and the server goes on for others."""

import asyncio
from collections.abc import Iterator

import msgpack
import pytest

from protocol.codec import decode_to_client, encode_to_server
from protocol.to_client import Error
from protocol.to_server import Hello, Ping
from tests.server.processes import Running, server
from tests.system.people import people, played, seated
from tests.system.raw import (
    BINARY,
    CONTINUATION,
    PING,
    TEXT,
    Raw,
    frame,
    raw,
    raw_socket,
)

HELLO = encode_to_server(Hello(versions=(1, 1), client="test/1", name="Eve"))
LINE_MOST = 600
"""Characters of a line of the log, whatever came in."""
MUCH = {
    "TAROCCO_CONNECTS_PER_MINUTE": "10000",
    "TAROCCO_CONNECTIONS_PER_ADDRESS": "1000",
    "TAROCCO_MAX_NEWCOMERS": "1000",
    "TAROCCO_HELLO_S": "1",
    "TAROCCO_OPEN_S": "1",
    "TAROCCO_MESSAGE_S": "1",
    "TAROCCO_CLOSE_S": "0.2",
}


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """One server for all that is thrown at it; it must be healthy at the end."""
    with server(environment=MUCH) as one:
        one.await_ready()
        yield one
        asyncio.run(asyncio.wait_for(a_deal(one), 60))
        assert one.get("/healthz") == (200, "alive\n")
        assert one.process.poll() is None
        assert "Traceback" not in one.errors
        assert not one.logged("a connection failed")
        assert not one.logged("a fault that nobody handled")
        assert max(map(len, one.errors.splitlines())) < LINE_MOST


async def a_deal(running: Running) -> None:
    """The server still plays."""
    async with people(ada=running.url) as group:
        await played(group, await seated(group))


# ------------------------------------------------------------------------------ HTTP


REFUSED = {
    "plain GET": (b"GET / HTTP/1.1\r\nHost: h\r\n\r\n", b"426"),
    "POST": (b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", b"426"),
    "a header of 200 KB": (b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000, b"431"),
    "1,000 headers": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1_000 + b"\r\n", b"431"),
}
LET_GO = {
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "random bytes": bytes(range(256)) * 8,
    "nothing": b"",
    "a begun line": b"GET /",
}


@pytest.mark.parametrize(("data", "status"), REFUSED.values(), ids=REFUSED)
async def test_what_is_no_websocket_is_refused(
    running: Running, data: bytes, status: bytes
) -> None:
    # T-A03, T-A04
    async with raw(running.port) as connection:
        await connection.send(data)

        answer = await connection.rest()

    assert answer.startswith(b"HTTP/1.1 " + status), answer[:80]


@pytest.mark.parametrize("data", LET_GO.values(), ids=LET_GO)
async def test_what_is_no_request_is_not_even_answered(
    running: Running, data: bytes
) -> None:
    # T-A01, T-A04
    async with raw(running.port) as connection:
        await connection.send(data)

        assert await connection.rest() == b""


async def test_compression_is_not_agreed_to(running: Running) -> None:
    # T-A15
    async with raw(running.port) as connection:
        offer = b"Sec-WebSocket-Extensions: permessage-deflate\r\n"

        answer = await connection.upgrade(offer)

        assert b"101" in answer.split(b"\r\n")[0]
        assert b"extensions" not in answer.lower()
        await connection.send(frame(BINARY, bytes(50), reserved=0b100))
        assert await connection.close_code() == 1002


# ---------------------------------------------------------------------------- frames


FRAMES = {
    "64 MiB declared": (frame(BINARY, length=64 * 2**20), 1009),
    "2^63-1 declared": (frame(BINARY, length=2**63 - 1), 1009),
    "2^64-1 declared": (frame(BINARY, length=2**64 - 1), 1009),
    "4,097 bytes": (frame(BINARY, bytes(4_097)), 1009),
    "1,500 fields": (frame(BINARY, b"\xde\x05\xdc" + b"\xa1x\x01" * 1_500), 1009),
    "not masked": (frame(BINARY, b"x", masked=False), 1002),
    "a reserved bit": (frame(BINARY, b"x", reserved=0b010), 1002),
    "a reserved opcode": (frame(0x3, b"x"), 1002),
    "a ping in pieces": (frame(PING, b"x", fin=False), 1002),
    "a ping of 126 bytes": (frame(PING, bytes(126)), 1002),
    "a continuation of nothing": (frame(CONTINUATION, b"x"), 1002),
    "a message within a message": (
        frame(BINARY, b"x", fin=False) + frame(BINARY, b"y"),
        1002,
    ),
}


@pytest.mark.parametrize(("data", "code"), FRAMES.values(), ids=FRAMES)
async def test_frame_against_the_rules_ends_the_connection(
    running: Running, data: bytes, code: int
) -> None:
    # T-A08, T-A10, T-A25
    async with raw_socket(running.port) as connection:
        await connection.send(data)

        assert await connection.close_code() == code


async def test_message_in_thirty_pieces_is_not_taken(running: Running) -> None:
    # T-A13
    ping = encode_to_server(Ping(t=1))
    async with raw_socket(running.port, hello=HELLO) as connection:
        await connection.send(frame(BINARY, ping, fin=False))
        await connection.send(frame(CONTINUATION, b"", fin=False) * 28)
        await connection.send(frame(CONTINUATION, b""))

        assert await connection.close_code() == 1009


async def test_message_that_is_left_open_ends_the_connection(running: Running) -> None:
    # T-A14
    async with raw_socket(running.port, hello=HELLO) as connection:
        await connection.send(frame(BINARY, b"\x82", fin=False))

        assert await connection.close_code() == 4007


# -------------------------------------------------------------------------- messages


def lax(value: object) -> bytes:
    return msgpack.packb({"op": "sit", "n": 1, "table": "QWERT", "seat": value})


def fields(count: int) -> bytes:
    """A map of so many fields, as short as they can be."""
    return b"\xde" + count.to_bytes(2, "big") + b"\xa1x\x01" * count


MESSAGES = {
    "nested arrays": (b"\x91" * 4_000 + b"\x01", "E_BAD_MESSAGE"),
    "nested maps": (b"\x81\xa1a" * 1_300 + b"\x01", "E_BAD_MESSAGE"),
    "an op of nested arrays": (
        b"\x81\xa2op" + b"\x91" * 900 + b"\x01",
        "E_BAD_MESSAGE",
    ),
    "an op of nested maps": (
        b"\x81\xa2op" + b"\x81\xa1a" * 900 + b"\x01",
        "E_BAD_MESSAGE",
    ),
    "array32 of 2^32-1": (b"\xdd\xff\xff\xff\xff", "E_BAD_MESSAGE"),
    "map32 of 2^32-1": (b"\xdf\xff\xff\xff\xff", "E_BAD_MESSAGE"),
    "bin32 of 2^32-1": (b"\xc6\xff\xff\xff\xff", "E_BAD_MESSAGE"),
    "two objects": (msgpack.packb({"op": "bye"}) * 2, "E_BAD_MESSAGE"),
    "ext": (b"\xd4\x05\x00", "E_BAD_MESSAGE"),
    "timestamp": (b"\xd6\xff\x00\x00\x00\x00", "E_BAD_MESSAGE"),
    "NaN": (lax(float("nan")), "E_BAD_MESSAGE"),
    "infinity": (lax(float("inf")), "E_BAD_MESSAGE"),
    "the unused byte": (b"\xc1", "E_BAD_MESSAGE"),
    "int keys": (b"\x81\x01\x02", "E_BAD_MESSAGE"),
    "not a map": (b"\x2a", "E_BAD_MESSAGE"),
    "nothing": (b"", "E_BAD_MESSAGE"),
    "bad UTF-8": (b"\x81\xa2op\xa2\xff\xfe", "E_BAD_MESSAGE"),
    "true for a seat": (lax(True), "E_BAD_MESSAGE"),  # noqa: FBT003
    "1.0 for a seat": (lax(1.0), "E_BAD_MESSAGE"),
    "text for a seat": (lax("1"), "E_BAD_MESSAGE"),
    "bytes for a seat": (lax(b"1"), "E_BAD_MESSAGE"),
    "an unknown field": (
        msgpack.packb({"op": "ping", "t": 1, "user": "ada"}),
        "E_BAD_MESSAGE",
    ),
    "as many unknown fields as are looked at": (
        msgpack.packb({"op": "ping", "t": 1} | {f"x{n}": n for n in range(62)}),
        "E_BAD_MESSAGE",
    ),
    "1,300 unknown fields": (fields(1_300), "E_BAD_MESSAGE"),
    "an op of 300 letters": (msgpack.packb({"op": "x" * 300}), "E_UNKNOWN_OP"),
    "an op of the server": (msgpack.packb({"op": "events"}), "E_UNKNOWN_OP"),
    "no op": (msgpack.packb({"t": 1}), "E_UNKNOWN_OP"),
}


@pytest.mark.parametrize(("data", "code"), MESSAGES.values(), ids=MESSAGES)
async def test_message_without_sense_is_answered_with_a_code(
    running: Running, data: bytes, code: str
) -> None:
    # T-A17 to T-A27
    async with raw_socket(running.port, hello=HELLO) as connection:
        await message(connection)  # the welcome
        await connection.send(frame(BINARY, data))

        error = await message(connection)

        assert isinstance(error, Error)
        assert error.code == code
        assert len(error.detail) <= 512
        await connection.send(frame(BINARY, encode_to_server(Ping(t=5))))
        pong = await message(connection)
        assert getattr(pong, "t", None) == 5


NAMES = {
    "bad UTF-8": b"A\xff\xfe",
    "a surrogate": b"A\xed\xa0\x80",
    "a NUL": b"A\x00b",
    "right to left": "A\u202eb".encode(),
    "colours of a terminal": b"\x1b[31mAda\x1b[0m",
    "25 letters": b"a" * 25,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
async def test_name_that_could_deceive_is_refused(
    running: Running, name: bytes
) -> None:
    # T-A23
    hello = msgpack.packb({"op": "hello", "versions": [1, 1], "client": "x"})
    named = bytes([hello[0] + 1]) + hello[1:] + b"\xa4name"
    async with raw_socket(running.port) as connection:
        text = b"\xd9" + bytes([len(name)]) + name
        await connection.send(frame(BINARY, named + text))

        error = await message(connection)

        assert isinstance(error, Error)
        assert error.code in {"E_BAD_NAME", "E_BAD_MESSAGE"}
        assert "Ada" not in error.detail


async def test_text_is_refused_with_its_code(running: Running) -> None:
    # T-A11
    async with raw_socket(running.port, hello=HELLO) as connection:
        await message(connection)
        await connection.send(frame(TEXT, b'{"op": "ping", "t": 1}'))

        error = await message(connection)

        assert isinstance(error, Error)
        assert error.code == "E_TEXT_FRAME"


async def test_third_message_without_sense_ends_the_connection(
    running: Running,
) -> None:
    # T-A27
    async with raw_socket(running.port, hello=HELLO) as connection:
        for _ in range(3):
            await connection.send(frame(BINARY, b"\xc1"))

        assert await connection.close_code() == 4001


@pytest.mark.parametrize(
    "data", [encode_to_server(Ping(t=1)), msgpack.packb({"op": "play"})]
)
async def test_nothing_is_taken_before_hello(running: Running, data: bytes) -> None:
    # T-A28
    async with raw_socket(running.port) as connection:
        for _ in range(3):
            await connection.send(frame(BINARY, data))

        assert await connection.close_code() == 4001


async def test_who_says_nothing_is_let_go(running: Running) -> None:
    # T-A28
    async with raw_socket(running.port) as connection:
        assert await connection.close_code() == 4002


async def message(connection: Raw) -> object:
    """The next message of the server, from one unmasked frame."""
    async with asyncio.timeout(15):
        head = await connection.reader.readexactly(2)
        size = head[1] & 0x7F
        if size == 126:
            size = int.from_bytes(await connection.reader.readexactly(2), "big")
        data = await connection.reader.readexactly(size)
    assert head[0] == 0x80 | BINARY, (head, data)
    return decode_to_client(data)


# ------------------------------------------------------------------------------ ends


@pytest.mark.parametrize("at", ["connected", "upgraded", "welcomed", "in a message"])
async def test_connection_that_breaks_is_no_event_for_the_log(
    running: Running, at: str
) -> None:
    # T-A30
    async with raw(running.port) as connection:
        if at != "connected":
            await connection.upgrade()
        if at in {"welcomed", "in a message"}:
            await connection.send(frame(BINARY, HELLO))
            await message(connection)
        if at == "in a message":
            await connection.send(frame(BINARY, HELLO)[:9])
        connection.reset()
    async with raw_socket(running.port, hello=HELLO) as after:
        assert getattr(await message(after), "op", None) == "welcome"
