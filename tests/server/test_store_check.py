import asyncio

import pytest

from server.adapters.store_health import SettingDanger
from server.health import Health
from server.hub.store_clock import StoreClock
from server.store_check import Unready, await_store
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.fakes import START_MS, FaultyStore, HandClock

EVICTION = SettingDanger("eviction", "the store may throw tables away")
FSYNC = SettingDanger("fsync-no", "a power cut loses moves")


class Looked(FaultyStore):
    """A store whose settings are as a test says; `troubles` come first."""

    def __init__(self, clock: HandClock, *dangers: SettingDanger) -> None:
        super().__init__(clock.store_ms)
        self.dangers = dangers
        self.troubles: list[Trouble] = []

    async def check_settings(self) -> tuple[SettingDanger, ...]:
        if self.troubles:
            raise StoreUnavailable(self.troubles.pop(0), unknown=False)
        return self.dangers


async def checked(store: Looked, clock: HandClock, *allowed: str) -> Health:
    health = Health(clock, patience_s=10)
    store_clock = StoreClock(clock)
    waiting = asyncio.create_task(
        await_store(store, store_clock, clock, health, frozenset(allowed))
    )
    await clock.advance(60_000)
    assert waiting.done()
    await waiting
    assert store_clock.now_ms() == START_MS + 60_000
    return health


async def test_a_safe_store_is_taken() -> None:
    clock = HandClock()

    assert (await checked(Looked(clock), clock)).store_silent_ms == 0


async def test_a_store_that_comes_late_is_waited_for() -> None:
    clock = HandClock()
    store = Looked(clock)
    store.troubles = [Trouble.UNREACHABLE] * 20 + [Trouble.STARTING] * 5

    assert (await checked(store, clock)).store_silent_ms == 0
    assert not store.troubles


async def test_a_store_that_lets_nobody_in_is_not() -> None:
    clock = HandClock()
    store = Looked(clock)
    store.troubles = [Trouble.REFUSED]

    with pytest.raises(Unready, match="does not let this server in"):
        await checked(store, clock)


async def test_dangers_are_refused_by_name() -> None:
    clock = HandClock()

    with pytest.raises(Unready) as refusal:
        await checked(Looked(clock, EVICTION, FSYNC), clock, "fsync-no")

    assert "eviction: the store may throw tables away" in str(refusal.value)
    assert "fsync-no" not in str(refusal.value)
    assert "allow_dangers (eviction)" in str(refusal.value)


async def test_dangers_may_be_accepted_by_name() -> None:
    clock = HandClock()

    await checked(Looked(clock, EVICTION, FSYNC), clock, "fsync-no", "eviction")
