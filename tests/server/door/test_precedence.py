"""A connection that comes late to its table does not take the place of a newer one."""

from __future__ import annotations

from protocol.codes import CloseCode
from protocol.to_server import Resync, Sit
from server.door.precedence import Precedence
from server.identity import Entry, Span, Verdict
from server.store_outcomes import StoreUnavailable, Trouble
from tests.server.door.visitors import House, Visitor, house
from tests.support.fakes import settled


async def come_twice(doors: House) -> tuple[str, Visitor, Visitor]:
    """A table, an older connection of its person, and a newer one that looks at it.

    The older one was let in first, and its client has not heard so.
    """
    ada = await doors.enter()
    table = await doors.opened(ada, people=4)
    await ada.cut()
    older = await doors.back(ada, node=0)
    newer = await doors.back(ada, node=1)
    await newer.send(Resync(table=table))
    return table, older, newer


async def arrive_late(older: Visitor, table: str) -> None:
    """Let the table hear of the older connection now, as from a slow node."""
    assert older.connection._tables is not None
    await older.connection._tables.arrive(table)
    await settled()


async def test_newer_connection_stays_when_an_older_one_arrives_late() -> None:
    # Seed 3 of the simulation: the newer one was shown out for good.
    async with house(2) as doors:
        table, older, newer = await come_twice(doors)

        await arrive_late(older, table)
        await older.cut()
        await newer.hear()

        state = (await doors.world.truth(table)).state
        assert newer.ended is None
        assert state.seats[0].connected
        assert newer.known(table).view.seats[0].control == "person"


async def test_connection_that_begins_to_look_after_that_stays_too() -> None:
    async with house(2) as doors:
        ada = await doors.enter()
        table = await doors.opened(ada, people=4)
        await ada.cut()
        older = await doors.back(ada, node=0)
        newer = await doors.back(ada, node=1)
        await arrive_late(older, table)
        await older.cut()
        assert not (await doors.world.truth(table)).state.seats[0].connected

        await newer.send(Resync(table=table))
        await newer.hear()

        assert newer.ended is None
        assert (await doors.world.truth(table)).state.seats[0].connected


async def test_older_connection_ends_when_its_table_tells_it() -> None:
    async with house(2) as doors:
        table, older, newer = await come_twice(doors)
        await older.send(Resync(table=table))
        await arrive_late(newer, table)

        await older.hear()

        assert older.ended is CloseCode.SUPERSEDED
        assert newer.ended is None


async def test_older_connection_that_finds_its_seat_taken_is_shown_out() -> None:
    async with house(2) as doors:
        table, older, newer = await come_twice(doors)

        await older.send(Sit(n=older.number + 1, table=table))
        await newer.hear()

        assert older.ended is CloseCode.SUPERSEDED
        assert newer.ended is None
        assert (await doors.world.truth(table)).state.seats[0].connected


async def test_connection_that_was_shown_out_takes_no_arrival_for_its_own() -> None:
    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        newer = await doors.back(ada)
        assert ada.connection._tables is not None

        await ada.connection._tables.seated(table)
        await ada.cut()

        assert newer.ended is None
        assert (await doors.world.truth(table)).state.seats[0].connected


class Doorkeeper:
    """Says of each session what a test wants."""

    def __init__(self, *says: Verdict | None) -> None:
        self.says = list(says)

    async def verdicts(self, entries: list[Entry]) -> tuple[Verdict, ...]:
        """The next verdict; None stands for a store that is away."""
        assert len(entries) == 1
        said = self.says.pop(0)
        if said is None:
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
        return (said,)


async def test_it_is_the_session_that_decides_who_goes() -> None:
    done: list[str] = []

    async def arrive(table: str) -> None:
        done.append(table)

    keeper = Doorkeeper(None, Verdict.STANDS, Verdict.ENDED, Verdict.OVERTAKEN)
    entry = Entry("ada", "ada", "Ada", bytes(48), is_new=True, span=Span(0))
    precedence = Precedence(keeper, entry, arrive, lambda: done.append("out"))  # type: ignore[arg-type]
    heard = []
    for _ in range(4):
        precedence.doubted("QWERT")
        precedence.doubted("QWERT")  # asked once at a time
        await precedence.aclose()
        await settled()
        heard.append(list(done))

    assert heard == [[], ["QWERT"], ["QWERT"], ["QWERT", "out"]]
