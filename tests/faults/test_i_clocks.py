"""Group I: clocks that jump, differ, or stand still with their process."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from protocol.clock_items import LagNoted
from protocol.to_client import Events, Ok
from server.table.clocks import MOST_LAG_MS
from server.table.deadlines import LATE_MS
from server.table.events import Author, ControlPassed
from server.table.state import Control
from tests.faults.balancer import balancer
from tests.faults.cluster import Cluster, cluster
from tests.faults.histories import checked, log_of
from tests.faults.play import (
    all_see_the_same,
    move_at,
    next_turn,
    people,
    play_on,
    seated,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.player import Player

FIVE_MINUTES_S = 300
WAY_S = 0.1


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """Two servers whose clocks of the day are ten minutes apart."""
    with cluster(0) as all_of:
        all_of.begin(odd_wall_s=str(FIVE_MINUTES_S), odd_steady_ms="7000000")
        all_of.begin(odd_wall_s=str(-FIVE_MINUTES_S), odd_steady_ms="3000")
        for node in all_of.nodes:
            node.running.await_ready()
        yield all_of


async def test_day_that_jumps_by_hours_ends_no_turn_and_no_session(
    nodes: Cluster,
) -> None:
    """T-I01, T-I02: what runs by clocks runs by the steady one and by the store's."""
    a, b = nodes.nodes
    async with people(a, b, a, b) as players:
        table = await seated(players, turn_ms=5_000)
        for sign in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGUSR2):
            for node in nodes.nodes:
                node.tell(sign)
            assert await play_on(players, table, 6) == 6
            for player in players:
                await player.come(a)

        log = await checked(nodes.store_url, table, *players)
        assert Author.TIMER not in {step.stamped.by for step in log.steps}
        times = [step.stamped.at_ms for step in log.steps[2:]]
        assert times == sorted(times)
        assert times[-1] - times[0] < 60_000
        a.tell(signal.SIGUSR1)
        b.tell(signal.SIGUSR1)
    nodes.check_clean()


async def test_deadline_of_one_node_is_kept_by_another_whose_clock_differs(
    nodes: Cluster,
) -> None:
    """T-I04: the node that set it dies; it is the store's time that counts."""
    _, good = nodes.nodes
    bad = nodes.begin(odd_wall_s=str(FIVE_MINUTES_S))
    await asyncio.to_thread(bad.running.await_ready)
    async with people(bad, good, bad, good) as players:
        table = await seated(players, turn_ms=1_000)
        await play_on(players, table, 8)
        late = await next_turn(players, table)
        before = await all_see_the_same(players, table)
        deadline_ms = late.known[table].situation.deadline
        assert deadline_ms is not None
        bad.kill()
        witness = players[1]

        await witness.sees(lambda: bot_acts(witness, table))

        log = await log_of(nodes.store_url, table)
        (timed_out,) = [
            step.stamped
            for step in log.steps[before:]
            if step.stamped.by is Author.TIMER
        ][:1]
        assert isinstance(timed_out.event, ControlPassed)
        assert 0 <= timed_out.at_ms - deadline_ms - LATE_MS < 20_000


def bot_acts(player: Player, table: str) -> bool:
    return any(seat.control == "bot" for seat in player.known[table].view.seats)


async def test_two_nodes_that_both_find_a_deadline_act_on_it_once(
    nodes: Cluster,
) -> None:
    """T-E08: both have people at the table, and so both watch its times."""
    a, b = nodes.nodes[:2]
    async with people(a, b, a, b) as players:
        table = await seated(players)
        await play_on(players, table, 8)
        for _ in range(3):
            away = await next_turn(players, table)
            seat = away.seat_at(table) or 0
            witness = next(one for one in players if one is not away)
            before = await all_see_the_same(players, table)
            await away.go()
            await witness.sees(
                lambda w=witness, s=seat: (  # type: ignore[misc]
                    w.known[table].view.seats[s].control == "bot"
                )
            )
            await away.come(a)
            log = await checked(nodes.store_url, table, *players)
            passed = [
                event.control
                for event in log.events[before:]
                if isinstance(event, ControlPassed) and event.seat == seat
            ]
            assert passed == [Control.GRACE, Control.BOT, Control.PERSON]
    nodes.check_clean()


async def freeze(seconds: float) -> None:
    """Stop the only node while a move waits in its socket and a turn runs out."""
    with cluster(1) as alone:
        (node,) = alone.nodes
        async with people(node, node, node, node) as players, people(node) as (one,):
            table = await seated(players, turn_ms=1_000)
            with_bots = await seated([one], pace_ms=300)
            await play_on(players, table, 8)
            mover = await next_turn(players, table)
            before = await all_see_the_same(players, table)
            node.freeze()
            try:
                await mover.begin(move_at(mover, table))
                await asyncio.sleep(seconds)
            finally:
                node.thaw()

            assert isinstance(await mover.answer(), Ok)
            await play_on(players, table, 6)
            await play_on([one], with_bots, 3)
            log = await checked(alone.store_url, table, *players)
            assert log.fallen(before)[0].by is Author.PERSON
            # One of a kind at a time: what ran out has run out once.
            await checked(alone.store_url, with_bots, one)
        alone.check_clean()


async def test_move_that_waited_wins_over_the_clock_that_stood_still() -> None:
    """T-I05: nobody pays for the time in which there was no server."""
    await freeze(2)


@pytest.mark.long
@pytest.mark.timeout(120)
async def test_move_that_waited_for_long_wins_over_the_clock_that_stood_still() -> None:
    """T-I05"""
    await freeze(30)


async def test_way_of_a_move_is_measured_and_left_to_its_seat() -> None:
    """T-I06: what the pings of the server take over a slow line, in half."""
    with cluster(1, ping_every_s="0.05") as nodes:
        (node,) = nodes.nodes
        async with balancer([node], WAY_S) as slow_line, people(*4 * [node]) as players:
            far = players[2]
            await far.come(slow_line)
            table = await seated(players, turn_ms=60_000)
            await play_on(players, table, 32)

            told = [item for one in far.all_heard(Events) for item in one.items]
            noted = [
                item.lag_ms
                for item in told
                if isinstance(item, LagNoted) and item.seat == 2
            ]
            assert noted
            assert all(WAY_S * 1000 <= lag_ms <= MOST_LAG_MS for lag_ms in noted)
            await checked(nodes.store_url, table, *players)
        nodes.check_clean()
