"""What a node does when a deadline has come."""

import asyncio

import pytest

from server.hub.copies import NoSuchTable
from server.table.commands import PersonLost
from server.table.deadlines import BOT, IDLE, deadlines_of
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.hub.nodes import World, world

FOUR = ("ann", "bob", "cid", "dan")
SLOW = TableOptions(people=1, pace_ms=900)


async def bot_table(all_of: World) -> str:
    """A table at which a bot is on turn."""
    table = await all_of.opened("ann", options=SLOW)
    while BOT not in deadlines_of((await all_of.truth(table)).state):
        await all_of.act(all_of.nodes[0], table)
    return table


async def bot_for_a_person(all_of: World, table: str) -> str:
    """Let whoever is on turn be away until a bot plays; who that was."""
    (node, *_) = all_of.nodes
    live = await node.live(table)
    state = live.position.state
    assert state.turn is not None
    held = state.seats[state.turn]
    assert held.person is not None
    lost = PersonLost(held.person.user, held.arrival)
    await node.hub.submit_own(live, lost)
    all_of.clock.jump(state.options.grace_ms)
    await node.duties.fire(table, f"grace:{state.turn}")
    return held.person.user


async def test_grace_and_idle_deadlines_are_handed_to_the_table() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        await node.hub.submit_own(live, PersonLost("ann", 1))
        heart = asyncio.create_task(node.pulse.run(node.clock, node.copies))
        await all_of.clock.advance(20_000)

        await node.duties.fire(table, "grace:0")

        assert live.position.state.seats[0].control is Control.BOT
        for user in ("bob", "cid", "dan"):
            await node.hub.submit_own(live, PersonLost(user, 1))
        await all_of.clock.advance(600_000)
        await node.duties.fire(table, IDLE)
        assert live.position.state.closed == "idle"
        heart.cancel()


async def test_time_without_any_node_counts_for_nobody_who_is_away() -> None:
    # P14: who could not come back has as much time left as before.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        await node.pulse.outages_until_now()
        await node.hub.submit_own(live, PersonLost("ann", 1))
        all_of.clock.jump(60_000)

        await node.duties.fire(table, "grace:0")
        early = live.position.state.seats[0].control
        heart = asyncio.create_task(node.pulse.run(node.clock, node.copies))
        await all_of.clock.advance(20_000)
        await node.duties.fire(table, "grace:0")
        late = live.position.state.seats[0].control

        assert (early, late) == (Control.GRACE, Control.BOT)
        heart.cancel()


async def test_deadline_that_no_longer_stands_is_taken_out_of_the_store() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        all_of.store._deadlines[table, "grace:2"] = all_of.clock.store_ms()
        all_of.store._tables[table].deadlines["grace:2"] = all_of.clock.store_ms()

        await node.duties.fire(table, "grace:2")

        assert (table, "grace:2") not in all_of.store._deadlines
        assert (table, BOT) in all_of.store._deadlines


async def test_deadline_that_stands_for_a_newer_state_is_written_anew() -> None:
    """The copy of this node is old: it does not know the bot that is on turn now."""
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        old = await two.live(table)
        assert deadlines_of(old.position.state) == {}
        await bot_for_a_person(all_of, table)
        due_ms = deadlines_of((await all_of.truth(table)).state)[BOT]
        taken = await one.store.claim(table, BOT)
        assert taken is not None

        await two.duties.fire(table, BOT)

        assert two.bots.asked == []
        assert all_of.store._deadlines[table, BOT] == due_ms


async def test_table_that_is_gone_is_said() -> None:
    async with world(1) as all_of:
        with pytest.raises(NoSuchTable):
            await all_of.nodes[0].duties.fire("NOSUCH", BOT)
