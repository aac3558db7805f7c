"""The whole store in memory: it forgets what has expired, and runs on a steady clock."""

import time

import pytest

from server.adapters.memory_server_store import MemoryServerStore, day_clock
from server.sessions import KeptSession, RevokedSession, StandingSession
from server.store_records import Receipt
from tests.support.store_values import Played

DAY_MS = 24 * 3600 * 1000


async def beat(store: MemoryServerStore) -> None:
    await store.beat("node", b"", keep_ms=15_000, gap_ms=3_000)


async def filled(store: MemoryServerStore) -> str:
    """A store in which there is one of everything; the id of the table."""
    table = (await Played.new(store, b"one")).name
    await store.open_session("ann", KeptSession(bytes(32), b""), keep_ms=DAY_MS)
    await store.open_session("bob", KeptSession(bytes(32), b""), keep_ms=DAY_MS)
    await store.end_session("bob")
    await store.put_user_seat("ann", table, b"")
    await store.take_number(Receipt("ann", 1, b"", b""))
    await store.meet("wish", table)
    await store.count_use("ann", "opened", period_ms=60_000)
    await store.archive(table, "1", b"record", keep_ms=DAY_MS)
    return table


def sizes(store: MemoryServerStore) -> list[int]:
    """How much there is of each kind."""
    return [
        len(kept)
        for kept in (
            store._tables,
            store._sessions,
            store._ended,
            store._seats,
            store._numbers,
            store._meetings,
            store._uses,
            store._archive,
        )
    ]


async def test_what_has_expired_takes_no_room() -> None:
    now_ms = [DAY_MS]
    store = MemoryServerStore(lambda: now_ms[0])
    await filled(store)
    assert 0 not in sizes(store)

    now_ms[0] += 400 * DAY_MS
    await beat(store)

    assert sizes(store) == [0] * 8


async def test_what_is_good_is_kept() -> None:
    now_ms = [DAY_MS]
    store = MemoryServerStore(lambda: now_ms[0])
    table = await filled(store)

    await beat(store)

    assert await store.load(table) is not None
    assert await store.archived(table, "1") == b"record"
    assert await store.user_seats("ann") == {table: b""}
    first, second = await store.standings(["ann", "bob"])
    assert isinstance(first, StandingSession)
    assert isinstance(second, RevokedSession)


def test_clock_shows_the_time_of_day() -> None:
    clock = day_clock()

    before_ms = time.time_ns() // 1_000_000
    assert abs(clock() - before_ms) < 60_000


def test_clock_does_not_jump_with_the_time_of_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = day_clock()
    before_ms = clock()

    monkeypatch.setattr(time, "time_ns", lambda: 0)

    assert clock() >= before_ms
