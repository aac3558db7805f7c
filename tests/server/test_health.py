import asyncio
from contextlib import suppress

import pytest

from server.health import Health, watch_store
from server.hub.store_clock import StoreClock
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.fakes import START_MS, FaultyStore, HandClock


def opened(clock: HandClock) -> Health:
    health = Health(clock, patience_s=10)
    health.is_open = True
    return health


def test_nobody_is_sent_to_a_server_that_starts() -> None:
    health = Health(HandClock(), patience_s=10)

    assert health.why_not_ready() == "starting: waiting for the store"


def test_nobody_is_sent_to_a_server_without_bots() -> None:
    health = opened(HandClock())
    health.bots_are_warm = False

    assert health.why_not_ready() == "starting: bots are not warm"


async def test_a_short_silence_of_the_store_is_borne() -> None:
    clock = HandClock()
    health = opened(clock)

    health.store_failed("unreachable")
    await clock.advance(10_000)

    assert health.why_not_ready() is None
    assert health.store_silent_ms == 10_000


async def test_a_long_silence_of_the_store_is_told_until_it_is_back() -> None:
    clock = HandClock()
    health = opened(clock)

    health.store_failed("unreachable")
    await clock.advance(5_000)
    health.store_failed("no_answer")  # still the same silence
    await clock.advance(7_000)

    assert health.why_not_ready() == "the store has not answered for 12 s"
    health.store_answered()
    assert health.why_not_ready() is None
    assert health.store_silent_ms == 0


def test_known_reason_why_the_store_is_away_is_told_at_once() -> None:
    # T-F10
    health = opened(HandClock())
    reasons = ["the disk is full", None]
    health.why_away = lambda: reasons[0]

    assert health.why_not_ready() == "the store is away: the disk is full"
    del reasons[0]
    assert health.why_not_ready() is None


async def test_going_and_coming_are_told_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    health = opened(HandClock())

    for _ in range(3):
        health.store_failed("unreachable")
    for _ in range(3):
        health.store_answered()

    told = capsys.readouterr().out
    assert told.count("the store does not answer") == 1
    assert told.count("the store is back") == 1


class Sometimes(FaultyStore):
    """A store whose time can be kept back, for ever if it says nothing at all."""

    is_silent = False

    async def now_ms(self, table: str = "") -> int:
        if self.is_silent:
            await asyncio.Event().wait()
        if self.is_away:
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
        return await super().now_ms(table)


async def test_the_store_is_looked_at_every_second() -> None:
    clock = HandClock()
    store, health = Sometimes(clock.store_ms), opened(clock)
    store_clock = StoreClock(clock)
    watching = asyncio.create_task(watch_store(store, store_clock, clock, health))
    await clock.advance(1_500)
    assert store_clock.now_ms() == START_MS + 1_500

    store.is_away = True
    await clock.advance(12_000)
    assert health.why_not_ready() is not None

    store.is_away = False
    await clock.advance(1_000)
    assert health.why_not_ready() is None
    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


@pytest.mark.parametrize("is_silent", [True, False])
async def test_people_are_told_after_three_seconds_without_the_store(
    *, is_silent: bool
) -> None:
    # T-F06: also when a question to it only hangs.
    clock = HandClock()
    store, health = Sometimes(clock.store_ms), opened(clock)
    told: list[str] = []
    health.on_away = lambda: told.append("away")
    health.on_back = lambda: told.append("back")
    watching = asyncio.create_task(watch_store(store, StoreClock(clock), clock, health))
    await clock.advance(500)
    store.is_silent, store.is_away = is_silent, not is_silent

    await clock.advance(500 + 2_900)
    assert told == []
    await clock.advance(200)
    assert told == ["away"]
    await clock.advance(10_000)
    assert told == ["away"]

    watching.cancel()
    with suppress(asyncio.CancelledError):
        await watching


async def test_people_are_told_once_that_the_store_is_back() -> None:
    clock = HandClock()
    health = opened(clock)
    told: list[str] = []
    health.on_back = lambda: told.append("back")
    health.store_failed("unreachable", since_ms=clock.monotonic_ms() - 3_000)

    health.store_answered()
    health.store_answered()

    assert told == ["back"]
