"""What a node does when a deadline has come."""

import asyncio
from collections.abc import Callable

import pytest

from engine.actions import Action, Declare, PlayCard, Skip
from engine.players.fallback import fallback_action
from engine.seats import next_seat
from engine.view import SeatView
from server.hub.copies import NoSuchTable
from server.table.commands import GiveUpSeat, PersonConnected, PersonLost
from server.table.deadlines import BOT, IDLE, deadlines_of
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.hub.nodes import World, world
from tests.support.fakes import settled

FOUR = ("ann", "bob", "cid", "dan")
SLOW = TableOptions(people=1, pace_ms=900)


async def bot_table(all_of: World) -> str:
    """A table at which a bot is on turn."""
    table = await all_of.opened("ann", options=SLOW)
    while BOT not in deadlines_of((await all_of.truth(table)).state):
        await all_of.act(all_of.nodes[0], table)
    return table


async def test_bot_is_asked_for_its_turn_with_its_own_view() -> None:
    # T-C11, P13
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        before = (await all_of.truth(table)).state
        assert before.deal is not None

        await node.duties.fire(table, BOT)

        (view,) = node.bots.asked
        assert view.seat == before.turn
        assert view.hand == before.deal.state.hands[view.seat]
        assert (await all_of.truth(table)).state.turn_version > before.turn_version


def fails(_view: SeatView) -> Action:
    raise ArithmeticError


def for_another(view: SeatView) -> Action:
    return Skip(next_seat(view.seat))


def against_the_rules(view: SeatView) -> Action:
    return Declare(view.seat)


@pytest.mark.parametrize("answer", [fails, for_another, against_the_rules])
async def test_bot_without_a_good_answer_loses_its_turn_and_not_the_table(
    answer: Callable[[SeatView], Action],
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        await play_on_to_the_second_trick(all_of, table)
        node.bots.asked.clear()
        node.bots.answers = [answer]

        await node.duties.fire(table, BOT)

        (view,) = node.bots.asked
        expected = fallback_action(view)
        state = (await all_of.truth(table)).state
        assert state.deal is not None
        assert isinstance(expected, PlayCard)
        assert expected.card in view.hand
        assert expected.card not in state.deal.state.hands[view.seat]
        assert len(state.deal.state.hands[view.seat]) == len(view.hand) - 1


async def play_on_to_the_second_trick(all_of: World, table: str) -> None:
    """Declarations are over then, and a bot is on turn."""
    (node,) = all_of.nodes
    while True:
        state = (await all_of.truth(table)).state
        assert state.deal is not None
        bots_turn = BOT in deadlines_of(state)
        if bots_turn and state.deal.state.tricks:
            return
        if bots_turn:
            await node.duties.fire(table, BOT)
        else:
            await all_of.act(node, table)


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


async def test_answer_that_comes_too_late_changes_nothing() -> None:
    # T-D06, T-B20: the person is back while the bot thinks.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        user = await bot_for_a_person(all_of, table)
        node.bots.holds.clear()
        thinking = asyncio.create_task(node.duties.fire(table, BOT))
        await settled()
        await node.hub.submit_own(live, PersonConnected(user))
        before = await all_of.truth(table)

        node.bots.holds.set()
        await thinking

        assert await all_of.truth(table) == before
        seat = before.state.seat_of(user)
        assert seat is not None
        assert before.state.seats[seat].control is Control.PERSON


async def test_bot_that_thinks_is_not_asked_again() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        node.bots.holds.clear()
        thinking = asyncio.create_task(node.duties.fire(table, BOT))
        await settled()

        await node.duties.fire(table, BOT)

        assert len(node.bots.asked) == 1
        node.bots.holds.set()
        await thinking


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


async def test_closed_table_asks_no_bot() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_table(all_of)
        await all_of.done(node, table, GiveUpSeat("ann"))

        await node.duties.fire(table, BOT)

        assert node.bots.asked == []
