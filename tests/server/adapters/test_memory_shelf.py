"""Expiry by the clock that was handed in, and news in a later turn of the loop."""

import asyncio

import pytest

from server.adapters.memory_store import MemoryStore
from server.store_outcomes import Gone, Watching
from server.store_records import ACTIVE_MS
from tests.support.store_values import Inbox, Played


async def test_table_ends_when_nobody_touches_it() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    table = await Played.new(store, b"one")

    clock[0] += ACTIVE_MS - 1
    assert await store.load(table.name) is not None
    clock[0] += 1
    assert await store.load(table.name) is None
    assert await store.apply(table.append(b"two")) == Gone()


async def test_news_come_after_the_answer() -> None:
    store = MemoryStore(lambda: 1_000)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    assert await inbox.next() == Watching(table.name)

    await table.play(b"one")
    assert inbox.is_empty
    await asyncio.sleep(0)
    assert not inbox.is_empty


async def test_nothing_comes_after_the_end() -> None:
    store = MemoryStore(lambda: 1_000)
    table = await Played.new(store)
    inbox = Inbox()
    feed = await store.feed(inbox)
    await feed.watch(table.name)
    await inbox.next()

    await table.play(b"one")
    await feed.aclose()
    await asyncio.sleep(0)

    assert inbox.is_empty


async def test_only_tables_can_be_watched() -> None:
    feed = await MemoryStore(lambda: 1_000).feed(Inbox())

    with pytest.raises(ValueError, match="not a table id"):
        await feed.watch("a/b")
