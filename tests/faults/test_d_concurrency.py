"""Group D: several at once: devices, nodes, bots, clocks."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest

from protocol.to_client import Error, Ok, Refused
from protocol.to_server import Back, Create, Options, Pause, Play, Quick, Sit
from server.table.deadlines import LATE_MS
from server.table.events import Author, ControlPassed
from server.table.state import Control
from tests.faults.cluster import Cluster, Node, cluster
from tests.faults.faulty_store import FaultyStore, faulty_store
from tests.faults.histories import checked, log_of
from tests.faults.play import (
    all_see_the_same,
    move,
    move_at,
    next_turn,
    people,
    play_on,
    seated,
)
from tests.faults.player import CutOff, Player
from tests.support.play import chance
from tests.support.store_values import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def store() -> Iterator[FaultyStore]:
    with faulty_store() as at_fault:
        yield at_fault


@pytest.fixture(scope="module")
def nodes(store: FaultyStore) -> Iterator[Cluster]:
    with cluster(2, store_url=store.url) as all_of:
        yield all_of


async def four(stack: AsyncExitStack, nodes: Cluster) -> tuple[list[Player], str]:
    """Four people on two nodes in the middle of a deal; their table."""
    a, b = nodes.nodes
    players = await stack.enter_async_context(people(a, b, a, b))
    table = await seated(players)
    await play_on(players, table, 12)
    return players, table


async def answers_to(player: Player, *numbers: int) -> list[Ok | Refused]:
    """The next answers under these numbers, in the order in which they came."""
    since = player._asked_at

    def all_there() -> list[Ok | Refused] | None:
        found = [
            told.message
            for told in player.told[since:]
            if isinstance(told.message, Ok | Refused) and told.message.n in numbers
        ]
        return found if len(found) == 2 else None

    return await player.sees(all_there)


async def test_command_that_is_sent_twice_at_once_counts_once(nodes: Cluster) -> None:
    """T-D01"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        player = await next_turn(players, table)

        await player.begin(move_at(player, table))
        assert player.last is not None
        await player.send(player.last)

        first, second = await answers_to(player, player.number)
        assert isinstance(first, Ok)
        assert isinstance(second, Ok)
        assert (first.dup, second.dup) == (False, True)
        assert first.version == second.version
        await player.answer()
        await play_on(players, table, 4)
        await checked(nodes.store_url, table, *players)


def played(table: str, card: str, at: int, n: int) -> Play:
    return Play(n=n, table=table, card=card, at=at)


async def comes_and_plays(
    player: Player, node: Node, what: tuple[str, str, int]
) -> Ok | Refused:
    await player.come(node)
    return await player.ask(partial(played, *what))


async def test_of_two_devices_that_move_at_once_one_does(nodes: Cluster) -> None:
    """T-D03: the second one comes over the other node, and takes the session over."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        for _ in range(4):
            one = await next_turn(players, table)
            before = await all_see_the_same(players, table)
            place = players.index(one)
            other = Player(one.name, token=one.token, known=dict(one.known))
            stack.push_async_callback(other.go)
            known = one.known[table]
            cards, at = known.situation.legal, known.mark.version

            first_answer, answer = await asyncio.gather(
                one.ask(partial(played, table, cards[0], at)),
                comes_and_plays(
                    other, nodes.nodes[(place + 1) % 2], (table, cards[-1], at)
                ),
                return_exceptions=True,
            )

            if isinstance(first_answer, Ok):
                assert isinstance(answer, Refused)
            else:
                assert isinstance(first_answer, Refused | CutOff)
            log = await log_of(nodes.store_url, table)
            (fallen,) = log.fallen(before)
            assert fallen.seat == place
            assert await one.is_let_go() == 4005
            players[place] = other
    nodes.check_clean()


async def test_second_of_two_moves_at_once_is_judged_where_it_stands(
    nodes: Cluster,
) -> None:
    """T-D04: the one for the next turn comes too early, and counts for no other."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        player = await next_turn(players, table)
        known = player.known[table]
        hand = known.view.deal.hand if known.view.deal else None
        assert hand
        at, card = known.mark.version, known.situation.legal[0]
        next_card = next(one for one in hand if one != card)

        await player.begin(lambda n: Play(n=n, table=table, card=card, at=at))
        number = player.number
        await player.send(Play(n=number + 1, table=table, card=next_card, at=at))

        first, second = await answers_to(player, number, number + 1)
        assert isinstance(first, Ok)
        assert isinstance(second, Refused)
        assert second.code in {"E_STALE", "E_NOT_YOUR_TURN"}
        await player.answer()
        player.number += 1
        await play_on(players, table, 4)
        await checked(nodes.store_url, table, *players)


async def test_move_around_the_end_of_its_time_is_made_once(nodes: Cluster) -> None:
    """T-D05: by the person or by the bot, and the answer tells by whom."""
    rng = chance(5)
    async with AsyncExitStack() as stack:
        a, b = nodes.nodes
        players = await stack.enter_async_context(people(a, b, a, b))
        table = await seated(players, turn_ms=100)
        for _ in range(3):
            player = await next_turn(players, table)
            before = await all_see_the_same(players, table)
            seat = player.seat_at(table)
            late = move_at(player, table)
            wait_ms = 100 + LATE_MS + rng.randint(-15, 15)

            await asyncio.sleep(wait_ms / 1000)
            answer = await player.ask(late)

            log = await log_of(nodes.store_url, table)
            moves = [
                step.stamped
                for step in log.steps[before:]
                if getattr(step.stamped.event, "seat", None) == seat
                and type(step.stamped.event).__name__
                in {"CardPlayed", "Declared", "Skipped", "Discarded"}
            ]
            by = Author.PERSON if isinstance(answer, Ok) else Author.BOT
            assert moves[0].by is by
            for one in players:  # a bot goes on where a person was late
                await one.done(lambda n: Back(n=n, table=table))
        await play_on(players, table)
        await checked(nodes.store_url, table, *players)
    nodes.check_clean()


async def test_bot_that_is_asked_before_its_person_is_back_moves_no_more(
    nodes: Cluster,
) -> None:
    """T-D06: whatever the moment at which the person comes back."""
    rng = chance(6)
    a, b = nodes.nodes
    async with people(a, b, a, b) as players:
        table = await seated(players, pace_ms=60)
        for _ in range(4):
            away = await next_turn(players, table)
            seat = away.seat_at(table)
            others = [one for one in players if one is not away]
            watcher = others[0]
            await away.go()
            await watcher.sees(
                lambda w=watcher, s=seat or 0: (  # type: ignore[misc]
                    w.known[table].view.seats[s].control == "bot"
                )
            )
            await asyncio.sleep(rng.uniform(0.03, 0.11))

            await away.come(rng.choice(nodes.nodes))

            await play_on(players, table, 3)
        log = await checked(nodes.store_url, table, *players)
        passed = [one for one in log.events if isinstance(one, ControlPassed)]
        assert Control.BOT in {one.control for one in passed}
    nodes.check_clean()


async def test_two_nodes_that_change_a_table_at_once_both_count(
    nodes: Cluster,
) -> None:
    """T-D07: one of them finds that the table has moved on, and decides anew."""
    a, b = nodes.nodes
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        before = len((await log_of(nodes.store_url, table)).steps)
        for turn in range(24):
            player = await next_turn(players, table)
            place = players.index(player)
            wisher = players[(place + 1 + 2 * (turn % 2)) % 4]  # at the other node
            wish = turn % 4 < 2

            answers = await asyncio.gather(
                move(player, table),
                wisher.ask(lambda n, w=wish: Pause(n=n, table=table, wish=w)),  # type: ignore[misc]
            )

            assert all(isinstance(answer, Ok) for answer in answers)
        log = await checked(nodes.store_url, table, *players)
        assert len(log.fallen(before)) == 24
        assert a.count("appends", "stale") + b.count("appends", "stale") > 0
    nodes.check_clean()


async def frozen(nodes: Cluster, seconds: float) -> None:
    """Stop a node in the middle of everything, play on at the other, let it go on."""
    a = nodes.nodes[0]
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        held_up, first, _, second = players
        while await next_turn(players, table) is not held_up:
            await play_on(players, table, 1)
        before = await all_see_the_same(players, table)
        a.freeze()
        try:
            await held_up.begin(move_at(held_up, table))
            others = [first, second]
            await asyncio.gather(asyncio.sleep(seconds), play_on(others, table, 4))
        finally:
            a.thaw()

        answer = await held_up.answer()
        assert isinstance(answer, Refused)
        assert answer.code == "E_STALE"
        await play_on(players, table, 8)
        log = await checked(nodes.store_url, table, *players)
        assert log.fallen(before)[0].by is Author.BOT
    nodes.check_clean()


async def test_node_that_was_stopped_applies_nothing_it_held(nodes: Cluster) -> None:
    """T-D08"""
    await frozen(nodes, 5)


@pytest.mark.long
@pytest.mark.timeout(120)
async def test_node_that_was_stopped_for_long_applies_nothing_it_held(
    nodes: Cluster,
) -> None:
    """T-D08"""
    await frozen(nodes, 30)


async def test_of_ten_who_want_one_seat_one_gets_it(nodes: Cluster) -> None:
    """T-D09"""
    async with AsyncExitStack() as stack:
        a, b = nodes.nodes
        crowd = [
            player
            for _ in range(5)
            for player in await stack.enter_async_context(people(a, b))
        ]
        made = await crowd[0].done(lambda n: Create(n=n, options=Options(people=4)))
        table = made.table
        assert table is not None

        answers = await asyncio.gather(
            *(
                one.ask(lambda n: Sit(n=n, table=table, seat=2))  # type: ignore[arg-type]
                for one in crowd
            )
        )

        refused = [one.code for one in answers if isinstance(one, Refused)]
        assert refused == ["E_SEAT_TAKEN"] * 9
        log = await log_of(nodes.store_url, table)
        assert len(log.end.people) == 1


async def test_twelve_who_want_a_quick_match_at_once_fill_three_tables(
    nodes: Cluster,
) -> None:
    """T-D09: over two nodes; nobody has a table to himself."""
    async with AsyncExitStack() as stack:
        a, b = nodes.nodes
        crowd = [
            player
            for _ in range(6)
            for player in await stack.enter_async_context(people(a, b))
        ]
        # A wish of their own: tables of other tests must not draw anybody.
        options = Options(people=4, turn_ms=599_000)

        answers = await asyncio.gather(
            *(one.ask(lambda n: Quick(n=n, options=options)) for one in crowd)
        )

        tables = [one.table for one in answers if isinstance(one, Ok)]
        assert sorted(Counter(tables).values()) == [4, 4, 4]


async def test_more_commands_than_a_table_can_take_are_put_off(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-D11: the store takes half a second; one command at a time, eight wait."""
    a, _ = nodes.nodes
    async with AsyncExitStack() as stack:
        crowd = [
            player
            for _ in range(6)
            for player in await stack.enter_async_context(people(a, a))
        ]
        made = await crowd[0].done(lambda n: Create(n=n, options=Options(people=4)))
        table = made.table
        assert table is not None
        busy = a.count("refusals", "E_BUSY")
        store.slow_down(0.5)
        try:
            sitting = [
                asyncio.create_task(one.ask(lambda n: Sit(n=n, table=table)))
                for one in crowd
            ]
            await asyncio.sleep(1.2)
        finally:
            store.slow_down(0)
        answers = await asyncio.gather(*sitting)

        assert a.count("refusals", "E_BUSY") > busy
        refused = [one.code for one in answers if isinstance(one, Refused)]
        assert refused == ["E_TABLE_FULL"] * 8
        assert len((await log_of(nodes.store_url, table)).end.people) == 4


async def test_fault_in_the_rules_of_a_table_ends_with_an_answer(
    store: FaultyStore,
) -> None:
    """T-D13: no connection ends for it, and nobody sends the same for ever. After the
    third the table stands still; another, and a server without the fault, go on."""
    with cluster(1, store_url=store.url) as all_of:
        odd, good = all_of.add(odd_pauses="1"), all_of.nodes[0]
        async with people(odd, odd, odd, odd) as players, people(odd, odd) as others:
            table, other = await seated(players), await seated(others)
            await play_on(players, table, 5)
            before = (await log_of(all_of.store_url, table)).events

            answers = [
                await players[0].ask(lambda n: Pause(n=n, table=table, wish=True))
                for _ in range(4)
            ]

            codes = [one.code for one in answers if isinstance(one, Refused)]
            assert codes == ["E_INTERNAL"] * 3 + ["E_FROZEN"]
            assert (await log_of(all_of.store_url, table)).events == before
            told = await players[1].sees(partial(frozen_notices, players[1]))
            assert table in told[0].detail
            assert odd.count("faults", "table") == 3
            assert odd.count("faults", "connection") == 0
            await play_on(others, other, 4)
            for player in players:
                await player.come(good)
            await play_on(players, table, 5)


def frozen_notices(player: Player) -> list[Error] | None:
    """What a player was told of a table that stands still."""
    return [one for one in player.all_heard(Error) if one.code == "E_FROZEN"] or None


async def test_table_that_cannot_be_read_is_alone_with_that(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-D13: on a node that has to load it; the other still plays on, and so does every
    other table."""
    a, b = nodes.nodes
    async with AsyncExitStack() as stack:
        bad_people = await stack.enter_async_context(people(a, a, a, a))
        bad = await seated(bad_people)
        good_people, good = await four(stack, nodes)
        (stranger,) = await stack.enter_async_context(people(b))
        with store.server.client() as client:
            (key,) = client.keys(f"T:*:{bad}:st")
            payload = client.get(key)
            assert isinstance(payload, bytes)
            client.set(key, payload[:-1] + bytes([payload[-1] ^ 1]), keepttl=True)

        refused = await stranger.ask(lambda n: Sit(n=n, table=bad))

        assert isinstance(refused, Refused)
        assert refused.code == "E_INTERNAL"
        await play_on(bad_people, bad, 4)
        await play_on(good_people, good, 8)
        await checked(nodes.store_url, good, *good_people)
        assert b.count("broken_promises", "replay_mismatch") > 0
        # The node that plays on has written it anew since (or a new deal has).
        await eventually(lambda: a.count("repairs", "written_anew") > 0)
        refused = await stranger.ask(lambda n: Sit(n=n, table=bad))
        assert isinstance(refused, Refused)
        assert refused.code == "E_TABLE_FULL"
