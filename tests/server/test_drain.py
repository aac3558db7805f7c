import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from protocol.codec import encode_to_server
from protocol.to_client import GoAway, Ok, Welcome
from protocol.to_server import Create, Ping
from server.door.connection import Connection
from server.drain import drain
from server.store_outcomes import StoreUnavailable, Trouble
from tests.server.rig import UPGRADE, Rig, end_of, hear, say_hello, serving, until
from tests.support.fakes import SeededChance


async def drained(rig: Rig) -> None:
    async def nothing() -> None:
        """There are no alarms."""

    await drain(rig.service, rig.server, SeededChance(7), nothing)


async def test_where_no_other_server_is_all_are_told_when_to_come_back() -> None:
    async with (
        serving(drain_spread_ms=5000) as rig,
        rig.client() as one,
        rig.client() as other,
    ):
        waits = set()
        for client in (one, other):
            await say_hello(client)

        await drained(rig)

        for client in (one, other):
            told = await hear(client)
            assert isinstance(told, GoAway)
            assert told.code == 1012
            assert 0 <= told.retry_ms <= 5000
            waits.add(told.retry_ms)
            assert await end_of(client) == 1012
        assert len(waits) == 2
        assert not rig.service.connections


async def another_takes_people_in(rig: Rig) -> None:
    """There is another server on the same store, for as long as a test takes."""
    await rig.service.store.beat("other", b"", keep_ms=3_600_000, gap_ms=3_600_000)


async def test_where_another_server_is_people_are_sent_there_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.door.departures._MISSED_MS", 3_600_000)
    told_at_end = []

    async def stop_alarms() -> None:
        told_at_end.append(rig.counts.count("messages_out", "goaway"))

    settings = {"drain_at_once": 1, "drain_s": 3600, "drain_spread_ms": 600_000}
    async with serving(**settings) as rig, rig.client() as one, rig.client() as other:
        await another_takes_people_in(rig)
        tokens = {}
        for client in (one, other):
            welcome = await say_hello(client)
            assert isinstance(welcome, Welcome)
            tokens[client] = welcome.resume

        ending = drain(rig.service, rig.server, SeededChance(7), stop_alarms)
        draining = asyncio.create_task(ending)
        first, second = await in_order_of_their_end(one, other)
        assert "503" in await rig.get("/readyz")
        await second.send(encode_to_server(Ping(t=1)))
        assert (await hear(second)).op == "pong"
        # The first one comes in over another server.
        await rig.service.doorkeeper.enter(None, tokens[first])
        await draining

        for client in (first, second):
            told = await hear(client)
            assert isinstance(told, GoAway)
            assert told.retry_ms == 0
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 1012
    assert told_at_end == [2]


async def in_order_of_their_end(
    one: ClientConnection, other: ClientConnection
) -> tuple[ClientConnection, ClientConnection]:
    """The connection that has ended first, as soon as it has, and the one that stays."""
    ends = {asyncio.create_task(each.wait_closed()): each for each in (one, other)}
    async with asyncio.timeout(20):  # its length means nothing
        (ended,), (waits,) = await asyncio.wait(
            ends, return_when=asyncio.FIRST_COMPLETED
        )
    waits.cancel()
    return ends[ended], ends[waits]


async def test_who_has_said_nothing_yet_is_let_go_too() -> None:
    async with serving() as rig, rig.client() as client:
        await drained(rig)

        assert await end_of(client) == 1012


async def test_nobody_is_taken_in_any_more() -> None:
    async with serving(drain_notice_s=0.2) as rig, rig.client() as client:
        await say_hello(client)
        draining = asyncio.create_task(drained(rig))
        await asyncio.sleep(0)

        assert "503" in await rig.get("/readyz")
        assert "503" in await rig.get("/", *UPGRADE)
        await client.send(encode_to_server(Ping(t=1)))
        assert (await hear(client)).op == "pong"  # the notice is not the end
        await draining


async def test_where_all_go_at_once_alarms_are_left_to_others_before() -> None:
    order: list[str] = []

    async with serving() as rig, rig.client() as client:
        await say_hello(client)

        async def stop_alarms() -> None:
            order.append(f"{len(rig.service.connections)} connected")

        await drain(rig.service, rig.server, SeededChance(7), stop_alarms)

    assert order == ["1 connected"]


async def test_where_the_store_is_away_all_go_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def away(*_given: object, **_named: object) -> None:
        raise StoreUnavailable(Trouble.NO_ANSWER, unknown=True)

    async with serving(drain_at_once=1) as rig, rig.client() as client:
        await say_hello(client)
        await another_takes_people_in(rig)
        monkeypatch.setattr(rig.service.store, "beat", away)

        await drained(rig)

        told = await hear(client)
        assert isinstance(told, GoAway)
        assert told.retry_ms > 0  # as it is drawn where all go together
        assert await end_of(client) == 1012


class SlowOpener:
    """Opens tables when it is told to."""

    def __init__(self, opener: Any) -> None:
        self.opener = opener
        self.take_number = opener.take_number
        self.asked = asyncio.Event()
        self.goes_on = asyncio.Event()

    async def open(self, *arguments: Any) -> Any:
        self.asked.set()
        await self.goes_on.wait()
        return await self.opener.open(*arguments)


@pytest.mark.parametrize("is_alone", [True, False])
async def test_the_command_under_way_is_answered_and_no_other(
    *, is_alone: bool
) -> None:
    async with serving() as rig, rig.client() as client:
        await say_hello(client)
        if not is_alone:
            await another_takes_people_in(rig)
        slow = SlowOpener(rig.service.opener)
        rig.service.opener = slow  # type: ignore[assignment]
        await client.send(encode_to_server(Create(n=1)))
        await client.send(encode_to_server(Create(n=2)))
        await slow.asked.wait()

        draining = asyncio.create_task(drained(rig))
        assert isinstance(await hear(client), GoAway)
        await until(lambda: not rig.server.is_serving())  # all have been told by then
        slow.goes_on.set()

        answer = await hear(client)
        assert isinstance(answer, Ok)
        assert answer.n == 1
        assert await end_of(client) == 1012
        await draining
    assert rig.counts.count("messages_in", "create") == 1


async def test_a_command_that_takes_too_long_is_not_waited_for() -> None:
    async with serving(drain_commands_s=0.05) as rig, rig.client() as client:
        await say_hello(client)
        slow = SlowOpener(rig.service.opener)
        rig.service.opener = slow  # type: ignore[assignment]
        await client.send(encode_to_server(Create(n=1)))
        await slow.asked.wait()

        await drained(rig)

        assert isinstance(await hear(client), GoAway)
        assert await end_of(client) == 1012


async def test_the_end_comes_in_time_even_if_a_connection_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stuck = asyncio.Event()
    end = Connection.aclose

    async def never(connection: Connection) -> None:
        await stuck.wait()
        await end(connection)

    monkeypatch.setattr(Connection, "aclose", never)
    monkeypatch.setattr("server.drain._LAST_S", 0.1)
    async with (
        serving(drain_s=0.3, drain_commands_s=0.05) as rig,
        rig.client() as client,
        asyncio.timeout(20),  # its length means nothing
    ):
        await say_hello(client)

        await drained(rig)

        assert rig.service.connections
        stuck.set()
