"""Deadlines and nodes by a clock that is moved by hand."""

import pytest

from server.adapters.memory_store import MemoryStore
from server.store_records import (
    OUTAGES_KEPT,
    VISIBILITY_MS,
    Append,
    DueDeadline,
    Outage,
    shard_of,
)
from tests.support.store_values import Played, change, receipt


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.ms = 100_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> MemoryStore:
    return MemoryStore(clock)


async def test_deadline_is_due_from_its_millisecond_on(
    store: MemoryStore, clock: Clock
) -> None:
    table = await Played.new(store)
    due = change(clock.ms, deadlines={"turn": clock.ms + 10})
    await table.apply(Append(table.name, table.mark, receipt("sys"), due))
    shard = [shard_of(table.name)]

    clock.ms += 9
    assert await store.claim_due(shard) == ()
    clock.ms += 1
    assert await store.claim_due(shard) == (DueDeadline(table.name, "turn", clock.ms),)
    clock.ms += VISIBILITY_MS - 1
    assert await store.claim_due(shard) == ()
    clock.ms += 1
    assert await store.claim_due(shard) == (DueDeadline(table.name, "turn", clock.ms),)


async def test_silence_of_all_nodes_is_an_outage(
    store: MemoryStore, clock: Clock
) -> None:
    await store.beat("a", b"", keep_ms=500, gap_ms=200)
    clock.ms += 150
    await store.beat("b", b"", keep_ms=500, gap_ms=200)
    clock.ms += 201
    heartbeat = await store.beat("a", b"", keep_ms=500, gap_ms=200)

    assert heartbeat.now_ms == clock.ms
    assert heartbeat.outages == (Outage(100_150, 100_351),)


async def test_last_outages_are_kept(store: MemoryStore, clock: Clock) -> None:
    for _ in range(OUTAGES_KEPT + 3):
        await store.beat("a", b"", keep_ms=1, gap_ms=5)
        clock.ms += 10
    heartbeat = await store.beat("a", b"", keep_ms=1, gap_ms=5)

    assert len(heartbeat.outages) == OUTAGES_KEPT
    assert heartbeat.outages[-1] == Outage(clock.ms - 10, clock.ms)


async def test_node_that_falls_silent_is_no_longer_named(
    store: MemoryStore, clock: Clock
) -> None:
    await store.beat("a", b"one", keep_ms=500, gap_ms=9_999)
    clock.ms += 400
    await store.beat("b", b"two", keep_ms=500, gap_ms=9_999)
    clock.ms += 100

    assert await store.nodes() == {"b": b"two"}
