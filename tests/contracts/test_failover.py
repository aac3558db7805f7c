"""A primary dies, and sentinels put its replica in its place."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator

import pytest

from server.adapters.redis_store import RedisStore
from server.store_outcomes import (
    Applied,
    ApplyOutcome,
    EpochChanged,
    Rewound,
    StoreUnavailable,
    Watching,
)
from server.store_records import Append
from tests.support import redis_processes
from tests.support.redis_processes import ServerGroup, say
from tests.support.store_values import PATIENT_MS, Inbox, Played

WAIT_S = 45.0


@pytest.fixture
def group() -> Iterator[ServerGroup]:
    with redis_processes.watched_primary() as group:
        yield group


@pytest.fixture
async def store(group: ServerGroup) -> AsyncIterator[RedisStore]:
    store = RedisStore.at(group.url, skew_ms=PATIENT_MS)
    yield store
    await store.aclose()


async def definite(store: RedisStore, append: Append) -> ApplyOutcome:
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                return await store.apply(append)
            except StoreUnavailable:
                continue


async def test_what_the_replica_has_is_kept(
    store: RedisStore, group: ServerGroup
) -> None:
    table = await Played.new(store, b"one")
    await table.play(b"two")
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()
    with group.servers[0].client() as client:
        say(client, "WAIT", 1, 5_000)

    group.servers[0].end()
    outcome = await definite(store, table.append(b"three"))
    async with asyncio.timeout(WAIT_S):
        while await inbox.next() != Watching(table.name):
            pass
    await feed.aclose()

    assert isinstance(outcome, Applied)
    assert await table.payloads() == [b"two", b"three"]


async def test_what_the_replica_never_got_is_missed_by_name(
    store: RedisStore, group: ServerGroup
) -> None:
    """T-F14: no history goes on as if nothing had happened."""
    table = await Played.new(store, b"one")
    await table.play(b"two")
    kept = table.mark
    primary, replica = group.servers[:2]
    with primary.client() as client:
        say(client, "WAIT", 1, 5_000)
    assert replica.process is not None
    replica.process.send_signal(signal.SIGSTOP)
    with primary.client() as client:
        say(client, "CLIENT KILL", "TYPE", "replica")
    await table.play(b"lost")

    primary.end()
    replica.process.send_signal(signal.SIGCONT)
    append = table.append(b"three")
    outcome = await definite(store, append)
    rebase = table.rebase(b"rewound", at=kept)
    rebased = await store.rebase(rebase)

    assert outcome == Rewound(kept)
    assert isinstance(rebased, Applied)
    assert await store.apply(append) == EpochChanged(rebase.epoch)


async def test_a_replica_that_is_promoted_is_looked_at_with_its_own_settings(
    store: RedisStore, group: ServerGroup
) -> None:
    with group.servers[1].client() as client:
        client.config_set("appendfsync", "everysec")
    assert await store.check_settings() == ()

    group.servers[0].end()

    assert await names_of_dangers(store) == ["fsync-everysec"]
    await store.prove()


async def names_of_dangers(store: RedisStore) -> list[str]:
    """What is found once a primary is there again."""
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                return [danger.name for danger in await store.check_settings()]
            except StoreUnavailable:
                continue
