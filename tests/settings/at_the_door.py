"""Settings that the door reads for each connection and message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codes import CloseCode
from protocol.options import Options
from protocol.to_client import Ok, Pong, Refused, Welcome
from protocol.to_server import Create, Ping, Quick, Resync, Sit
from server.door.roll_call import RollCall
from tests.server.door.visitors import codes, house
from tests.settings.reach import Given, reaches

if TYPE_CHECKING:
    from tests.server.door.visitors import House, Visitor

BAD = b"\xc1"


async def pongs_until_refused(visitor: Visitor) -> int:
    """How many pings are answered until one is too many."""
    for count in range(200):
        (heard,) = await visitor.send(Ping(t=1))
        if not isinstance(heard, Pong):
            assert codes([heard]) == ["E_RATE"]
            return count
    msg = "none was too many"
    raise AssertionError(msg)


@reaches("messages_per_s", "messages_burst")
async def messages_are_as_many_as_may_be(_given: Given) -> None:
    async with house(messages_per_s=3, messages_burst=7) as doors:
        ada = await doors.enter()
        at_once = await pongs_until_refused(ada)
        await doors.world.clock.advance(1_000)
        a_second = await pongs_until_refused(ada)

    assert (at_once, a_second) == (7 - 1, 3)  # the hello was one of them
    assert ada.last(Welcome).limits.messages_per_s == 3
    assert ada.last(Welcome).limits.burst == 7


@reaches("bytes_per_s")
async def bytes_are_as_many_as_may_be(_given: Given) -> None:
    async with house(bytes_per_s=100, messages_burst=1_000) as doors:
        ada = await doors.enter()
        await doors.world.clock.advance(60_000)
        size = len(b"\x82\xa2op\xa4ping\xa1t\x01")

        assert await pongs_until_refused(ada) == 200 // size


@reaches("invalid_messages")
async def messages_without_sense_are_as_many_as_may_be(_given: Given) -> None:
    async with house(invalid_messages=2) as doors:
        ada = await doors.enter()
        await ada.send_bytes(BAD)
        assert ada.ended is None
        await ada.send_bytes(BAD)

        assert ada.ended is CloseCode.BAD_MESSAGE


@reaches("invalid_within_s")
async def messages_without_sense_are_remembered_for_so_long(_given: Given) -> None:
    async with house(invalid_messages=2, invalid_within_s=100) as doors:
        ada = await doors.enter()
        await ada.send_bytes(BAD)
        await doors.world.clock.advance(101_000)
        await ada.send_bytes(BAD)
        assert ada.ended is None
        await doors.world.clock.advance(99_000)
        await ada.send_bytes(BAD)

        assert ada.ended is CloseCode.BAD_MESSAGE


@reaches("outbox_messages", "outbox_bytes")
async def what_waits_is_as_much_as_may_be(_given: Given) -> None:
    async with house(outbox_messages=3, outbox_bytes=1_000) as doors:
        many, much = doors.knock().connection.outbox, doors.knock().connection.outbox
        for outbox, size in ((many, 1), (much, 400)):
            for _ in range(2):
                outbox.tell(bytes(size))
        assert not many._behind
        assert not much._behind
        many.tell(bytes(1))
        assert not many._behind

        many.tell(bytes(1))
        much.tell(bytes(400))

        assert many._behind
        assert much._behind


@reaches("session_check_s")
async def sessions_are_looked_at_as_often_as_wanted(given: Given) -> None:
    waits: list[int] = []

    class Stopped(Exception):  # noqa: N818 - ends what never ends
        pass

    async def sleep_ms(wait_ms: int) -> None:
        waits.append(wait_ms)
        raise Stopped

    async with house(session_check_s=77) as doors:
        (service,) = doors.services
        given.patch.setattr(service.clock, "sleep_ms", sleep_ms)
        try:
            await RollCall(service).run()
        except Stopped:
            given.patch.undo()

    assert waits == [77_000]


@reaches("tables_per_minute")
async def tables_are_opened_as_often_as_may_be(_given: Given) -> None:
    async with house(tables_per_minute=2) as doors:
        ada = await doors.enter()
        answers = [await ada.ask(Create, options=Options()) for _ in range(3)]

    assert [one.op for one in answers] == ["ok", "ok", "refused"]
    assert codes([answers[-1]]) == ["E_RATE"]


@reaches("max_seats_per_user")
async def seats_are_as_many_as_may_be(_given: Given) -> None:
    async with house(max_seats_per_user=1) as doors:
        ada = await doors.enter()
        await doors.opened(ada)
        other = await ada.ask(Create, options=Options())
        assert isinstance(other, Ok)
        refused = await ada.ask(Sit, table=other.table)

    assert isinstance(refused, Refused)
    assert refused.code == "E_TOO_MANY_TABLES"


@reaches("max_onlookers")
async def onlookers_are_as_many_as_may_be(_given: Given) -> None:
    async with house(max_onlookers=1) as doors:
        table = await doors.opened(await doors.enter("Ada"))
        seen = []
        for name in ("Bob", "Cid"):
            onlooker = await doors.enter(name)
            heard = await onlooker.send(Resync(table=table))
            seen.append([one.op for one in heard])

    assert seen[0][0] == "snapshot"
    assert seen[1] == ["error"]


@reaches(
    "table.fill_ms",
    "table.turn_ms",
    "table.bank_ms",
    "table.lag_budget_ms",
    "table.grace_ms",
    "table.reserved_ms",
)
async def tables_treat_people_as_the_host_wants(_given: Given) -> None:
    table = {
        "fill_ms": 1_001,
        "turn_ms": 1_002,
        "bank_ms": 1_003,
        "lag_budget_ms": 1_004,
        "grace_ms": 1_005,
        "reserved_ms": 1_006,
    }
    async with house(table=table) as doors:
        ada = await doors.enter()
        found = await ada.ask(Quick, options=Options(people=2))
        assert isinstance(found, Ok)
        options = await options_of(doors, found.table or "")

    assert {name: getattr(options, name) for name in table} == table
    assert ada.last(Welcome).limits.grace_ms == 1_005
    assert ada.last(Welcome).limits.reserved_ms == 1_006


async def options_of(doors: House, table: str) -> object:
    """The options with which a table was opened."""
    (service,) = doors.services
    return (await service.copies.live(table)).position.state.options
