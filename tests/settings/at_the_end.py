"""Settings of how a server ends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from server.door.departures import Departures
from server.drain import drain
from server.outbox import Outbox
from tests.server.door.visitors import house
from tests.settings.reach import Given, built, reaches

if TYPE_CHECKING:
    from websockets.asyncio.server import Server

    from server.door.service import Member, Service


class Highest:
    """Chance that always comes out highest."""

    def fresh(self, count: int) -> bytes:
        """All bits set."""
        return b"\xff" * count


class Stubborn:
    """A connection, its socket and its port: nothing makes it end but being cut off."""

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.table = self.entry = None
        self.told_ms: list[int] = []
        self.transport = self
        self.all_connections = {self}
        self.is_aborted = False

    def restart(self, retry_ms: int) -> None:
        """Hear of the end."""
        self.told_ms.append(retry_ms)

    def close(self, *, close_connections: bool) -> None:
        """Take no new connections."""
        assert not close_connections

    def abort(self) -> None:
        """End all the same."""
        self.is_aborted = True
        self.all_connections.clear()


async def _nothing() -> None:
    """There are no alarms."""


def draining(service: Service, stubborn: Stubborn) -> asyncio.Task[None]:
    """Begin to end a server to which nobody but this one is connected."""
    service.connections.add(cast("Member", stubborn))
    server = cast("Server", stubborn)
    return asyncio.create_task(drain(service, server, Highest(), _nothing))


async def ended(work: asyncio.Task[Any]) -> None:
    """Do not wait for the rest of it."""
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)


@reaches("drain_at_once")
async def as_many_are_on_their_way_as_wanted(_given: Given) -> None:
    async with house(2, drain_at_once=2) as doors:
        people = [await doors.enter(name) for name in ("Ada", "Bob", "Cid")]
        await doors.world.store.beat("node1", b"", keep_ms=60_000, gap_ms=60_000)
        work = asyncio.create_task(Departures(doors.services[0], 3_600_000).run())
        heard = [await person.hear() for person in people]
        await ended(work)

    assert sum(map(len, heard)) == 2


@reaches("drain_notice_s", "drain_spread_ms")
async def people_are_told_after_the_notice(given: Given) -> None:
    parts, here = (
        built(drain_notice_s=300, drain_s=1_000, drain_spread_ms=77),
        Stubborn(),
    )
    move = given.moving_clock()
    work = draining(parts.service, here)
    await move(290)
    assert not here.told_ms

    await move(20)
    await ended(work)

    assert here.told_ms == [77]


@reaches("drain_commands_s")
async def commands_have_their_time_to_end(given: Given) -> None:
    parts, here = built(drain_commands_s=300, drain_s=1_000), Stubborn()
    move = given.moving_clock()
    work = draining(parts.service, here)
    await move(290)
    assert not here.outbox.is_closing

    await move(20)
    await ended(work)

    assert here.outbox.is_closing


@reaches("drain_s")
async def end_comes_in_its_time(given: Given) -> None:
    parts, here = built(drain_s=1_000), Stubborn()
    move = given.moving_clock()
    work = draining(parts.service, here)
    for _ in range(2):
        await move(490)
    assert not here.is_aborted

    await move(30)
    await ended(work)

    assert here.is_aborted
