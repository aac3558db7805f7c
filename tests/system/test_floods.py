"""Connections by the thousand and pieces by the million: dropped, and hardly felt."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from protocol.codec import encode_to_server
from protocol.limits import TO_SERVER_FRAGMENTS
from protocol.to_server import Hello
from tests.bench.swarm.machine import allow_files, used_by
from tests.server.processes import Running, server
from tests.system.people import people, played, seated
from tests.system.raw import BINARY, CONTINUATION, Raw, frame, raw, raw_socket

CROWD = 1_000
PER_ADDRESS = 20
"""Connections of one address, by default."""
PATIENCE_S = 30.0
"""For what must come; its length means nothing."""
CONNECTION_KIB = 24
"""What a connection without a word may take of the server's memory."""
PIECES_KIB = 5 * 1024
"""What a message in pieces may, however many they are."""
SETTINGS = {
    "TAROCCO_CONNECTS_PER_MINUTE": "100000",
    "TAROCCO_CONNECTIONS_PER_ADDRESS": "5000",
    "TAROCCO_MAX_NEWCOMERS": "5000",
    "TAROCCO_OPEN_S": "3",
    "TAROCCO_HELLO_S": "3",
    "TAROCCO_CLOSE_S": "0.2",
}
HELLO = encode_to_server(Hello(versions=(1, 1), client="test/1", name="Eve"))


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """A server that has played a deal, so that its memory is what it is in use."""
    allow_files(2 * CROWD)
    with server(environment=SETTINGS) as one:
        one.await_ready()
        asyncio.run(asyncio.wait_for(a_deal(one), 2 * PATIENCE_S))
        yield one
        assert one.process.poll() is None
        assert "Traceback" not in one.errors


async def a_deal(running: Running) -> None:
    async with people(ada=running.url) as group:
        await played(group, await seated(group))


@asynccontextmanager
async def crowd(port: int) -> AsyncIterator[list[Raw]]:
    """A thousand connections that have said nothing yet."""
    pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(CROWD)]
    try:
        yield [Raw(*pair) for pair in pairs]
    finally:
        for _, writer in pairs:
            writer.close()


def memory_kib(running: Running) -> int:
    return used_by([running.process.pid]).rss_kib


async def test_a_thousand_who_say_nothing_are_dropped_and_hold_up_nobody(
    running: Running,
) -> None:
    # T-A01, P12
    before_kib = memory_kib(running)
    async with crowd(running.port) as silent:
        await a_deal(running)
        grown_kib = memory_kib(running) - before_kib

        said = await asyncio.gather(*(one.rest() for one in silent))

    assert said == [b""] * CROWD
    assert grown_kib < CONNECTION_KIB * CROWD


async def test_a_thousand_silent_sockets_of_one_address_take_nobodys_place() -> None:
    # T-A01, P12: as a server is set by default, but for fewer places
    with server(environment={"TAROCCO_MAX_CONNECTIONS": "50"}) as usual:
        usual.await_ready()
        before_kib = memory_kib(usual)
        async with crowd(usual.port):
            await a_deal(usual)
            grown_kib = memory_kib(usual) - before_kib

            assert usual.get("/healthz") == (200, "alive\n")
            assert usual.get("/readyz")[0] == 200
            page = usual.get("/metrics")[1]

        assert grown_kib < CONNECTION_KIB * PER_ADDRESS + PIECES_KIB
        assert 'refused_total{reason="address_handshakes"} 9' in page
        assert usual.has_logged("connection refused")


async def test_a_thousand_who_never_finish_are_dropped_at_the_same_deadline(
    running: Running,
) -> None:
    # T-A02: a line now and then does not buy time.
    before_kib = memory_kib(running)
    async with crowd(running.port) as trickling:
        ends = [asyncio.create_task(trickles(one)) for one in trickling]
        await a_deal(running)
        grown_kib = memory_kib(running) - before_kib

        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*ends)

    assert grown_kib < CONNECTION_KIB * CROWD


async def trickles(connection: Raw) -> None:
    """Send a line every half second until the server ends it."""
    ended = asyncio.create_task(connection.rest())
    await connection.send(b"GET / HTTP/1.1\r\n")
    while not ended.done():
        await connection.send(b"X: y\r\n")
        await asyncio.wait((ended,), timeout=0.5)
    assert await ended == b""


async def test_message_in_too_many_pieces_ends_the_connection(
    running: Running,
) -> None:
    # T-A13: the code can be read, as no more comes than was too much.
    pieces = frame(CONTINUATION, b"", fin=False) * (300 * TO_SERVER_FRAGMENTS)
    async with raw_socket(running.port, hello=HELLO) as connection:
        await connection.send(frame(BINARY, b"", fin=False) + pieces)

        assert await connection.close_code() == 1009


async def test_two_million_empty_pieces_take_no_memory(running: Running) -> None:
    # T-A13
    before_kib = memory_kib(running)
    pieces = frame(CONTINUATION, b"", fin=False) * 10_000
    async with raw_socket(running.port) as connection:
        await connection.send(frame(BINARY, b"", fin=False))
        for _ in range(200):
            if connection.writer.is_closing():
                break
            await connection.send(pieces)
        grown_kib = memory_kib(running) - before_kib

        assert await connection.close_code() in {1009, None}

    assert grown_kib < PIECES_KIB


@pytest.mark.parametrize(
    "line",
    [b"X: " + b"x" * 200_000 + b"\r\n", b"X: y\r\n" * 1_000],
    ids=["big", "many"],
)
async def test_headers_without_end_take_no_memory(
    running: Running, line: bytes
) -> None:
    # T-A03
    before_kib = memory_kib(running)
    for _ in range(50):
        async with raw(running.port) as connection:
            await connection.send(b"GET / HTTP/1.1\r\n" + line + b"\r\n")

            assert (await connection.rest()).startswith(b"HTTP/1.1 431 ")

    assert memory_kib(running) - before_kib < PIECES_KIB
