"""One server that forgets, fills up, refuses, ends, or is asked too much at once."""

import asyncio
from pathlib import Path

import pytest

from server.adapters.redis_store import RedisStore
from server.store_outcomes import Applied, StoreUnavailable, Trouble
from tests.support.fault_proxy import fault_proxy
from tests.support.redis_processes import DURABLE, ServerProcess, one_server, say
from tests.support.store_values import PATIENT_MS, Inbox, Played


async def test_server_that_forgets_its_scripts(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    """T-F18: scripts are loaded again without anybody noticing."""
    table = await Played.new(store, b"one")
    with shared_server.client() as client:
        client.script_flush()
    await table.play(b"two")
    with shared_server.client() as client:
        client.script_flush()

    assert await table.payloads() == [b"two"]


async def test_many_calls_at_once(store: RedisStore) -> None:
    """T-F19: they wait their turn, and none fails."""
    tables = [await Played.new(store) for _ in range(100)]

    for _ in range(3):
        await asyncio.gather(*[table.play(b"x") for table in tables])
    loaded = await asyncio.gather(*[store.load(table.name) for table in tables])

    assert [found.mark.version for found in loaded if found] == [3] * 100


async def test_reads_are_tried_again(
    shared_server: ServerProcess, folder: Path
) -> None:
    async with fault_proxy(folder, shared_server.options["unixsocket"]) as proxy:
        store = RedisStore.at(proxy.url, skew_ms=PATIENT_MS)
        table = await Played.new(store, b"one")
        proxy.drop_replies(1, b"HMGET")

        marks = await store.marks([table.name])

        assert marks == {table.name: table.mark}
        assert await store.marks([]) == {}
        assert proxy.dropped == 1
        await store.aclose()


async def test_full_server(own_server: ServerProcess) -> None:
    """T-F08: writes are refused as a whole, reads go on, and it recovers."""
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    table = await Played.new(store, b"one")
    append = table.append(b"two")
    with own_server.client() as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(StoreUnavailable) as failure:
            await store.apply(append)
        assert await table.payloads() == []
        assert (await store.marks([table.name]))[table.name] == table.mark
        client.config_set("maxmemory", 0)

    assert (failure.value.trouble, failure.value.unknown) == (Trouble.FULL, False)
    table.now_ms = await store.now_ms()
    await table.play(b"three")
    await store.aclose()


async def test_no_server(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url, give_up_s=0, skew_ms=PATIENT_MS)
    table = await Played.new(store, b"one")
    own_server.end()

    with pytest.raises(StoreUnavailable) as noticed:
        await store.apply(table.append(b"two"))
    with pytest.raises(StoreUnavailable) as written:
        await store.apply(table.append(b"two"))
    with pytest.raises(StoreUnavailable) as read:
        await store.load(table.name)
    with pytest.raises(StoreUnavailable):
        await store.marks([table.name])
    with pytest.raises(StoreUnavailable):
        await store.check_settings()
    own_server.start()
    table.now_ms = await store.now_ms()
    await table.play(b"two")
    await store.aclose()

    assert (written.value.trouble, written.value.unknown) == (
        Trouble.UNREACHABLE,
        False,
    )
    assert noticed.value.unknown  # it went into a connection that was just closing
    assert not read.value.unknown


async def test_wrong_password() -> None:
    with one_server(options={**DURABLE}) as server:
        with server.client() as client:
            client.config_set("requirepass", "secret")
        right = RedisStore.at(f"{server.url}?password=secret", skew_ms=PATIENT_MS)
        wrong = RedisStore.at(f"{server.url}?password=guess", skew_ms=PATIENT_MS)

        await Played.new(right)
        with pytest.raises(StoreUnavailable) as failure:
            await Played.new(wrong)
        await right.aclose()
        await wrong.aclose()

    assert failure.value.trouble is Trouble.REFUSED
    assert "guess" not in str(failure.value)


async def test_dangerous_settings_are_found() -> None:
    """T-F09."""
    careless = {"appendonly": "no", "save": "", "maxmemory-policy": "allkeys-lru"}
    with one_server(options=careless) as server:
        store = RedisStore.at(server.url, skew_ms=PATIENT_MS)
        found = [danger.name for danger in await store.check_settings()]
        await store.aclose()

    assert found == [
        "no-append-only-file",
        "fsync-everysec",
        "slow-log",
        "eviction",
        "no-memory-limit",
    ]


async def test_start_that_a_power_cut_prevents_is_found() -> None:
    options = {**DURABLE, "aof-load-truncated": "no"}
    with one_server(options=options) as server:
        store = RedisStore.at(server.url, skew_ms=PATIENT_MS)
        found = [danger.name for danger in await store.check_settings()]
        await store.aclose()

    assert found == ["no-load-truncated"]


async def test_fullness_grows_with_what_is_stored(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    before = await store.fullness()
    with own_server.client() as client:
        client.set("ballast", bytes(64 * 1024 * 1024))
        after = await store.fullness()
        client.config_set("maxmemory", 0)
    without_limit = await store.fullness()
    await store.aclose()

    assert before is not None
    assert after is not None
    assert 0 < before < 0.2  # of 256 MB
    assert 0.25 <= after < 1
    assert without_limit is None


async def test_settings_that_a_user_may_not_see(own_server: ServerProcess) -> None:
    with own_server.client() as client:
        say(
            client,
            "ACL",
            "SETUSER",
            "host",
            "on",
            ">pw",
            "~*",
            "&*",
            "+@all",
            "-config",
        )
    store = RedisStore.at(
        own_server.url.replace("unix://", "unix://host:pw@"), skew_ms=PATIENT_MS
    )

    found = [danger.name for danger in await store.check_settings()]
    await Played.new(store)
    await store.aclose()

    assert found == ["settings-hidden"]


async def test_cancelled_reader_leaves_replies_in_step(store: RedisStore) -> None:
    tables = [await Played.new(store, b"%d" % i) for i in range(20)]
    for _ in range(5):
        reads = [asyncio.create_task(store.load(table.name)) for table in tables]
        await asyncio.sleep(0)
        for read in reads[::2]:
            read.cancel()
        await asyncio.wait(reads)

    loaded = [await store.load(table.name) for table in tables]

    assert [found.mark for found in loaded if found] == [table.mark for table in tables]


async def test_idle_links_outlive_a_restart(own_server: ServerProcess) -> None:
    """No command is lost in a connection that the server has closed already."""
    store = RedisStore.at(own_server.url, give_up_s=0, skew_ms=PATIENT_MS)
    table = await Played.new(store, b"one")
    feed = await store.feed(Inbox())
    own_server.end()
    own_server.start()

    table.now_ms = await store.now_ms()
    assert isinstance(await store.apply(table.append(b"two")), Applied)
    await feed.aclose()
    await store.aclose()
