"""Onlookers come to a table one after the other, and share an allowance."""

import asyncio

from server.hub.gallery import SHOWINGS, Gallery
from tests.support.fakes import HandClock, settled


async def test_all_may_come_at_once_and_then_so_many_a_second() -> None:
    clock, gallery, shown = HandClock(), Gallery(), []

    async def come(number: int) -> None:
        async with gallery.turn(clock):
            shown.append(number)

    coming = [asyncio.create_task(come(n)) for n in range(75)]
    await settled()
    assert shown == list(range(50))
    assert gallery.waiting == 25

    await clock.advance(1_000)
    assert len(shown) == 50 + SHOWINGS.per_s
    await clock.advance(1_000)
    await asyncio.gather(*coming)

    assert shown == list(range(75))
    assert gallery.waiting == 0


async def test_one_is_shown_the_table_at_a_time() -> None:
    clock, gallery = HandClock(), Gallery()
    is_seen = asyncio.Event()
    inside: list[int] = []

    async def look(number: int) -> None:
        async with gallery.turn(clock):
            inside.append(number)
            await is_seen.wait()

    looking = [asyncio.create_task(look(n)) for n in range(3)]
    await settled()
    assert inside == [0]

    is_seen.set()
    await asyncio.gather(*looking)
    assert inside == [0, 1, 2]


async def test_who_goes_while_waiting_holds_nobody_up() -> None:
    clock, gallery = HandClock(), Gallery()
    held = gallery.turn(clock)
    await held.__aenter__()
    waiting = asyncio.create_task(held_turn(gallery, clock))
    await settled()
    assert gallery.waiting == 2

    waiting.cancel()
    await asyncio.wait([waiting])
    await held.__aexit__(None, None, None)

    assert gallery.waiting == 0
    async with gallery.turn(clock):
        assert gallery.waiting == 1


async def held_turn(gallery: Gallery, clock: HandClock) -> None:
    async with gallery.turn(clock):
        raise AssertionError("it was not this one's turn")
