"""Guesses: how many are judged, how long the others are put off."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from server.door.failed_logins import Attempts, FailedLogins, FailureLimits
from server.store_outcomes import StoreUnavailable, Trouble
from tests.server.rig import MemoryOfAll
from tests.support.fakes import HandClock

if TYPE_CHECKING:
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
        async with attempts.trying(table) as trial:
            trial.was_wrong = not trial.wait_ms
            judged += trial.was_wrong
    return judged


async def wait_ms(attempts: Attempts, table: str | None = None) -> int:
    """How long a right try would be put off."""
    async with attempts.trying(table) as trial:
        return trial.wait_ms


async def test_connection_has_a_few_failures_and_then_as_many_a_minute() -> None:
    place = _Place(per_connection=5)
    attempts = place.node().of_connection(None)

    assert await failures(attempts, 60) == 5
    assert await wait_ms(attempts) == MINUTE_MS // 5
    place.clock.jump(MINUTE_MS // 5)
    assert await failures(attempts, 60) == 1
    place.clock.jump(MINUTE_MS)
    assert await failures(attempts, 60) == 5


async def test_address_has_its_failures_over_all_connections() -> None:
    place = _Place(per_address=10)
    node = place.node()

    judged = [await failures(node.of_connection("10.0.0.1"), 4) for _ in range(4)]

    assert judged == [4, 4, 2, 0]
    assert await wait_ms(node.of_connection("10.0.0.1")) == MINUTE_MS // 10
    assert await wait_ms(node.of_connection("10.0.0.2")) == 0
    assert await wait_ms(node.of_connection(None)) == 0


async def test_table_has_its_failures_over_all_nodes() -> None:
    place = _Place(per_table=20)
    first, second = place.node(), place.node()
    assert await failures(first.of_connection("10.0.0.1"), 19, "QWERT") == 19

    assert await failures(second.of_connection("10.0.0.2"), 60, "QWERT") == 1

    stranger = first.of_connection("10.0.0.3")
    assert await wait_ms(stranger, "QWERT") == HOUR_MS // 20
    assert await wait_ms(stranger, "ZXCVB") == await wait_ms(stranger) == 0


async def test_late_try_is_one_over_all_nodes() -> None:
    place = _Place(per_table=20)
    nodes = [place.node().of_connection(None) for _ in range(3)]
    await failures(nodes[0], 60, "QWERT")

    for _ in range(2):
        place.clock.jump(HOUR_MS // 20)

        judged = [await failures(attempts, 5, "QWERT") for attempts in nodes]

        assert judged == [1, 0, 0]


@pytest.mark.parametrize("same_node", [True, False])
async def test_of_many_tries_at_once_no_more_are_judged(*, same_node: bool) -> None:
    place = _Place(per_table=20)
    node = place.node()
    judged = 0
    async with AsyncExitStack() as stack:
        for _ in range(60):
            attempts = (node if same_node else place.node()).of_connection(None)
            trial = await stack.enter_async_context(attempts.trying("QWERT"))
            judged += not trial.wait_ms

    assert judged == 20


async def test_of_many_tries_of_an_address_at_once_no_more_are_judged() -> None:
    node = _Place(per_address=10).node()
    judged = 0
    async with AsyncExitStack() as stack:
        for _ in range(20):
            attempts = node.of_connection("10.0.0.1")
            trial = await stack.enter_async_context(attempts.trying("QWERT"))
            judged += not trial.wait_ms

    assert judged == 10


async def test_people_of_one_address_may_all_come_back_at_once() -> None:
    node = _Place(per_address=10).node()
    judged = 0
    async with AsyncExitStack() as stack:
        for _ in range(20):
            attempts = node.of_connection("10.0.0.1")
            trial = await stack.enter_async_context(attempts.trying())
            judged += not trial.wait_ms

    assert judged == 20
    assert await failures(node.of_connection("10.0.0.1"), 20) == 10


async def test_tries_that_were_right_do_not_count() -> None:
    node = _Place(per_connection=2, per_address=2, per_table=2).node()
    attempts = node.of_connection("10.0.0.1")
    await failures(attempts, 1, "QWERT")

    waits = {await wait_ms(attempts, "QWERT") for _ in range(20)}

    assert waits == {0}
    assert await failures(attempts, 5, "QWERT") == 1


async def test_try_that_is_broken_off_counts() -> None:
    attempts = _Place(per_connection=2).node().of_connection(None)
    for _ in range(2):
        with pytest.raises(asyncio.CancelledError):
            async with attempts.trying():
                raise asyncio.CancelledError

    assert await failures(attempts, 5) == 0


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


async def test_nothing_is_judged_and_counted_while_the_store_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place = _Place(per_connection=1, per_address=1, per_table=2)
    attempts = place.node().of_connection("10.0.0.1")

    async def away(user: str, what: str, *, period_ms: int = 0) -> Uses:
        raise StoreUnavailable(
            Trouble.NO_ANSWER, f"{user} {what} {period_ms}", unknown=False
        )

    with monkeypatch.context() as patch:
        patch.setattr(place.store, "count_use", away)
        for _ in range(5):
            with pytest.raises(StoreUnavailable):
                await failures(attempts, 1, "QWERT")
    with monkeypatch.context() as patch:
        patch.setattr(place.store, "give_use_back", away)
        assert await wait_ms(attempts, "QWERT") == 0

    assert await failures(attempts, 5, "QWERT") == 1
