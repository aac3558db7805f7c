"""A connection for news, plain and sharded."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from server.adapters.redis_subscriber import Message, Subscriber
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import WAIT_S


@pytest.fixture
async def client(shared_server: ServerProcess) -> AsyncIterator[Redis]:
    path = shared_server.options["unixsocket"]
    async with Redis(unix_socket_path=path, protocol=2) as client:
        yield client


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
    subscriber = Subscriber(client.pubsub(), is_sharded=is_sharded)
    heard = []

    await subscriber.subscribe(["one"])
    heard.append(await subscriber.next(WAIT_S))
    await client.execute_command(verb, "one", b"\x00news\xff")  # type: ignore[no-untyped-call]
    heard.append(await subscriber.next(WAIT_S))
    await subscriber.unsubscribe("one")
    heard.append(await subscriber.next(WAIT_S))
    await subscriber.aclose()

    subscribe, message, unsubscribe = kinds
    assert heard == [
        Message(subscribe, "one", b""),
        Message(message, "one", b"\x00news\xff"),
        Message(unsubscribe, "one", b""),
    ]


async def test_silence_and_signs_of_life(client: Redis) -> None:
    subscriber = Subscriber(client.pubsub(), is_sharded=False)
    await subscriber.subscribe(["one"])
    await subscriber.next(WAIT_S)

    silence = await subscriber.next(0)
    await subscriber.ping()
    sign = await subscriber.next(WAIT_S)
    await subscriber.aclose()

    assert silence is None
    assert sign is not None
    assert (sign.kind, sign.channel) == ("pong", "")
