"""Sockets that say nothing, from one address and from many."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from tests.server.rig import Rig, say_hello, serving, until

HANDSHAKES = 32
"""Sockets that there may be beyond the places."""


@asynccontextmanager
async def silent(
    rig: Rig, count: int, address: str = "127.0.0.1"
) -> AsyncIterator[list[asyncio.StreamReader]]:
    """So many sockets that say nothing, the first one first."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", rig.port, local_addr=(address, 0)
            )
            stack.callback(writer.close)
            found.append(reader)
        yield found


async def test_silent_sockets_of_an_address_are_few() -> None:
    async with (
        serving(connections_per_address=3) as rig,
        silent(rig, 5) as readers,
    ):
        for reader in readers[:2]:
            assert await reader.read() == b""

        assert rig.counts.count("connections_refused", "address_handshakes") == 2
        assert not any(reader.at_eof() for reader in readers[2:])


async def test_who_has_a_request_is_heard_whoever_floods() -> None:
    async with (
        serving(connections_per_address=3, max_connections=2) as rig,
        silent(rig, 100),
    ):
        health = await rig.get("/healthz")
        async with rig.client() as same, rig.client(local_addr=("127.0.0.2", 0)) as ada:
            assert (await say_hello(same)).op == "welcome"
            assert (await say_hello(ada)).op == "welcome"
            full = await rig.get("/readyz")

    assert health.startswith("HTTP/1.1 200 ")
    assert full.startswith("HTTP/1.1 200 ")


async def test_sockets_have_a_bound_whatever_their_addresses() -> None:
    places = 1
    async with serving(max_connections=places) as rig, AsyncExitStack() as stack:
        readers = []
        for number in range(places + HANDSHAKES):
            address = f"127.0.1.{number}"
            readers += await stack.enter_async_context(silent(rig, 1, address))
        await until(lambda: len(rig.server.handler_tasks) == places + HANDSHAKES)

        health = await rig.get("/healthz")

        assert health.startswith("HTTP/1.1 200 ")
        assert rig.counts.count("connections_refused", "handshakes") == 1
        assert await readers[0].read() == b""
        assert not any(reader.at_eof() for reader in readers[1:])


async def test_as_many_wait_as_may_be_new() -> None:
    async with (
        serving(max_newcomers=2, connections_per_address=9) as rig,
        silent(rig, 3) as readers,
    ):
        assert await readers[0].read() == b""

        assert rig.counts.count("connections_refused", "handshakes") == 1


async def test_proxy_that_is_trusted_brings_many() -> None:
    async with (
        serving(connections_per_address=1, trusted_proxies="127.0.0.0/8") as rig,
        silent(rig, 5) as readers,
    ):
        await until(lambda: len(rig.server.handler_tasks) == len(readers))

        assert not rig.counts.count("connections_refused", "address_handshakes")


async def test_whoever_was_let_in_waits_no_longer() -> None:
    async with serving(connections_per_address=2) as rig, rig.client() as client:
        await say_hello(client)

        async with silent(rig, 3) as readers:
            assert await readers[0].read() == b""
            await (await client.ping())


async def test_socket_that_ends_waits_no_longer() -> None:
    async with serving(connections_per_address=1) as rig:
        for _ in range(3):
            async with silent(rig, 1):
                await until(lambda: len(rig.server.handler_tasks) == 1)
            await until(lambda: not rig.server.handler_tasks)

        assert not rig.counts.count("connections_refused", "address_handshakes")
