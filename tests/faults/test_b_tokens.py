"""Group B: who holds a session, and for how long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from engine.seats import Seat
from protocol.client import Session
from protocol.codes import Retry
from protocol.options import Options
from protocol.to_client import Error, Ok
from protocol.to_server import Bye
from protocol.tokens import TokenInMemory
from protocol.updates import Ended, EndReason, Online
from server.adapters.redis_store import RedisStore
from tests.faults.cluster import Cluster, await_count, cluster
from tests.faults.play import (
    people,
)
from tests.faults.player import CutOff, Player
from tests.support.redis_processes import ServerProcess, one_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.updates import Update


@pytest.fixture(scope="module")
def store() -> Iterator[ServerProcess]:
    with one_server() as server:
        yield server


@pytest.fixture(scope="module")
def nodes(store: ServerProcess) -> Iterator[Cluster]:
    with cluster(2, store_url=store.url) as all_of:
        yield all_of


async def updates_of(session: Session) -> list[Update]:
    return [update async for update in session]


@pytest.mark.parametrize("is_seated", [True, False])
async def test_second_connection_takes_the_session_over_for_good(
    nodes: Cluster, *, is_seated: bool
) -> None:
    """T-B11: over another node, by clients that come back whenever they may."""
    a, b = nodes.nodes
    tokens = TokenInMemory()
    first = Session(a.url, client="first/1", tokens=tokens)
    async with first:
        await first.welcomed(10)
        table = None
        if is_seated:
            made = await first.create(Options(people=4))
            assert isinstance(made, Ok)
            table = made.table
            assert table is not None
            await first.sit(table, Seat(2))
        async with Session(b.url, client="second/1", tokens=tokens) as second:
            await second.welcomed(10)

            told = await asyncio.wait_for(updates_of(first), 20)

            assert isinstance(told[-1], Ended)
            assert told[-1].reason is EndReason.CLOSED_THERE
            assert (told[-1].code, told[-1].retry) == (4005, Retry.NEVER)
            assert len([one for one in told if isinstance(one, Online)]) == 1
            assert second.online
            if table is not None:
                await second.refresh(table)
                left = await second.leave(table)
                assert isinstance(left, Ok)


async def test_old_token_ends_the_session_at_every_node(nodes: Cluster) -> None:
    """T-B13: whoever else holds it, and the person as well, who is told why."""
    a, b = nodes.nodes
    async with people(a) as (player,):
        first = player.token
        await player.come(b)
        await player.come(a)
        thief = Player("Eva", token=first)

        with pytest.raises(CutOff):
            await thief.come(b)

        assert await thief.is_let_go() == 4004
        assert await player.is_let_go() == 4004
        for node in nodes.nodes:
            with pytest.raises(CutOff):
                await player.come(node)
            assert player.close_code == 4004
        await thief.go()


async def test_token_that_never_arrived_is_missed_by_nobody(nodes: Cluster) -> None:
    """T-B14: the one before is good, as long as the new one was not used."""
    a, b = nodes.nodes
    async with people(a) as (player,):
        first = player.token
        await player.go()
        resumed = a.count("hellos", "resumed")
        player.reads.clear()
        await player.dial(a)
        await player.send(player.hello())
        await asyncio.to_thread(await_count, a, "hellos", "resumed", resumed + 1)
        await player.go()
        player.reads.set()

        welcome = await player.come(b)

        assert welcome.session == player.user
        assert player.token != first
        assert (await player.come(a)).session == player.user


async def test_token_of_somebody_else_is_refused_like_any_that_is_not_good(
    nodes: Cluster,
) -> None:
    """T-B15: nothing tells whose key it was, or that there is such a session."""
    a, b = nodes.nodes
    async with people(a, b) as (one, other):
        assert one.token is not None
        assert other.token is not None
        mixed = Player("Eva", token=one.token[:16] + other.token[16:])
        invented = Player("Eva", token=bytes(48))
        answers = []
        for stranger in (mixed, invented):
            with pytest.raises(CutOff):
                await stranger.come(a)
            answers.append((stranger.all_heard(Error), await stranger.is_let_go()))
            await stranger.go()

        assert answers[0] == answers[1]
        assert answers[0][1] == 4004
        assert (await other.come(b)).session == other.user


async def test_session_that_is_over_is_over_everywhere(
    nodes: Cluster, store: ServerProcess
) -> None:
    """T-B16: ended by the host while a socket is open; or not used for too long, which
    does not happen to one that is connected."""
    a, b = nodes.nodes
    async with people(a, b) as (ended, expired):
        at_store = RedisStore.at(nodes.store_url)
        await at_store.end_session(ended.user)
        await at_store.aclose()
        assert await ended.is_let_go() == 4004
        with pytest.raises(CutOff):
            await ended.come(b)

        with store.client() as client:
            client.pexpire(f"S:{{{expired.user}}}", 1)
        await expired.send(Bye())
        await expired.is_let_go()
        with store.client() as client:
            client.delete(f"S:{{{expired.user}}}")
        with pytest.raises(CutOff):
            await expired.come(a)
        assert await expired.is_let_go() == 4004
