"""Notes and records end by the clock that was handed in; the contract says the rest."""

from server.adapters.memory_store import MemoryStore
from server.store_outcomes import NumberTaken, Uses
from server.store_records import MEETING_MS, NUMBERS_MS, USER_SEATS_MS
from tests.support.store_values import receipt


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


async def test_count_of_uses_begins_anew() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    await store.count_use("ann", "opened", period_ms=60_000)

    clock[0] += 59_999
    assert await store.count_use("ann", "opened", period_ms=60_000) == Uses(2, 1)
    clock[0] += 1
    assert await store.count_use("ann", "opened", period_ms=60_000) == Uses(1, 60_000)


async def test_place_to_meet_ends() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    await store.meet("1.0", "T1")

    clock[0] += MEETING_MS - 1
    assert await store.meet("1.0", "T2") == "T1"
    clock[0] += 1
    assert await store.meet("1.0", "T2") == "T2"


async def test_number_without_a_table_is_forgotten_in_the_end() -> None:
    clock = [1_000]
    store = MemoryStore(lambda: clock[0])
    await store.take_number(receipt("ann", 7, result=b"T1"))

    clock[0] += NUMBERS_MS
    late = receipt("ann", 6, result=b"")
    assert await store.take_number(late) == NumberTaken(b"")
