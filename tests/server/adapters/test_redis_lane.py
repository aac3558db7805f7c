"""A fair queue with bounds."""

import asyncio

import pytest

from server.adapters.redis_lane import Lane
from server.store_outcomes import StoreUnavailable, Trouble


async def test_places_are_given_in_the_order_of_asking() -> None:
    lane = Lane(2)
    order: list[int] = []

    async def call(number: int) -> None:
        async with lane:
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*map(call, range(50)))

    assert order == list(range(50))


async def test_no_more_calls_than_places() -> None:
    lane = Lane(3)
    under_way = most = 0

    async def call() -> None:
        nonlocal under_way, most
        async with lane:
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*[call() for _ in range(20)])

    assert most == 3


async def test_too_many_that_wait_are_turned_away_at_once() -> None:
    lane = Lane(1, waiting_max=1)
    async with lane:
        waiting = asyncio.create_task(lane.__aenter__())
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailable) as failure:
            await lane.__aenter__()
    await waiting

    assert failure.value.trouble is Trouble.BUSY
    assert not failure.value.unknown


async def test_waiting_ends() -> None:
    lane = Lane(1, wait_s=0)
    async with lane:
        with pytest.raises(StoreUnavailable, match="waited too long"):
            await lane.__aenter__()
    async with lane:
        pass


async def test_place_is_given_back_by_one_that_fails() -> None:
    lane = Lane(1)
    for _ in range(3):
        with pytest.raises(KeyError):
            async with lane:
                raise KeyError


async def test_cancelled_waiter_leaves_the_queue() -> None:
    lane = Lane(1, waiting_max=1)
    async with lane:
        waiting = asyncio.create_task(lane.__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        next_one = asyncio.create_task(lane.__aenter__())
        await asyncio.sleep(0)
    await next_one
