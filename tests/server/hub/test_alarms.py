"""Deadlines are taken by one node when they come, and by another if that one dies."""

import asyncio
from dataclasses import replace

import pytest

from server.hub.alarms import Alarms
from server.hub.store_clock import StoreClock
from server.store_records import DueDeadline
from server.table.commands import PersonLost, TakeSeat
from server.table.deadlines import BOT, LEASE, TURN, deadlines_of
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.hub.nodes import World, entry, heard, world
from tests.support.fakes import HandClock

FOUR = ("ann", "bob", "cid", "dan")
SLOW = TableOptions(people=1, pace_ms=900)
LOOK_MS = 2_000
VISIBILITY_MS = 2_000


async def bot_on_turn(all_of: World) -> str:
    table = await all_of.opened("ann", options=SLOW)
    while BOT not in deadlines_of((await all_of.truth(table)).state):
        await all_of.act(all_of.nodes[0], table)
    return table


def rung(all_of: World) -> list[list[str]]:
    return [[kind for _, kind in node.rung] for node in all_of.nodes]


async def test_bot_moves_when_its_wait_is_over_and_not_before() -> None:
    async with world(ringing=True) as all_of:
        table = await bot_on_turn(all_of)
        before = await all_of.truth(table)
        wait_ms = deadlines_of(before.state)[BOT] - all_of.clock.store_ms()

        await all_of.clock.advance(wait_ms - 1)
        assert await all_of.truth(table) == before
        await all_of.clock.advance(10)

        assert (await all_of.truth(table)).mark.version > before.mark.version


async def test_each_turn_of_a_bot_is_taken_by_one_node() -> None:
    # P8
    async with world(3, ringing=True) as all_of:
        table = await bot_on_turn(all_of)
        inboxes = [await node.look(table, "ann") for node in all_of.nodes]
        moves = 0
        for _ in range(40):
            state = (await all_of.truth(table)).state
            if BOT not in deadlines_of(state):
                break
            await all_of.clock.advance(2_000)
            moves += 1

        kinds = [kind for node in rung(all_of) for kind in node]
        asked = sum(len(node.bots.asked) for node in all_of.nodes)
        bot_moves = len({version for inbox in inboxes for version in heard(inbox)})
        assert moves
        assert kinds.count(BOT) == asked
        assert asked <= bot_moves


async def test_deadline_of_a_node_that_died_is_found_by_another() -> None:
    # T-E13, T-E08
    async with world() as all_of:
        one, two = all_of.nodes
        table = await bot_on_turn(all_of)
        before = await all_of.truth(table)
        due_ms = deadlines_of(before.state)[BOT]
        all_of.clock.jump(due_ms - all_of.clock.store_ms())
        taken = await one.store.claim(table, BOT)
        assert taken is not None  # and this node is never heard of again
        ringing = asyncio.create_task(two.alarms.run())

        await all_of.clock.advance(VISIBILITY_MS - 1)
        assert await all_of.truth(table) == before
        await all_of.clock.advance(LOOK_MS + 1)

        assert (await all_of.truth(table)).mark.version > before.mark.version
        ringing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ringing


async def test_grace_is_over_at_its_time_on_some_node() -> None:
    async with world(ringing=True) as all_of:
        one, _ = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await one.live(table)
        await one.hub.submit_own(live, PersonLost("cid", 1))

        await all_of.clock.advance(19_999)
        assert (await all_of.truth(table)).state.seats[2].control is Control.GRACE
        await all_of.clock.advance(10)

        assert (await all_of.truth(table)).state.seats[2].control is Control.BOT
        kinds = [kind for node in rung(all_of) for kind in node]
        assert kinds.count("grace:2") == 1


async def test_who_comes_back_in_time_keeps_the_seat() -> None:
    async with world(ringing=True) as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await one.live(table)
        await one.hub.submit_own(live, PersonLost("cid", 1))
        await all_of.clock.advance(19_000)
        await all_of.come(two, table, "cid")

        await all_of.clock.advance(700_000)

        state = (await all_of.truth(table)).state
        assert state.seats[2].control is Control.PERSON
        scheduled = await all_of.store.scheduled(range(512))
        assert [due.kind for due in scheduled] == [LEASE]


async def test_table_without_people_is_closed_by_the_clock() -> None:
    async with world(ringing=True) as all_of:
        one, _ = all_of.nodes
        table = await all_of.opened("ann", options=SLOW)
        live = await one.live(table)
        await one.hub.submit_own(live, PersonLost("ann", 1))
        before = (await all_of.truth(table)).mark.version

        await all_of.clock.advance(599_000)
        assert (await all_of.truth(table)).mark.version == before
        await all_of.clock.advance(1_010)

        assert (await all_of.truth(table)).state.closed == "idle"


async def test_table_that_cannot_be_read_is_no_fault_of_the_alarms() -> None:
    async with world(1, ringing=True) as all_of:
        (node,) = all_of.nodes
        table = await bot_on_turn(all_of)
        kept = all_of.store._tables[table]
        kept.snapshot = replace(kept.snapshot, payload=b"nonsense of some length")
        node.copies.drop(await node.live(table))

        await all_of.clock.advance(10_000)

        assert (table, BOT) in node.rung
        assert node.counts.count("faults", "alarm") == 0


async def test_store_that_is_away_is_waited_for() -> None:
    # P14, T-F06
    async with world(1, ringing=True) as all_of:
        table = await bot_on_turn(all_of)
        before = await all_of.truth(table)
        all_of.store.is_away = True
        await all_of.clock.advance(30_000)
        assert await all_of.truth(table) == before

        all_of.store.is_away = False
        await all_of.clock.advance(LOOK_MS + VISIBILITY_MS + 10)

        assert (await all_of.truth(table)).mark.version > before.mark.version


async def test_clock_of_a_node_that_goes_wrong_delays_but_never_doubles() -> None:
    # T-I01, T-I04
    async with world(ringing=True) as all_of:
        one, two = all_of.nodes
        one.hub._clock.seen(all_of.clock.store_ms() + 3_600_000)
        two.hub._clock.seen(all_of.clock.store_ms() - 3_600_000)
        table = await bot_on_turn(all_of)
        before = (await all_of.truth(table)).mark.version

        await all_of.clock.advance(6_000)

        truth = await all_of.truth(table)
        assert truth.mark.version > before
        assert truth.mark.version - before <= 3 * 2  # three bots, then the person


async def test_same_deadline_is_noted_once_however_often_it_is_seen() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        await node.hub.submit_own(live, PersonLost("cid", 1))

        for _ in range(10):
            node.alarms.note(live)

        assert len(node.alarms._due) == len(deadlines_of(live.position.state))


async def test_store_is_not_asked_for_a_deadline_that_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocked = TableOptions(people=4, pace_ms=0, turn_ms=30_000)
    async with world(1, ringing=True) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR, options=clocked)
        asked: list[str] = []
        claim = node.store.claim

        async def noted(table: str, kind: str) -> DueDeadline | None:
            asked.append(kind)
            return await claim(table, kind)

        monkeypatch.setattr(node.store, "claim", noted)
        await all_of.clock.advance(10_000)
        await all_of.act(node, table)

        await all_of.clock.advance(25_000)  # past the time of the first turn
        assert asked == []
        await all_of.clock.advance(10_000)

        assert asked[0] == TURN


async def test_fault_in_one_alarm_stops_no_other() -> None:
    # P12
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await bot_on_turn(all_of)
        rings: list[str] = []

        async def fire(_table: str, kind: str) -> None:
            rings.append(kind)
            if len(rings) == 1:
                raise ZeroDivisionError

        own = HandClock(follows=all_of.clock)
        store_clock = StoreClock(own)
        store_clock.seen(all_of.clock.store_ms())
        alarms = Alarms(all_of.store, own, store_clock, fire)
        alarms.note(await node.live(table))
        ringing = asyncio.create_task(alarms.run())

        await all_of.clock.advance(2_000 + LOOK_MS + VISIBILITY_MS)

        assert rings[:2] == [BOT, BOT]
        ringing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ringing


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_only_what_comes_first_changes_the_waiting(
    order: tuple[int, int],
) -> None:
    clocked = TableOptions(people=4, pace_ms=0, turn_ms=30_000)
    async with world(1) as all_of:
        (node,) = all_of.nodes
        lives = []
        for number in (2, 3):
            table = await node.opener.open(entry("host"), number, b"d", clocked)
            for user in FOUR:
                await all_of.done(node, table, TakeSeat(user, user.title()))
            lives.append(await node.live(table))
            all_of.clock.jump(1_000)
        alarms = Alarms(node.store, all_of.clock, node.store_clock, node.duties.fire)
        wakes = []

        for index in order:
            alarms._changed.clear()
            alarms.note(lives[index])
            wakes.append(alarms._changed.is_set())

    assert wakes == [True, order == (1, 0)]
