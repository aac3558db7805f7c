"""Group E: a node dies at each point of a command's way, and another goes on.

The points are switched on by a setting. A doomed node serves two of four persons; when
it dies, they come to the other node and send again what had no answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.events import DealSettled
from protocol.options import Options
from protocol.to_client import Events, Ok, Snapshot
from protocol.to_server import Create, Resync, Sit
from server.table.events import Author, ControlPassed, DealBegan
from server.table.state import Control
from tests.faults.cluster import Cluster, Node, await_count, await_death, cluster
from tests.faults.histories import checked, log_of
from tests.faults.play import (
    all_back,
    all_see_the_same,
    move_at,
    next_turn,
    people,
    play_on,
    rescued,
    seated,
    to,
)
from tests.faults.player import CutOff, Player

if TYPE_CHECKING:
    from collections.abc import Iterator

BEFORE = ("C0:8", "C1:8", "C2:8", "C3:8")
"""Points at which the store has not heard of the command."""
AFTER = ("C6:8", "C7:8", "C9:8", "C10:8")
"""Points at which it has it, and whoever sent it has no answer."""
ANSWERED = "C8:8"
"""The point at which the answer is on its way; it may arrive or not."""
SITS = 4
MOVES = 65
"""Commands of a whole deal: a discard, four answers to the question for declarations,
and sixty cards."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    with cluster(1) as all_of:
        yield all_of


@pytest.fixture(scope="module")
def doomed(nodes: Cluster) -> dict[str, Node]:
    """A node for each point, all of them started together."""
    return {point: nodes.begin(kill_at=point) for point in (*BEFORE, *AFTER, ANSWERED)}


async def ready(node: Node) -> Node:
    await asyncio.to_thread(node.running.await_ready)
    return node


@pytest.mark.parametrize("point", [*BEFORE, *AFTER, ANSWERED])
async def test_command_under_way_counts_once_wherever_its_node_dies(
    nodes: Cluster, doomed: dict[str, Node], point: str
) -> None:
    """T-E01, T-E02: not stored, so that it counts when it is sent again; T-E03, T-E04,
    T-E05, T-E06: stored, so that the first answer is given again, and everybody hears
    of it, once, though the node that stored it told nobody."""
    good, bad = nodes.nodes[0], await ready(doomed[point])
    async with people(bad, good, bad, good) as players:
        table = await seated(players)

        await play_on(players, table, 24, to(good))

        assert not bad.lives
        again = [
            one.answer.dup
            for player in players
            for one in player.answered
            if isinstance(one.answer, Ok)
        ]
        if point != ANSWERED:
            assert sum(again) == (point in AFTER)
        await all_back(players, to(good))
        await checked(nodes.store_url, table, *players)
    good.check_clean()


async def test_deadline_of_a_node_that_died_is_kept_by_the_others(
    nodes: Cluster,
) -> None:
    """T-E08: restored, and not doubled."""
    good, bad = nodes.nodes[0], await ready(nodes.begin(kill_at="C10:8"))
    async with people(bad, good, bad, good) as players:
        table = await seated(players, turn_ms=1500)
        await play_on(players, table, 24, to(good))
        late = await next_turn(players, table)
        version, seat = late.known[table].mark.version, late.seat_at(table)

        await late.sees(lambda: late.known[table].situation.turn != seat)

        log = await log_of(nodes.store_url, table)
        passed = [step.stamped for step in log.steps[version:]]
        timed_out = [one for one in passed if one.by is Author.TIMER]
        assert [type(one.event) for one in timed_out] == [ControlPassed]
        fallen = log.fallen(version)
        assert {(one.by, one.seat) for one in fallen} == {(Author.BOT, seat)}
        await checked(nodes.store_url, table, *players)


async def test_people_of_a_node_that_died_lose_no_seat(nodes: Cluster) -> None:
    """T-B20, T-D06: nobody says that they are gone; others find out, and bots play for
    them, and give the seat back at once, even while they think."""
    good, bad = nodes.nodes[0], await ready(nodes.begin())
    async with people(bad, good, good, good) as players:
        table = await seated(players, pace_ms=2_000)
        gone, witness = players[0], players[1]
        while await next_turn(players, table) is not gone:
            await play_on(players, table, 1)
        before = await all_see_the_same(players, table)

        bad.kill()

        await witness.sees(lambda: witness.known[table].view.seats[0].control == "bot")
        await gone.come(good)
        assert isinstance(await gone.ask(move_at(gone, table)), Ok)
        await play_on(players, table, 6)
        log = await checked(nodes.store_url, table, *players)
        passed = [
            event.control
            for event in log.events[before:]
            if isinstance(event, ControlPassed)
        ]
        assert passed == [Control.GRACE, Control.BOT, Control.PERSON]
        assert {one.by for one in log.fallen(before)} == {Author.PERSON}
    good.check_clean()


@pytest.mark.parametrize("point", ["C3", "C6"])
async def test_nobody_has_seen_a_card_before_the_deal_is_durable(
    nodes: Cluster, point: str
) -> None:
    """T-E09: the node dies while the fourth to sit down makes the deal begin."""
    good = nodes.nodes[0]
    bad = await ready(nodes.begin(kill_at=f"{point}:{SITS - 1}"))
    async with people(bad, bad, bad, bad) as players:
        opener, last = players[0], players[3]
        made = await opener.done(lambda n: Create(n=n, options=Options(people=4)))
        table = made.table
        assert table is not None
        for player in players[:3]:
            await player.sit(table)

        with pytest.raises(CutOff):
            await last.ask(lambda n: Sit(n=n, table=table))

        for player in players:
            assert not any(one.view.deal for one in player.all_heard(Snapshot))
            assert not any(
                item.kind == "deal_started"
                for one in player.all_heard(Events)
                for item in one.items
            )
        dealt = (await log_of(nodes.store_url, table)).of(DealBegan)
        assert len(dealt) == (point == "C6")
        for player in players:
            await rescued(player, to(good))
        await last.send(Resync(table=table))
        for player in players:
            await player.sees(lambda p=player: p.known[table].view.deal)  # type: ignore[misc]
        await play_on(players, table)
        log = await checked(nodes.store_url, table, *players)
        assert len(log.of(DealBegan)) == 1


@pytest.mark.parametrize("point", [pytest.param("C3", marks=pytest.mark.long), "C6"])
async def test_deal_is_settled_once_when_the_node_dies_at_its_last_card(
    nodes: Cluster, point: str
) -> None:
    """T-E11"""
    good = nodes.nodes[0]
    bad = await ready(nodes.begin(kill_at=f"{point}:{SITS + MOVES - 1}"))
    async with people(bad, bad, bad, bad) as players:
        table = await seated(players)

        await play_on(players, table, rescue=to(good))

        await asyncio.to_thread(await_death, bad)
        for player in players:
            await rescued(player, to(good))
        log = await checked(nodes.store_url, table, *players)
        assert len(log.of(DealSettled)) == 1


@pytest.mark.parametrize("point", ["C2", pytest.param("C6", marks=pytest.mark.long)])
async def test_bot_moves_once_though_the_node_that_asked_it_dies(
    nodes: Cluster, point: str
) -> None:
    """T-E13: its answer is lost before the store, or known to the store alone.

    The doomed node has but an onlooker: all that it ever does are moves of bots.
    """
    good, bad = nodes.nodes[0], await ready(nodes.begin(kill_at=f"{point}:0"))
    async with people(good, bad) as (player, onlooker):
        table = await seated([player])
        await onlooker.send(Resync(table=table))

        while bad.lives:
            assert await play_on([player], table, 1)
        await play_on([player], table, 2)

        await checked(nodes.store_url, table, player)
    good.check_clean()


async def test_second_crash_during_the_recovery_changes_nothing(
    nodes: Cluster,
) -> None:
    """T-E15: the next node dies as soon as somebody has come to it."""
    good = nodes.nodes[0]
    first, second = nodes.begin(kill_at="C6:8"), nodes.begin(kill_at="C6:0")
    await ready(first)
    await ready(second)
    async with people(first, good, first, good) as players:
        table = await seated(players)
        dying = [second]

        async def rescue(player: Player) -> None:
            await player.come(dying.pop() if dying else good)

        await play_on(players, table, 24, rescue)

        assert not second.lives
        await checked(nodes.store_url, table, *players)


async def test_token_is_good_though_the_node_dies_before_it_changes(
    nodes: Cluster,
) -> None:
    """T-E16: the old one, as the store has not heard of another."""
    good, bad = nodes.nodes[0], await ready(nodes.begin(kill_at="C1:3"))
    async with people(bad) as (player,):
        made = await player.done(lambda n: Create(n=n, options=Options(people=4)))
        assert made.table is not None
        await player.sit(made.table)
        first = player.token

        with pytest.raises(CutOff):
            await player.come(bad)

        await asyncio.to_thread(await_death, bad)
        await check_comes(player, first, good, made.table)


async def test_token_is_good_though_the_node_dies_while_it_changes(
    nodes: Cluster,
) -> None:
    """T-E16: the old one, since the new one was never read."""
    good, bad = nodes.nodes[0], await ready(nodes.begin())
    async with people(bad) as (player,):
        made = await player.done(lambda n: Create(n=n, options=Options(people=4)))
        assert made.table is not None
        await player.sit(made.table)
        first = player.token
        player.reads.clear()
        await player.dial(bad)
        await player.send(player.hello())
        await asyncio.to_thread(await_count, bad, "hellos", "resumed", 1)

        bad.kill()

        await player.go()
        player.reads.set()
        await check_comes(player, first, good, made.table)


async def check_comes(
    player: Player, first: bytes | None, node: Node, table: str
) -> None:
    """Fail if a player with this token is not let in, or has no seat, or no new one."""
    assert player.token == first
    welcome = await player.come(node)
    assert [seat.table for seat in welcome.seats] == [table]
    await player.come(node)
    assert len({first, welcome.resume, player.token}) == 3
