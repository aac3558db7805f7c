"""How full the store's memory is, said once and in time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from structlog.testing import capture_logs

from server.adapters.memory_store import MemoryStore
from server.store_memory import LOOK_EVERY_MS, StoreMemory
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.fakes import HandClock, settled


class FillingStore(MemoryStore):
    """A store whose memory is as full as a test says."""

    full: float | None = None
    is_away = False

    async def fullness(self) -> float | None:
        """As the test says."""
        if self.is_away:
            raise StoreUnavailable(Trouble.NO_ANSWER, "away", unknown=False)
        return self.full


@asynccontextmanager
async def watched(store: FillingStore) -> AsyncIterator[tuple[StoreMemory, HandClock]]:
    """Watch a store, with an alarm at seventy percent."""
    clock = HandClock()
    memory = StoreMemory(store, clock, 0.7)
    task = asyncio.create_task(memory.watch())
    await settled()
    yield memory, clock
    task.cancel()
    await asyncio.wait([task])


async def test_store_that_fills_up_is_told_once_until_it_has_room_again() -> None:
    store = FillingStore(lambda: 0)
    with capture_logs() as logs:
        async with watched(store) as (memory, clock):
            for share in (0.69, 0.7, 0.71, 0.66, 0.9, 0.6, 0.75):
                store.full = share
                await clock.advance(LOOK_EVERY_MS)
                assert memory.share == share

    assert [(line["event"], line["percent"]) for line in logs] == [
        ("the store is filling up", 70),
        ("the store has room again", 60),
        ("the store is filling up", 75),
    ]


async def test_store_without_a_limit_is_never_full() -> None:
    with capture_logs() as logs:
        async with watched(FillingStore(lambda: 0)) as (memory, _):
            assert memory.share == 0

    assert logs == []


async def test_store_that_is_away_is_looked_at_again() -> None:
    store = FillingStore(lambda: 0)
    store.full = 0.4
    async with watched(store) as (memory, clock):
        store.is_away, store.full = True, 0.5
        await clock.advance(LOOK_EVERY_MS)
        assert memory.share == 0.4

        store.is_away = False
        await clock.advance(LOOK_EVERY_MS)
        assert memory.share == 0.5
