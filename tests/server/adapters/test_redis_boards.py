"""Lobby, people, talk and deals on Redis: lost answers and lives."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.adapters.redis_keys import archive_key, table_keys, user_key
from server.adapters.redis_store import RedisStore
from server.store_outcomes import NumberTaken, StoreUnavailable
from server.store_records import USER_SEATS_MS, Presence
from server.store_talk import Talk
from tests.support.fault_proxy import FaultProxy, fault_proxy
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import PATIENT_MS, Played, fresh_table, receipt


@pytest.fixture
async def proxy(
    folder: Path, shared_server: ServerProcess
) -> AsyncIterator[FaultProxy]:
    async with fault_proxy(folder, shared_server.options["unixsocket"]) as proxy:
        yield proxy


async def test_lost_answers_change_nothing_twice(proxy: FaultProxy) -> None:
    store = RedisStore.at(proxy.url, skew_ms=PATIENT_MS)
    table = await Played.new(store)
    here = Presence("ann", 1, 3, "node-a", 99)
    name, user = table.name, fresh_table()

    proxy.drop_replies(1)
    await table.say(b"ciao")
    proxy.drop_replies(1)
    numbered = receipt("ann", 9, result=b"QF7K2")
    assert await store.take_number(numbered) == NumberTaken(b"QF7K2")
    proxy.drop_replies(1)
    assert await store.put_presence(name, here)
    proxy.drop_replies(1)
    assert await store.drop_presence(name, "ann", 3)
    proxy.drop_replies(1)
    await store.put_user_seat(user, name, b"seat 1")
    proxy.drop_replies(1)
    await store.archive(name, "1", b"record", keep_ms=60_000)

    assert proxy.dropped == 6
    assert await store.talk_after(name, 0, 9) == (Talk(1, b"ciao"),)
    assert await store.presences(name) == ()
    assert await store.user_seats(user) == {name: b"seat 1"}
    assert await store.archived(name, "1") == b"record"
    await store.aclose()


async def test_notes_end_with_their_table_or_in_time(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    user = fresh_table()
    await store.put_presence(table.name, Presence("ann", 1, 3, "node-a", 99))
    await store.put_user_seat(user, table.name, b"seat 1")
    await store.archive(table.name, "1", b"record", keep_ms=60_000)
    keys = table_keys(table.name)

    with shared_server.client() as client:
        notes_end, table_ends = map(client.pexpiretime, (keys.presences, keys.meta))
        assert 0 < notes_end <= table_ends
        assert 0 < client.pttl(user_key(user)) <= USER_SEATS_MS
        assert 0 < client.pttl(archive_key(table.name, "1")) <= 60_000


async def test_foreign_values_are_no_answer(
    store: RedisStore, shared_server: ServerProcess
) -> None:
    table = await Played.new(store)
    with shared_server.client() as client:
        client.hset(table_keys(table.name).presences, "ann", "no note of ours")

    with pytest.raises(StoreUnavailable, match="broken"):
        await store.presences(table.name)
