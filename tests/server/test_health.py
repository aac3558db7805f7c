import pytest

from server.health import Health
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.fakes import HandClock


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


async def test_people_are_told_once_that_the_store_is_back() -> None:
    clock = HandClock()
    health = opened(clock)
    told: list[str] = []
    health.on_back = lambda: told.append("back")
    health.store_failed("unreachable", since_ms=clock.monotonic_ms() - 3_000)

    health.store_answered()
    health.store_answered()

    assert told == ["back"]


FULL = StoreUnavailable(Trouble.FULL, "its memory is full", unknown=False)


async def test_what_the_store_said_last_is_the_reason() -> None:
    clock = HandClock()
    health = Health(clock, patience_s=10)

    health.store_failed("unreachable", "Connection refused")
    assert health.why_not_ready() == (
        "starting: waiting for the store (Connection refused)"
    )
    health.is_open = True
    health.store_failed("starting", "it is reading its files")
    await clock.advance(11_000)
    assert health.why_not_ready() == (
        "the store has not answered for 11 s (it is reading its files)"
    )


def test_the_log_says_where_the_store_should_be_and_why_it_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    health = Health(HandClock(), 10, "redis://10.0.0.5:6379/0")

    health.store_failed("unreachable", "Connection refused")

    told = capsys.readouterr().out
    assert "redis://10.0.0.5:6379/0" in told
    assert "Connection refused" in told


def test_nobody_is_sent_to_a_server_with_an_unsafe_store() -> None:
    health = opened(HandClock())

    health.unsafe = "eviction: set noeviction"

    assert health.why_not_ready() == (
        "the store is not safe for tables: eviction: set noeviction"
    )


def test_nobody_is_sent_to_a_server_whose_store_takes_no_changes() -> None:
    health = opened(HandClock())

    health.store_refuses(FULL)
    assert health.why_not_ready() == "the store takes no changes: its memory is full"
    health.store_takes()
    assert health.why_not_ready() is None


async def test_people_are_told_when_nothing_is_taken_for_long() -> None:
    clock = HandClock()
    health = opened(clock)
    told: list[str] = []
    health.on_away = lambda: told.append("away")
    health.on_back = lambda: told.append("back")

    health.store_refuses(FULL)
    assert told == []
    await clock.advance(3_000)
    health.store_answered()  # it answers, and still takes nothing
    assert (told, health.is_told_away) == (["away"], True)
    health.store_takes()
    health.store_answered()
    assert (told, health.is_told_away) == (["away", "back"], False)


def test_a_refusal_is_logged_once_and_so_is_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    health = opened(HandClock())

    for _ in range(3):
        health.store_refuses(FULL)
    for _ in range(3):
        health.store_takes()

    told = capsys.readouterr().out
    assert told.count("the store takes no changes") == 1
    assert told.count("the store takes changes again") == 1
