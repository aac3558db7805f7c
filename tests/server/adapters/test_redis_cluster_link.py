"""A cluster whose nodes forget, end, and hand their slots on."""

from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import RedisCluster
from redis.crc import key_slot

from server.adapters.redis_keys import table_keys
from server.adapters.redis_store import RedisStore
from server.store_outcomes import Published, StoreUnavailable, Watching
from tests.support import redis_processes
from tests.support.redis_processes import SLOT_CUTS, ServerGroup, ServerProcess, say
from tests.support.store_values import PATIENT_MS, Inbox, Played, fresh_table


@pytest.fixture(scope="module")
def group() -> Iterator[ServerGroup]:
    with redis_processes.cluster() as group:
        yield group


@pytest.fixture
async def store(group: ServerGroup) -> AsyncIterator[RedisStore]:
    store = RedisStore.at(group.url, give_up_s=0.2, skew_ms=PATIENT_MS)
    yield store
    await store.aclose()


def slot_of(table: str) -> int:
    return int(key_slot(table_keys(table).meta.encode()))


def home_of(group: ServerGroup, table: str) -> ServerProcess:
    """Give the node that a table was given to at the start."""
    slot = slot_of(table)
    (home,) = (
        server
        for server, first, end in zip(
            group.servers, SLOT_CUTS, SLOT_CUTS[1:], strict=False
        )
        if first <= slot < end
    )
    return home


async def test_nodes_that_forget_their_scripts(
    store: RedisStore, group: ServerGroup
) -> None:
    tables = [await Played.new(store) for _ in range(6)]
    for server in group.servers:
        with server.client() as client:
            client.script_flush()

    for table in tables:
        await table.play(b"one")
        assert await table.payloads() == [b"one"]


async def test_dangers_of_any_node_are_found(
    store: RedisStore, group: ServerGroup
) -> None:
    whole = await store.check_settings()
    with group.servers[2].client() as client:
        client.config_set("appendfsync", "everysec")
    found = await store.check_settings()
    with group.servers[2].client() as client:
        client.config_set("appendfsync", "always")

    assert whole == ()
    assert [danger.name for danger in found] == ["fsync-everysec"]


async def test_what_any_node_would_not_read_again_is_a_danger(
    store: RedisStore, group: ServerGroup
) -> None:
    with group.servers[1].client() as client:
        say(client, "ACL SETUSER", "default", "-zadd")
        found = await store.check_settings()
        say(client, "ACL SETUSER", "default", "+@all")

    assert [danger.name for danger in found] == ["default-user"]
    assert "may not run ZADD" in found[0].message


async def test_node_that_became_a_replica_is_no_home_any_more(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.now_ms()

    async def demoted(*_names: str, **_options: object) -> dict[str, object]:
        return {"role": "slave"}

    with monkeypatch.context() as patch:
        patch.setattr(RedisCluster, "info", demoted)
        with pytest.raises(StoreUnavailable, match="a new primary is being chosen"):
            await store.check_settings()

    assert await store.check_settings() == ()


async def test_node_that_ends_and_comes_back(
    store: RedisStore, group: ServerGroup
) -> None:
    table = await Played.new(store, b"one")
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()
    home = home_of(group, table.name)

    home.end()
    with pytest.raises(StoreUnavailable):
        await store.apply(table.append(b"two"))
    with pytest.raises(StoreUnavailable):
        await store.load(table.name)
    home.start()
    with home.client() as client:
        redis_processes.until(
            lambda: redis_processes.is_whole(client), "the node is back"
        )
    news = await inbox.next()
    table.now_ms = await store.now_ms(table.name)
    await table.play(b"three")
    heard = await inbox.next()
    await feed.aclose()

    assert news == Watching(table.name)
    assert isinstance(heard, Published)
    assert await table.payloads() == [b"three"]


async def test_slot_that_moves_is_followed(
    store: RedisStore, group: ServerGroup
) -> None:
    """Calls go to the new node, and so does the line for news."""
    name = fresh_table()
    old = home_of(group, name)
    new = next(server for server in group.servers if server is not old)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(name)
    await inbox.next()

    with new.client() as client:
        owner = say(client, "CLUSTER MYID")
    for server in [new, old, *group.servers]:
        with server.client() as client:
            say(client, "CLUSTER SETSLOT", slot_of(name), "NODE", owner)
    assert await inbox.next() == Watching(name)
    table = await Played.new(store, name=name)
    await table.play(b"one")
    news = await inbox.next()
    await feed.aclose()

    assert isinstance(news, Published)
    assert news.mark.version == 1
    assert await table.payloads() == [b"one"]
