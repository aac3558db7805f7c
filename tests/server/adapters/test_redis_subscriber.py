"""A connection for news, plain and sharded."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis import exceptions as errors
from redis.asyncio import Redis

from server.adapters.redis_subscriber import Message, Subscriber
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import WAIT_S


@pytest.fixture
async def client(shared_server: ServerProcess) -> AsyncIterator[Redis]:
    path = shared_server.options["unixsocket"]
    async with Redis(unix_socket_path=path, protocol=2) as client:
        yield client


async def next_of(subscriber: Subscriber) -> Message:
    async with asyncio.timeout(WAIT_S):
        return await subscriber.next()


@pytest.mark.parametrize(
    ("is_sharded", "verb", "kinds"),
    [
        (False, "PUBLISH", ("subscribe", "message", "unsubscribe")),
        (True, "SPUBLISH", ("ssubscribe", "smessage", "sunsubscribe")),
    ],
)
async def test_news_of_a_channel(
    client: Redis,
    is_sharded: bool,  # noqa: FBT001
    verb: str,
    kinds: tuple[str, str, str],
) -> None:
    subscriber = Subscriber(client.connection_pool, is_sharded=is_sharded)
    heard = []

    await subscriber.subscribe(["one"])
    heard.append(await next_of(subscriber))
    await client.execute_command(verb, "one", b"\x00news\xff")  # type: ignore[no-untyped-call]
    heard.append(await next_of(subscriber))
    await subscriber.unsubscribe("one")
    heard.append(await next_of(subscriber))
    await subscriber.aclose()

    subscribe, message, unsubscribe = kinds
    assert heard == [
        Message(subscribe, "one", b""),
        Message(message, "one", b"\x00news\xff"),
        Message(unsubscribe, "one", b""),
    ]


async def test_signs_of_life_with_channels_and_without(client: Redis) -> None:
    subscriber = Subscriber(client.connection_pool, is_sharded=False)
    await subscriber.subscribe(["one"])
    await next_of(subscriber)

    await subscriber.ping()
    with_channel = await next_of(subscriber)
    await subscriber.unsubscribe("one")
    await next_of(subscriber)
    await subscriber.ping()
    without = await next_of(subscriber)
    await subscriber.aclose()

    assert with_channel == without == Message("pong", "", b"")


async def test_waiting_that_is_given_up_loses_nothing(client: Redis) -> None:
    subscriber = Subscriber(client.connection_pool, is_sharded=False)
    await subscriber.subscribe(["one"])
    await next_of(subscriber)

    waiting = asyncio.create_task(subscriber.next())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    await client.publish("one", b"news")
    message = await next_of(subscriber)
    await subscriber.aclose()

    assert message.data == b"news"


async def test_connection_that_ends_is_not_renewed(own_server: ServerProcess) -> None:
    client = Redis(unix_socket_path=own_server.options["unixsocket"], protocol=2)
    subscriber = Subscriber(client.connection_pool, is_sharded=False)
    await subscriber.subscribe(["one"])
    await next_of(subscriber)
    own_server.end()
    own_server.start()

    with pytest.raises(errors.ConnectionError):
        await next_of(subscriber)
    await subscriber.aclose()
    for call in (subscriber.next, subscriber.ping):
        with pytest.raises(errors.ConnectionError):
            await call()
    await client.aclose()


async def test_network_that_gives_up_ends_the_connection(client: Redis) -> None:
    """The library takes the system's time-out for its own, and says nothing."""
    subscriber = Subscriber(client.connection_pool, is_sharded=False)
    await subscriber.subscribe(["one"])
    await next_of(subscriber)
    assert subscriber._connection is not None
    reader = subscriber._connection._reader
    assert reader is not None
    reader.set_exception(TimeoutError(110, "Connection timed out"))

    with pytest.raises(errors.ConnectionError):
        await next_of(subscriber)
    await subscriber.aclose()
