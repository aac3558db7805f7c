"""People are sent to other servers table by table, as fast as those take them in."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager

from protocol.codes import CloseCode
from protocol.to_client import GoAway, Pong, Snapshot
from protocol.to_server import Ping, Resync, Sit
from server.background import cancelled
from server.door.departures import Departures
from tests.server.door.visitors import House, Visitor, house
from tests.support.fakes import settled

LONG_MS = 3_600_000
LOOK_MS = 50
MISSED_MS = 3_000


@asynccontextmanager
async def leaving(
    doors: House, within_ms: int = LONG_MS
) -> AsyncIterator[asyncio.Task[None]]:
    """The people of the first node are sent to the second one, which has its doors open.

    Args:
        doors: The two nodes.
        within_ms: How long that may take.
    """
    await beat(doors, 1)
    departures = Departures(doors.services[0], within_ms)
    running = asyncio.create_task(departures.run())
    await settled()
    yield running
    await cancelled(running)


async def beat(doors: House, node: int) -> None:
    """A sign of life that holds for as long as the test takes."""
    await doors.world.store.beat(f"node{node}", b"", keep_ms=LONG_MS, gap_ms=LONG_MS)


async def sent(people: Iterable[Visitor]) -> list[str]:
    """Who of these was told to leave, in their order."""
    found = []
    for one in people:
        await one.hear()
        found += [one.name for message in one.told if isinstance(message, GoAway)]
    return found


async def two_tables(doors: House) -> dict[str, list[Visitor]]:
    """The people of two tables, by table."""
    tables = {}
    for names in (("Ada", "Bob"), ("Cid", "Dan")):
        first, second = [await doors.enter(name) for name in names]
        table = await doors.opened(first)
        await second.ask(Sit, table=table)
        tables[table] = [first, second]
    return tables


async def parted(
    tables: Mapping[str, list[Visitor]],
) -> tuple[list[Visitor], list[Visitor]]:
    """The people of the one table that was told to leave, and those of the other one."""
    told = {table: await sent(people) for table, people in tables.items()}
    gone, stays = sorted(tables, key=lambda table: not told[table])
    assert told[gone] == [one.name for one in tables[gone]]
    assert told[stays] == []
    return tables[gone], tables[stays]


async def test_those_at_one_table_are_told_at_the_same_moment_to_come_at_once() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors):
            gone, _ = await parted(tables)

        assert [one.last(GoAway).retry_ms for one in gone] == [0, 0]
        assert [one.ended for one in gone] == [CloseCode.RESTART] * 2


async def test_table_whose_turn_has_not_come_is_served() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors):
            await doors.world.clock.advance(MISSED_MS - LOOK_MS)
            _, staying = await parted(tables)
            (pong,) = await staying[0].send(Ping(t=1))
            (table,) = [one for one, people in tables.items() if people == staying]
            (whole,) = await staying[1].send(Resync(table=table))

        assert isinstance(pong, Pong)
        assert isinstance(whole, Snapshot)


async def test_the_next_table_goes_when_people_have_come_in_elsewhere() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors) as running:
            gone, staying = await parted(tables)
            await doors.back(gone[0], node=1)
            await doors.world.clock.advance(2 * LOOK_MS)
            assert await sent(staying) == []
            await doors.back(gone[1], node=1)
            await doors.world.clock.advance(2 * LOOK_MS)
            assert len(await sent(staying)) == 2
            assert running.done()


async def test_so_many_go_at_once_as_the_settings_say() -> None:
    async with house(2, drain_at_once=3) as doors:
        people = [await doors.enter(str(number)) for number in range(5)]

        async with leaving(doors):
            assert len(await sent(people)) == 3


async def test_whoever_comes_in_nowhere_is_not_waited_for() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors):
            await doors.world.clock.advance(MISSED_MS - LOOK_MS)
            _, staying = await parted(tables)
            await doors.world.clock.advance(2 * LOOK_MS)
            assert len(await sent(staying)) == 2


async def test_all_are_told_in_time_however_slow_the_others_are() -> None:
    async with house(2, drain_at_once=1) as doors:
        people = [await doors.enter(str(number)) for number in range(10)]
        within_ms = 1_000

        async with leaving(doors, within_ms) as running:
            await doors.world.clock.advance(within_ms // 2)
            assert len(await sent(people)) in {5, 6}
            await doors.world.clock.advance(within_ms // 2)
            assert len(await sent(people)) == 10
            assert running.done()


async def test_nobody_is_told_where_no_other_server_is() -> None:
    async with house(2, drain_at_once=1) as doors:
        ada = await doors.enter()
        await beat(doors, 0)

        await Departures(doors.services[0], LONG_MS).run()

        assert await sent([ada]) == []


async def test_it_ends_when_the_last_other_server_is_about_to_end() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors) as running:
            await doors.services[1].pulse.leave()
            await doors.world.clock.advance(LOOK_MS)
            assert running.done()

        await parted(tables)


async def test_while_the_store_is_away_people_stay() -> None:
    async with house(2, drain_at_once=1) as doors:
        tables = await two_tables(doors)

        async with leaving(doors) as running:
            doors.world.store.is_away = True
            await doors.world.clock.advance(2 * MISSED_MS)
            assert not running.done()
            gone, staying = await parted(tables)
            doors.world.store.is_away = False
            for one in gone:
                await doors.back(one, node=1)
            await doors.world.clock.advance(LOOK_MS)
            assert len(await sent(staying)) == 2


async def test_who_has_gone_or_said_nothing_yet_is_not_waited_for() -> None:
    async with house(2, drain_at_once=1) as doors:
        strangers = [doors.knock(name="one"), doors.knock(name="two")]
        people = [await doors.enter(str(number)) for number in range(3)]
        await beat(doors, 1)
        departures = Departures(doors.services[0], LONG_MS)
        for one in people:
            await one.cut()
        running = asyncio.create_task(departures.run())
        await settled()

        assert await sent(strangers) == ["one", "two"]
        await doors.world.clock.advance(LOOK_MS)
        assert running.done()
