"""Notes and records end by the clock that was handed in; the contract says the rest."""

from server.adapters.memory_boards import TOKENS_KEPT
from server.adapters.memory_store import MemoryStore
from server.store_records import USER_SEATS_MS
from tests.support.store_values import Played, fresh


async def test_record_of_a_deal_ends() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    await store.archive("T1", "1", b"record", keep_ms=50)

    clock[0] += 49
    assert await store.archived("T1", "1") == b"record"
    clock[0] += 1
    assert await store.archived("T1", "1") is None


async def test_seats_of_a_user_end() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    await store.put_user_seat("ann", "T1", b"seat 0")

    clock[0] += USER_SEATS_MS
    assert await store.user_seats("ann") == {}


async def test_repeated_line_is_known_for_a_while() -> None:
    store = MemoryStore(lambda: 1_000)
    table = await Played.new(store)
    old = fresh()
    await store.say(table.name, old, b"old")
    for _ in range(TOKENS_KEPT):
        await store.say(table.name, fresh(), b"new")

    assert await store.say(table.name, old, b"old") == TOKENS_KEPT + 2
