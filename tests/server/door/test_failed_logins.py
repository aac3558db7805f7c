"""Guesses: how many are judged, how long the others are put off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.door.failed_logins import Attempts, FailedLogins, FailureLimits
from server.store_outcomes import StoreUnavailable, Trouble
from tests.server.rig import MemoryOfAll
from tests.support.fakes import HandClock

if TYPE_CHECKING:
    import pytest

    from server.store_outcomes import Uses

MINUTE_MS = 60_000
HOUR_MS = 3_600_000
MANY = 1_000_000


class _Place:
    """Nodes on one store and one clock."""

    def __init__(
        self, per_connection: int = MANY, per_address: int = MANY, per_table: int = MANY
    ) -> None:
        self.clock = HandClock()
        self.store = MemoryOfAll(self.clock.store_ms)
        self.limits = FailureLimits(per_connection, per_address, per_table)

    def node(self) -> FailedLogins:
        return FailedLogins(self.store, self.clock, self.limits)


async def failures(attempts: Attempts, most: int, table: str | None = None) -> int:
    """How many of so many wrong tries in a row are judged."""
    judged = 0
    for _ in range(most):
        if not attempts.wait_ms(table):
            await attempts.failed(table)
            judged += 1
    return judged


async def test_connection_has_a_few_failures_and_then_as_many_a_minute() -> None:
    place = _Place(per_connection=5)
    attempts = place.node().of_connection(None)

    assert await failures(attempts, 60) == 5
    assert attempts.wait_ms() == MINUTE_MS // 5
    place.clock.jump(MINUTE_MS // 5)
    assert await failures(attempts, 60) == 1
    place.clock.jump(MINUTE_MS)
    assert await failures(attempts, 60) == 5


async def test_address_has_its_failures_over_all_connections() -> None:
    place = _Place(per_address=10)
    node = place.node()

    judged = [await failures(node.of_connection("10.0.0.1"), 4) for _ in range(4)]

    assert judged == [4, 4, 2, 0]
    assert node.of_connection("10.0.0.1").wait_ms() == MINUTE_MS // 10
    assert node.of_connection("10.0.0.2").wait_ms() == 0
    assert node.of_connection(None).wait_ms() == 0


async def test_table_has_its_failures_over_all_nodes() -> None:
    place = _Place(per_table=20)
    first, second = place.node(), place.node()
    assert await failures(first.of_connection("10.0.0.1"), 19, "QWERT") == 19

    # The other node finds out with its first failure.
    assert await failures(second.of_connection("10.0.0.2"), 60, "QWERT") == 1

    stranger = second.of_connection("10.0.0.3")
    assert stranger.wait_ms("QWERT") == HOUR_MS // 20
    assert stranger.wait_ms("ZXCVB") == stranger.wait_ms() == 0
    place.clock.jump(HOUR_MS // 20)
    assert await failures(stranger, 60, "QWERT") == 1


async def test_table_that_was_left_in_peace_is_as_before() -> None:
    place = _Place(per_table=3)
    attempts = place.node().of_connection(None)
    assert await failures(attempts, 60, "QWERT") == 3

    place.clock.jump(HOUR_MS)

    assert await failures(attempts, 60, "QWERT") == 3


async def test_whoever_goes_on_is_stubborn() -> None:
    attempts = _Place(per_connection=5).node().of_connection(None)

    await failures(attempts, 15)
    assert not attempts.is_stubborn

    await failures(attempts, 1)
    assert attempts.is_stubborn


async def test_failures_count_though_the_store_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = _Place(per_connection=5, per_table=3)

    async def away(user: str, what: str, *, period_ms: int) -> Uses:
        raise StoreUnavailable(
            Trouble.NO_ANSWER, f"{user} {what} {period_ms}", unknown=False
        )

    monkeypatch.setattr(place.store, "count_use", away)
    attempts = place.node().of_connection("10.0.0.1")

    assert await failures(attempts, 60, "QWERT") == 5


async def test_tables_held_up_longest_ago_are_forgotten_first() -> None:
    place = _Place(per_table=1)
    node = place.node()
    attempts = node.of_connection(None)
    for number in range(2_001):
        assert await failures(attempts, 2, f"TABLE-{number}") == 1

    assert attempts.wait_ms("TABLE-0") == 0
    assert attempts.wait_ms("TABLE-1") == HOUR_MS
