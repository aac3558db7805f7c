"""Group F: the store dies, falls silent, forgets, is full; nothing acknowledged is lost
that it still has, and nothing that it has lost is lost in silence."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from protocol.codes import CloseCode
from protocol.options import Options
from protocol.to_client import (
    Error,
    Events,
    Ok,
    Refused,
    Snapshot,
    StoreState,
    Welcome,
)
from protocol.to_server import Create, Resync
from server.table.events import ClockCredited, HistoryRewound
from tests.faults.cluster import Cluster, Node, cluster
from tests.faults.faulty_store import FaultyStore, faulty_store
from tests.faults.histories import checked, log_of
from tests.faults.play import (
    all_see_the_same,
    move,
    move_at,
    newest,
    next_turn,
    people,
    play_on,
    seated,
)
from tests.faults.player import PATIENCE_S, CutOff, Player
from tests.support.redis_processes import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from protocol.to_server import Command


LINKS_MOST = 64
"""From two servers to their store, those of these tests included."""


@pytest.fixture(scope="module")
def store() -> Iterator[FaultyStore]:
    with faulty_store() as at_fault:
        yield at_fault


@pytest.fixture(scope="module")
def nodes(store: FaultyStore) -> Iterator[Cluster]:
    with cluster(2, store_url=store.url, store_give_up_s="1") as all_of:
        yield all_of


async def four(
    stack: AsyncExitStack, nodes: Cluster, **options: object
) -> tuple[list[Player], str]:
    """Four people on two nodes in the middle of a deal; their table."""
    a, b = nodes.nodes
    players = await stack.enter_async_context(people(a, b, a, b))
    table = await seated(players, **options)
    await play_on(players, table, 12)
    return players, table


def told_of_store(player: Player) -> list[str]:
    """What a player was told of the store."""
    return [one.state for one in player.all_heard(StoreState)]


# ------------------------------------------------------------------------ dead, silent


async def test_store_that_is_killed_under_moves_loses_nothing(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F01"""
    async with AsyncExitStack() as stack:
        groups = [await four(stack, nodes) for _ in range(3)]
        playing = [
            asyncio.create_task(play_on(players, table, 40))
            for players, table in groups
        ]
        for round_of_kills in range(2):
            await asyncio.sleep(0.15)
            store.end()
            await asyncio.sleep(0.2 * (1 + round_of_kills))
            store.start()
        assert await asyncio.gather(*playing) == [40] * 3

        for players, table in groups:
            await checked(store.server.url, table, *players)
    nodes.check_clean()


async def test_answer_of_the_store_that_is_lost_again_and_again_makes_one_event(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F05"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        for drops in (1, 2, 4):
            store.drop_replies(drops)
            assert await play_on(players, table, 4) == 4
        assert store.proxy.dropped >= 7
        await checked(store.server.url, table, *players)
    nodes.check_clean()


async def silence(nodes: Cluster, store: FaultyStore, seconds: float) -> None:
    """Let the store say nothing for a while, in the middle of a timed turn."""
    a, b = nodes.nodes
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes, turn_ms=2_500)
        mover = await next_turn(players, table)
        before = await all_see_the_same(players, table)
        store.swallow(on=True)
        try:
            answering = asyncio.create_task(mover.ask(move_at(mover, table)))
            await asyncio.sleep(seconds)
            for player in players:
                await player.sees(lambda p=player: told_of_store(p) == ["away"])  # type: ignore[misc]
            stranger = Player("Eva")
            with pytest.raises(CutOff):
                await stranger.come(b)
            assert stranger.all_heard(Error)[-1].code == "E_STORE_AWAY"
            assert await stranger.is_let_go() == 1013
            await stranger.go()
            assert all(player.is_here for player in players)
            assert newest(players, table).mark.version == before
            assert a.running.get("/healthz")[0] == 200
        finally:
            store.swallow(on=False)

        assert isinstance(await answering, Ok)
        for player in players:
            await player.sees(lambda p=player: told_of_store(p) == ["away", "back"])  # type: ignore[misc]
        log = await log_of(store.server.url, table)
        assert not any(step.stamped.by.value == "bot" for step in log.steps[before:])
        await play_on(players, table, 8)
        await checked(store.server.url, table, *players)
    nodes.check_clean()


async def test_store_that_falls_silent_stops_the_table_and_nothing_else(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F06: people are told, their clocks stand still, and all goes on by itself."""
    await silence(nodes, store, 4)


@pytest.mark.long
@pytest.mark.timeout(120)
async def test_store_that_falls_silent_for_long_stops_the_table_and_nothing_else(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F06"""
    await silence(nodes, store, 30)


async def test_time_without_the_store_is_not_taken_from_whoever_is_on_turn(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F06, T-I05, P14: the clock gets it back before it is judged."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes, turn_ms=1_500)
        mover = await next_turn(players, table)
        before = await all_see_the_same(players, table)
        store.end()
        await asyncio.sleep(3)
        store.start()
        await mover.sees(lambda: "clock_credited" in kinds_heard(mover))

        log = await log_of(store.server.url, table)
        credited = [
            one for one in log.events[before:] if isinstance(one, ClockCredited)
        ]
        assert credited[0].credit_ms > 1_500
        assert not log.fallen(before)
        assert isinstance(await move(mover, table), Ok)
        await play_on(players, table, 4)
        await checked(store.server.url, table, *players)
    nodes.check_clean()


def kinds_heard(player: Player) -> set[str]:
    return {item.kind for told in player.all_heard(Events) for item in told.items}


@pytest.mark.parametrize("delay_s", [0.005, 0.05, 0.5])
async def test_slow_store_makes_slow_moves_and_no_refusals(
    nodes: Cluster, store: FaultyStore, delay_s: float
) -> None:
    """T-F07"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        store.slow_down(delay_s)
        try:
            assert await play_on(players, table, 2) == 2
        finally:
            store.slow_down(0)
        answers = [one.answer for player in players for one in player.answered]
        assert all(isinstance(one, Ok) for one in answers)
        assert all(not player.all_heard(Refused) for player in players)
        await checked(store.server.url, table, *players)


# --------------------------------------------------------------------------- full


async def test_full_store_takes_no_move_and_says_so(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F08: reading goes on, and so does everything once there is room."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        mover = await next_turn(players, table)
        before = await all_see_the_same(players, table)
        with store.server.client() as client:
            client.config_set("maxmemory", "1mb")
        try:
            answering = asyncio.create_task(mover.ask(move_at(mover, table)))
            refused = await mover.hears(Refused)
            assert refused.code == "E_STORE_FULL"
            since = len(mover.told)
            await mover.send(Resync(table=table))
            shown = await mover.hears(Snapshot, since)
            assert shown.version == before
            assert (await log_of(store.server.url, table)).mark.version == before
            comes_back = next(one for one in players if one is not mover)
            await comes_back.go()
            since = len(comes_back.told)
            await comes_back.come(nodes.nodes[0])
            await comes_back.send(Resync(table=table))
            assert (await comes_back.hears(Snapshot, since)).version == before
        finally:
            with store.server.client() as client:
                client.config_set("maxmemory", "0")

        assert isinstance(await answering, Ok)
        await play_on(players, table, 4)
        await checked(store.server.url, table, *players)
    nodes.check_clean()


# --------------------------------------------------------------------------- links


async def test_scripts_that_the_store_has_lost_are_loaded_again(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F18"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        for _ in range(4):
            with store.server.client() as client:
                client.script_flush()
            assert await play_on(players, table, 3) == 3
        await checked(store.server.url, table, *players)
    nodes.check_clean()


async def crowded(nodes: Cluster, store: FaultyStore, tables: int) -> None:
    """Let so many tables ask the store at once, which takes its time."""
    node = nodes.nodes[0]
    async with AsyncExitStack() as stack:
        crowd = [
            player
            for _ in range(tables)
            for player in await stack.enter_async_context(people(node))
        ]
        failures = node.count("store_failures")
        store.slow_down(0.02)
        try:
            opening = asyncio.gather(
                *(one.ask(lambda n: Create(n=n, options=Options())) for one in crowd)
            )
            with store.server.client() as client:
                links = [
                    len(await asyncio.to_thread(client.client_list)) for _ in range(8)
                ]
            answers = await opening
        finally:
            store.slow_down(0)
        opened = [one.table for one in answers if isinstance(one, Ok) and one.table]
        assert len(set(opened)) == tables
        await asyncio.gather(
            *(one.sit(table, 0) for one, table in zip(crowd, opened, strict=True))
        )

        assert max(links) <= LINKS_MOST
        assert not any(one.heard(Refused) or one.heard(Error) for one in crowd)
        assert node.count("store_failures") == failures


async def test_more_tables_than_links_wait_their_turn(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F19: no answer is an error, and no link is opened beyond those there are."""
    await crowded(nodes, store, 80)
    nodes.check_clean()


@pytest.mark.long
@pytest.mark.timeout(300)
async def test_two_thousand_tables_wait_their_turn(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F19"""
    await crowded(nodes, store, 2_000)
    nodes.check_clean()


async def test_news_that_are_lost_with_their_link_are_caught_up_with(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F20"""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        for _ in range(4):
            mover = await next_turn(players, table)
            with store.server.client() as client:
                client.client_kill_filter(_type="pubsub")
            answer = await mover.ask(move_at(mover, table))
            assert isinstance(answer, Ok)
            version = answer.version or 0
            for player in players:
                await player.sees(
                    lambda p=player, v=version: p.known[table].mark.version >= v  # type: ignore[misc]
                )
        await checked(store.server.url, table, *players)
    nodes.check_clean()


# ------------------------------------------------------------------------- forgetful


async def test_store_that_comes_back_older_is_told_to_everybody(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F12: the table goes on from what is left, under a new epoch; people, seats and
    tokens are as good as before, though the store has them older. What somebody chose in
    the lost part counts nowhere, however far the table has come since."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        files, kept = store.server.folder / "appendonlydir", store.server.folder / "old"
        await all_see_the_same(players, table)
        shutil.copytree(files, kept)
        old = newest(players, table).mark
        await players[1].come(nodes.nodes[1])  # takes the session up once more
        await play_on(players, table, 6)
        seen = await all_see_the_same(players, table)
        lost = {one.name: one.token for one in players}

        store.end()
        shutil.rmtree(files)
        kept.rename(files)
        since = [len(player.told) for player in players]
        store.start()

        for player, start in zip(players, since, strict=True):
            shown = await player.hears(Snapshot, start)
            assert shown.reason in {"rewound", "new_epoch"}
            assert shown.epoch != old.epoch
            assert shown.version > seen  # none of the lost versions comes again
        for moves in (0, 12):
            await play_on(players, table, moves)
            mover = await next_turn(players, table)
            late = await mover.ask(chosen_at(seen, move_at(mover, table)))
            assert isinstance(late, Refused)
            assert late.code == "E_STALE"
        log = await log_of(store.server.url, table)
        (rewound,) = log.of(HistoryRewound)
        assert rewound == HistoryRewound(seen - old.version)
        assert log.steps[old.version - 1].token == old.token
        assert sum(node.count("broken_promises", "lost") for node in nodes.nodes) > 0
        for player in players:
            assert player.token == lost[player.name]
            assert player.is_here
        with store.server.client() as client:
            key = f"S:{{{players[1].user}}}"
            await asyncio.to_thread(
                until, lambda: client.hget(key, "c") == b"1", "the session"
            )
        for player in players:
            welcome = await player.come(nodes.nodes[0])
            assert [seat.table for seat in welcome.seats] == [table]
        await play_on(players, table, 4)
        assert_agree(players, table)


def chosen_at(
    version: int, build: Callable[[int], Command]
) -> Callable[[int], Command]:
    """A command as it would have been chosen at another version."""
    return lambda n: build(n).model_copy(update={"at": version})


async def test_who_comes_back_to_a_store_that_has_lost_his_token_gets_his_seat(
    nodes: Cluster, store: FaultyStore
) -> None:
    """T-F12: at once where he was before, and at another node as soon as that one has
    written his session anew; nobody is taken for a thief."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        files, kept = store.server.folder / "appendonlydir", store.server.folder / "old"
        await all_see_the_same(players, table)
        shutil.copytree(files, kept)
        for player, node in zip(players, 2 * nodes.nodes, strict=True):
            for _ in range(2):
                await player.come(node)

        store.end()
        shutil.rmtree(files)
        kept.rename(files)
        store.start()

        a, b = nodes.nodes
        for player, node in zip(players, (a, a, b, b), strict=True):
            welcome = await let_in_again(player, node)
            assert welcome.session == player.user
            assert [seat.table for seat in welcome.seats] == [table]
        await play_on(players, table, 4)
        assert_agree(players, table)


async def let_in_again(player: Player, node: Node) -> Welcome:
    """Come back as clients do: again and again, while they are told to."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(CutOff):
                return await player.come(node)
            assert await player.is_let_go() == CloseCode.TRY_LATER


def assert_agree(players: Sequence[Player], table: str) -> None:
    """Fail if two players were told different things under one epoch and version."""
    told: dict[tuple[bytes, int], object] = {}
    for player in players:
        for message in player.all_heard(Events):
            if message.table != table:
                continue
            for version, item in enumerate(message.items, message.first):
                if item.kind in {"card_played", "trick_won", "rewound", "restored"}:
                    known = told.setdefault((message.epoch, version), item)
                    assert known == item
        for message in player.all_heard(Events):
            token = told.setdefault((message.epoch, -message.last), message.token)
            assert token == message.token


@pytest.mark.parametrize("what", ["flushall", "del"])
async def test_table_that_the_store_has_lost_is_put_back(
    nodes: Cluster, store: FaultyStore, what: str
) -> None:
    """T-F17: from what the nodes know; versions go on, and so do people and tokens."""
    async with AsyncExitStack() as stack:
        players, table = await four(stack, nodes)
        before = await all_see_the_same(players, table)
        epoch = newest(players, table).mark.epoch
        since = [len(player.told) for player in players]
        with store.server.client() as client:
            if what == "flushall":
                client.flushall()
            else:
                client.delete(*client.keys(f"T:*:{table}:*"))

        for player, start in zip(players, since, strict=True):
            shown = await player.hears(Snapshot, start)
            assert shown.epoch != epoch
            assert shown.version > before
        assert await play_on(players, table, 4) == 4
        for player in players:
            assert player.is_here
        sessions = [f"S:{{{player.user}}}" for player in players]
        with store.server.client() as client:
            await asyncio.to_thread(
                until, lambda: client.exists(*sessions) == 4, "their sessions"
            )
        for player in players:
            welcome = await player.come(nodes.nodes[1])
            assert welcome.session == player.user
            assert [seat.table for seat in welcome.seats] == [table]
        await play_on(players, table, 4)
        assert_agree(players, table)
        assert sum(node.count("repairs", "put_back") for node in nodes.nodes) > 0
