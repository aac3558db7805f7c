"""What is particular to histories in memory; the contract says the rest."""

from server.adapters.memory_store import MemoryStore
from server.store_outcomes import Applied, Skewed
from server.store_records import LAG_FACTOR, SKEW_MS
from tests.support.store_values import Played


async def test_skew_is_judged_by_the_clock_that_was_handed_in() -> None:
    clock = [10_000]
    store = MemoryStore(lambda: clock[0])
    table = await Played.new(store)
    append = table.append(b"one")

    clock[0] = 10_000 + LAG_FACTOR * SKEW_MS + 1
    assert await store.apply(append) == Skewed(clock[0])
    clock[0] -= 1
    assert isinstance(await store.apply(append), Applied)
    clock[0] = 10_000 - SKEW_MS - 1
    late = table.append(b"two", at=append.change.mark_after(append.at))
    assert await store.apply(late) == Skewed(clock[0])
    clock[0] += 1
    assert isinstance(await store.apply(late), Applied)


async def test_finished_table_ends_after_a_while() -> None:
    clock = [10_000]
    store = MemoryStore(lambda: clock[0])
    table = await Played.new(store)

    await store.forget(table.name, after_ms=500)
    clock[0] += 499
    assert await store.load(table.name) is not None
    clock[0] += 1
    assert await store.load(table.name) is None


async def test_two_stores_know_nothing_of_each_other() -> None:
    first, second = MemoryStore(lambda: 0), MemoryStore(lambda: 0)
    table = await Played.new(first)

    assert await second.load(table.name) is None
