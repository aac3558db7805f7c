"""The memory store says what it is not."""

from server.adapters.memory_store import MemoryStore
from tests.support.store_values import Inbox, Played


async def test_it_says_loudly_that_nothing_is_durable() -> None:
    (danger,) = await MemoryStore(lambda: 0).check_settings()

    assert danger.name == "memory"
    assert "everything is lost" in danger.message


async def test_what_is_stored_outlives_closing() -> None:
    store = MemoryStore(lambda: 0)
    table = await Played.new(store, b"one")
    feed = await store.feed(Inbox())
    await feed.watch(table.name)

    await store.aclose()

    assert await store.load(table.name) is not None
