import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from server.adapters.store_health import SettingDanger
from server.health import Health
from server.hub.store_clock import StoreClock
from server.store_check import StoreCheck, Unready
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.fakes import START_MS, FaultyStore, HandClock

EVICTION = SettingDanger("eviction", "the store may throw tables away")
FSYNC = SettingDanger("fsync-no", "a power cut loses moves")


class Looked(FaultyStore):
    """A store whose settings are as a test says; `troubles` come first."""

    is_silent = False
    """Whether it says nothing at all, for ever."""

    def __init__(self, clock: HandClock, *dangers: SettingDanger) -> None:
        super().__init__(clock.store_ms)
        self.dangers: tuple[SettingDanger, ...] = dangers
        self.troubles: list[Trouble] = []
        self.refusal: StoreUnavailable | None = None
        """What a change meets."""
        self.proofs = 0

    async def check_settings(self) -> tuple[SettingDanger, ...]:
        if self.is_silent:
            await asyncio.Event().wait()
        if self.is_away:
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
        if self.troubles:
            raise StoreUnavailable(self.troubles.pop(0), unknown=False)
        return self.dangers

    async def prove(self) -> None:
        self.proofs += 1
        await self.try_changes()

    async def try_changes(self) -> None:
        if self.refusal is not None:
            raise self.refusal


def refusing(trouble: Trouble, detail: str) -> StoreUnavailable:
    return StoreUnavailable(trouble, detail, unknown=False)


async def checked(store: Looked, clock: HandClock, *allowed: str) -> Health:
    health = Health(clock, patience_s=10)
    store_clock = StoreClock(clock)
    check = StoreCheck(store, store_clock, clock, health, frozenset(allowed))
    waiting = asyncio.create_task(check.at_start())
    await clock.advance(60_000)
    assert waiting.done()
    await waiting
    assert store_clock.now_ms() == START_MS + 60_000
    return health


@asynccontextmanager
async def watched(
    store: Looked, clock: HandClock, *allowed: str
) -> AsyncIterator[Health]:
    """A server that is open, and watches the store."""
    health = Health(clock, patience_s=10)
    health.is_open = True
    check = StoreCheck(store, StoreClock(clock), clock, health, frozenset(allowed))
    watching = asyncio.create_task(check.watch())
    await clock.advance(500)
    yield health
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


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


async def test_a_store_without_a_needed_right_is_refused_with_its_name() -> None:
    clock = HandClock()
    store = Looked(clock)
    store.refusal = refusing(Trouble.REFUSED, "its user may not run XADD: add +xadd")

    with pytest.raises(Unready, match="may not run XADD"):
        await checked(store, clock)


async def test_a_store_that_is_full_may_be_used_and_takes_nobody_new() -> None:
    clock = HandClock()
    store = Looked(clock)
    store.refusal = refusing(Trouble.FULL, "its memory is full")

    health = await checked(store, clock)

    health.is_open = True
    assert health.why_not_ready() == "the store takes no changes: its memory is full"


async def test_the_store_is_looked_at_every_second() -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock) as health:
        store.is_away = True
        await clock.advance(12_000)
        assert health.why_not_ready() is not None

        store.is_away = False
        await clock.advance(1_000)
        assert health.why_not_ready() is None


async def test_the_watch_sets_the_clock() -> None:
    clock = HandClock()
    store_clock, health = StoreClock(clock), Health(clock, patience_s=10)
    check = StoreCheck(Looked(clock), store_clock, clock, health, ())
    watching = asyncio.create_task(check.watch())

    await clock.advance(1_500)

    assert store_clock.now_ms() == START_MS + 1_500
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


@pytest.mark.parametrize("is_silent", [True, False])
async def test_people_are_told_after_three_seconds_without_the_store(
    *, is_silent: bool
) -> None:
    # T-F06: also when a question to it only hangs.
    clock = HandClock()
    store = Looked(clock)
    told: list[str] = []
    async with watched(store, clock) as health:
        health.on_away = lambda: told.append("away")
        health.on_back = lambda: told.append("back")
        store.is_silent, store.is_away = is_silent, not is_silent

        await clock.advance(500 + 2_900)
        assert told == []
        await clock.advance(200)
        assert told == ["away"]
        await clock.advance(10_000)
        assert told == ["away"]


async def test_a_store_that_comes_back_unsafe_takes_nobody_until_it_is_mended(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock) as health:
        store.dangers = (FSYNC, EVICTION)
        await clock.advance(3_000)

        assert health.why_not_ready() == (
            "the store is not safe for tables: fsync-no: a power cut loses moves; "
            "eviction: the store may throw tables away"
        )
        assert capsys.readouterr().out.count("a power cut loses moves") == 1

        store.dangers = ()
        await clock.advance(1_000)
        assert health.why_not_ready() is None
        assert capsys.readouterr().out.count("store setting mended") == 2


async def test_an_accepted_danger_is_no_reason_later_either() -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock, "fsync-no") as health:
        store.dangers = (FSYNC,)
        await clock.advance(2_000)

        assert health.why_not_ready() is None


@pytest.mark.parametrize(
    "trouble", [Trouble.FULL, Trouble.REFUSED, Trouble.TOO_FEW_REPLICAS]
)
async def test_a_store_that_begins_to_refuse_changes_is_noticed(
    trouble: Trouble,
) -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock) as health:
        store.refusal = refusing(trouble, "no more")
        await clock.advance(2_000)
        assert health.why_not_ready() == "the store takes no changes: no more"

        store.refusal = None
        await clock.advance(2_000)
        assert health.why_not_ready() is None


async def test_a_primary_that_became_a_replica_counts_as_away() -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock) as health:
        store.refusal = refusing(Trouble.STARTING, "it is a replica")
        await clock.advance(14_000)

        assert "(it is a replica)" in (health.why_not_ready() or "")


async def test_all_is_proved_anew_when_the_store_was_away() -> None:
    clock = HandClock()
    store = Looked(clock)
    async with watched(store, clock):
        await clock.advance(5_000)
        assert store.proofs == 0
        store.is_away = True
        await clock.advance(2_000)
        store.is_away = False
        await clock.advance(5_000)

        assert store.proofs == 1
