"""Group G: who reads nothing, goes half, or sends without end is felt by nobody else."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from engine.seats import Seat
from protocol.codec import encode_to_server
from protocol.to_server import Hello, Ping, Resync, Say, Sit, ToServer
from tests.bench.swarm.machine import used_by
from tests.faults.cluster import Cluster, Node, await_count, cluster
from tests.faults.histories import checked
from tests.faults.play import is_settled, people, play_on, seated
from tests.support.redis_processes import until
from tests.system.raw import BINARY, PING, PONG, frame, raw, raw_socket

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from protocol.views import SeatInfo
    from tests.faults.player import Player

EVE = Seat(3)
"""Where Eve sits, who reads nothing."""
UNTAKEN = frame(PING, bytes(125)) * 1_500
"""The answers to these are more than may wait for anybody."""
STALLED_KIB = 128
"""What a client that reads nothing may take: its queue, and what is on its way."""
FLOOD = 1_000
"""Messages at once: more than twice what may be, and not many bytes."""
HELLO = Hello(versions=(1, 1), client="test/1", name="Eve")


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    """A node that soon finds out who takes nothing, and what comes beside it."""
    with cluster(1, stalled_s="2", close_s="0.2", max_onlookers="200") as all_of:
        yield all_of
        all_of.check_clean()


@pytest.fixture
def node(nodes: Cluster) -> Node:
    return nodes.nodes[0]


def sits(table: str) -> Sit:
    """How Eve takes her seat."""
    return Sit(n=1, table=table, seat=EVE)


def said(*messages: ToServer) -> bytes:
    return b"".join(frame(BINARY, encode_to_server(one)) for one in messages)


@asynccontextmanager
async def stalled(
    node: Node, *messages: ToServer, unread: bytes = b""
) -> AsyncIterator[None]:
    """A client that has said this, sends what else it likes, and reads nothing."""
    async with raw_socket(node.running.port, takes_little=True) as one:
        await one.send(said(HELLO, *messages) + unread)
        yield


@asynccontextmanager
async def onlookers(
    node: Node, tables: Sequence[str], count: int
) -> AsyncIterator[None]:
    """So many who look on at these tables, and take nothing of it."""
    async with AsyncExitStack() as stack:
        for number in range(count):
            looks_on = Resync(table=tables[number % len(tables)])
            await stack.enter_async_context(stalled(node, looks_on, unread=UNTAKEN))
        yield


async def counted(node: Node, metric: str, label: str, least: float) -> None:
    """Return once the node has counted so many; others go on meanwhile."""
    await asyncio.to_thread(await_count, node, metric, label, least)


async def is_alone_with(node: Node, others: int) -> None:
    """Return once the node has so many connections and no more."""
    await asyncio.to_thread(
        until, lambda: node.count("connections") == others, "ends of connections"
    )


def seat_of_eve(player: Player, table: str) -> SeatInfo:
    """What a player sees of it."""
    return player.known[table].view.seats[EVE]


# --------------------------------------------------------------------- slow readers


async def test_who_reads_nothing_is_cut_off_and_a_bot_plays(
    nodes: Cluster, node: Node
) -> None:
    """T-G01: the others play on."""
    before = node.count("slow_clients_aborted")
    async with people(node, node, node) as players:
        table = await seated(players, people=4)
        async with stalled(node, sits(table), unread=UNTAKEN):
            await play_on(players, table)

            assert is_settled(players, table)
            await counted(node, "slow_clients_aborted", "", before + 1)
            assert seat_of_eve(players[0], table).control == "bot"
            await checked(nodes.store_url, table, *players)


async def test_who_reads_nothing_at_a_quiet_table_is_found_by_a_ping(
    nodes: Cluster,
) -> None:
    """T-G02: nothing is to be sent, so nothing fails to be taken."""
    node = nodes.add(ping_every_s="0.5", ping_wait_s="2")
    async with people(node) as (ada,):
        table = await seated([ada], people=4)
        async with stalled(node, sits(table)):
            await ada.sees(lambda: seat_of_eve(ada, table).connected)

            await ada.sees(lambda: not seat_of_eve(ada, table).connected)

            await is_alone_with(node, 1)
            assert ada.is_here
            assert node.count("slow_clients_aborted") == 0


async def test_two_hundred_who_read_nothing_take_little_and_are_cut_off(
    nodes: Cluster, node: Node
) -> None:
    """T-G04: a deal is played meanwhile."""
    before, crowd = node.count("slow_clients_aborted"), 200
    async with people(node, node, node, node) as players:
        tables = [await seated(players) for _ in range(3)]
        rss_kib = used_by([node.running.process.pid]).rss_kib
        async with onlookers(node, tables, crowd):
            await play_on(players, tables[0])

            grown_kib = used_by([node.running.process.pid]).rss_kib - rss_kib
            assert is_settled(players, tables[0])
            assert grown_kib < STALLED_KIB * crowd
            await counted(node, "slow_clients_aborted", "", before + crowd)
        await checked(nodes.store_url, tables[0], *players)
    await is_alone_with(node, 0)


async def test_onlookers_who_read_nothing_hold_up_no_table(
    nodes: Cluster, node: Node
) -> None:
    """T-G06"""
    before, crowd = node.count("slow_clients_aborted"), 50
    async with people(node, node, node, node) as players:
        table = await seated(players)
        async with onlookers(node, [table], crowd):
            await play_on(players, table)

            assert is_settled(players, table)
            await counted(node, "slow_clients_aborted", "", before + crowd)
        await checked(nodes.store_url, table, *players)


# ------------------------------------------------------------------------ half-closed


@pytest.mark.parametrize("data", [b"", b"GET / HTTP/1.1\r\nHost: h\r\n"])
async def test_half_a_request_is_no_connection(node: Node, data: bytes) -> None:
    """T-G08: the client sends no more, and keeps its socket."""
    async with raw(node.running.port) as one:
        await one.send(data)
        one.writer.write_eof()

        assert await one.rest() == b""


async def test_half_a_connection_is_none_and_is_counted(node: Node) -> None:
    """T-G08"""
    before = node.count("connections_closed", "1006")
    async with people(node) as (ada,):
        table = await seated([ada], people=4)
        async with raw_socket(node.running.port) as one:
            await one.send(said(HELLO, sits(table)))
            await ada.sees(lambda: seat_of_eve(ada, table).connected)
            one.writer.write_eof()

            await one.rest()
            await ada.sees(lambda: not seat_of_eve(ada, table).connected)
            await counted(node, "connections_closed", "1006", before + 1)
            await is_alone_with(node, 1)


# ----------------------------------------------------------------------------- floods


@pytest.fixture(scope="module")
def strict(nodes: Cluster) -> Node:
    """A node where one may send as much as is usual, and a deal is played fast."""
    return nodes.add(messages_per_s="100", messages_burst="400", bytes_per_s="32768")


FLOODS = {
    "pings": ([said(Ping(t=1))], 4006),
    "talk": ([said(Say(n=1, table="QF7K2", text="ciao"))], 4006),
    "pings of the library": ([frame(PING)], None),
    "pongs of the library": ([frame(PONG)], None),
    "messages and pings": ([said(Ping(t=1)), frame(PING)], None),
    "big pings": ([frame(PING, bytes(125))], None),
    "no sense": ([frame(BINARY, b"\xc1")], 4001),
}
"""What is sent again and again, and with what code that ends, if with any."""


@pytest.mark.parametrize(("flood", "code"), FLOODS.values(), ids=FLOODS)
async def test_flood_is_ended_and_a_deal_goes_on(
    nodes: Cluster, strict: Node, flood: list[bytes], code: int | None
) -> None:
    """T-G09, T-G10"""
    async with (
        people(strict, strict, strict, strict) as players,
        raw_socket(strict.running.port, hello=encode_to_server(HELLO)) as one,
    ):
        table = await seated(players)
        playing = asyncio.create_task(play_on(players, table))
        await one.send(b"".join(flood) * FLOOD)

        ended = await one.close_code()
        await playing

        assert ended == code
        assert is_settled(players, table)
        await checked(nodes.store_url, table, *players)
