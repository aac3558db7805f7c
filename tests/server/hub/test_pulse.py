"""Signs of life, and what they tell of the others."""

import asyncio
from contextlib import suppress

import pytest

from server.hub.pulse import BEAT_MS, GAP_MS, KEEP_MS
from server.store_outcomes import StoreUnavailable
from tests.server.hub.nodes import Node, heard, world
from tests.support.fakes import settled

FOUR = ("ann", "bob", "cid", "dan")


async def end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def beating(node: Node) -> asyncio.Task[None]:
    return asyncio.create_task(node.pulse.run(node.clock, node.copies))


async def test_node_lives_as_long_as_it_beats() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        hearts = [beating(one), beating(two)]
        await all_of.clock.advance(3 * BEAT_MS)
        assert await two.pulse.living() == {"node0", "node1"}

        await end(hearts[0])
        await all_of.clock.advance(KEEP_MS + BEAT_MS)

        assert await two.pulse.living() == {"node1"}
        await end(hearts[1])


async def test_node_takes_itself_for_living() -> None:
    async with world() as all_of:
        assert await all_of.nodes[0].pulse.living() == {"node0"}


async def test_node_that_is_about_to_end_takes_nobody_in() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        assert not await two.pulse.others_take_in()
        hearts = [beating(one), beating(two)]
        await all_of.clock.advance(BEAT_MS)
        assert await two.pulse.others_take_in()

        await one.pulse.leave()

        assert not await two.pulse.others_take_in()
        assert await one.pulse.others_take_in()
        await all_of.clock.advance(2 * BEAT_MS)
        assert not await two.pulse.others_take_in()
        assert await two.pulse.living() == {"node0", "node1"}
        for heart in hearts:
            await end(heart)


async def test_time_in_which_no_node_lived_is_told() -> None:
    # T-I05
    async with world(1) as all_of:
        (node,) = all_of.nodes
        heart = beating(node)
        await all_of.clock.advance(2 * BEAT_MS)
        assert not node.pulse.outages
        await end(heart)
        last_ms = all_of.clock.store_ms()
        all_of.clock.jump(10 * GAP_MS)

        heart = beating(node)
        await settled()

        ((from_ms, to_ms),) = node.pulse.outages
        assert last_ms - BEAT_MS <= from_ms <= last_ms
        assert to_ms == all_of.clock.store_ms()
        await end(heart)


async def test_beat_sets_the_clock_and_finds_lost_news() -> None:
    # T-F20, T-I01
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        two.store_clock.seen(all_of.clock.store_ms() + 999_000)
        all_of.store.loses_news = True
        await all_of.act(one, table)
        heart = beating(two)

        await all_of.clock.advance(2 * BEAT_MS)

        assert len(heard(inbox)) == 1
        assert two.store_clock.now_ms() == all_of.clock.store_ms()
        await end(heart)


async def test_store_that_is_away_stops_no_heart() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        all_of.store.is_away = True
        heart = beating(node)
        await all_of.clock.advance(3 * BEAT_MS)
        assert not heart.done()
        all_of.store.is_away = False

        await all_of.clock.advance(BEAT_MS)

        assert await all_of.store.nodes() == {"node0": b""}
        await end(heart)


async def test_outage_that_has_just_ended_is_asked_for() -> None:
    # P14, T-I05: the first deadline after it may come before the next beat.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        assert await node.pulse.outages_until_now() == ()
        begin_ms = all_of.clock.store_ms()
        all_of.clock.jump(GAP_MS + 1)

        ((from_ms, to_ms),) = await node.pulse.outages_until_now()

        assert (from_ms, to_ms) == (begin_ms, all_of.clock.store_ms())


async def test_full_store_is_an_outage_that_goes_on() -> None:
    # T-F08
    async with world(1) as all_of:
        (node,) = all_of.nodes
        all_of.store.is_full = True
        with pytest.raises(StoreUnavailable):  # how long it was full is not known
            await node.pulse.outages_until_now()
        all_of.store.is_full = False
        await node.pulse.outages_until_now()
        begin_ms = all_of.clock.store_ms()
        all_of.store.is_full = True
        all_of.clock.jump(GAP_MS + 1)

        going_on = await node.pulse.outages_until_now()
        all_of.store.is_full = False
        over = await node.pulse.outages_until_now()

        assert going_on == over == ((begin_ms, all_of.clock.store_ms()),)


async def test_store_is_not_asked_again_for_what_is_known() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        await node.pulse.outages_until_now()
        all_of.clock.jump(GAP_MS)
        all_of.store.is_away = True

        assert await node.pulse.outages_until_now() == ()


@pytest.mark.parametrize("what_is_left", ["an older sign", "none"])
async def test_store_that_does_not_know_the_last_sign_has_lost_something(
    what_is_left: str,
) -> None:
    # T-F12, T-F17
    async with world(1) as all_of:
        (node,) = all_of.nodes
        beaten = all_of.store._beaten_ms
        assert not await node.pulse.store_has_forgotten(BEAT_MS)
        older = dict(beaten) if what_is_left == "an older sign" else {}
        all_of.clock.jump(BEAT_MS)
        assert not await node.pulse.store_has_forgotten(BEAT_MS)
        beaten.clear()
        beaten |= older

        assert await node.pulse.store_has_forgotten(BEAT_MS)
        all_of.clock.jump(BEAT_MS)
        assert await node.pulse.store_has_forgotten(BEAT_MS)
        all_of.clock.jump(1)
        assert not await node.pulse.store_has_forgotten(BEAT_MS)


async def test_store_that_is_away_has_lost_nothing_so_far() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        await node.pulse.store_has_forgotten(BEAT_MS)
        all_of.store.is_away = True

        assert not await node.pulse.store_has_forgotten(BEAT_MS)
