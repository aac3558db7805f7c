"""Servers and stores that die in the middle of a deal: nothing is lost, nothing twice."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.server.processes import server
from tests.support.redis_processes import until
from tests.system.history import check, store_url, stored_history
from tests.system.people import Person, people, played, seated
from tests.system.watched import watched

SOONER = ("C3", "C6")
LATER = ("C0", "C1", "C2", "C7", "C8", "C9", "C10")


async def test_server_that_is_killed_goes_on_where_it_was() -> None:
    # T-B08, T-E: twice in one deal, by the clock of the game and not of the machine.
    async with watched() as one:

        async def before_move(person: Person) -> None:
            if (person.name, person.moves) in {("ada", 4), ("bea", 9)}:
                one.kill()

        async with people(ada=one.url, bea=one.url) as group:
            table = await seated(group)

            ends = await played(group, table, before_move)

            check(await stored_history(store_url(one.current), table), group, ends)
        assert one.codes == [-signal.SIGKILL] * 2
        assert all(person.online > 1 for person in group)


@pytest.mark.long
async def test_server_that_dies_and_dies_again_while_it_starts_recovers() -> None:
    # T-E15
    async with watched() as one:

        async def before_move(person: Person) -> None:
            if person.moves == 5:
                for deaths in range(1, 4):
                    one.kill()
                    while len(one.codes) < deaths:  # noqa: ASYNC110 - other process
                        await asyncio.sleep(0.01)

        async with people(ada=one.url) as group:
            table = await seated(group)

            ends = await played(group, table, before_move)

            check(await stored_history(store_url(one.current), table), group, ends)
        assert len(one.codes) == 3


@pytest.mark.parametrize(
    "point", [*SOONER, *(pytest.param(p, marks=pytest.mark.long) for p in LATER)]
)
async def test_command_counts_once_wherever_the_server_dies(point: str) -> None:
    # T-E01 to T-E08, P1, P3
    async with watched(TAROCCO_KILL_AT=f"{point}:12") as one:
        async with people(ada=one.url, bea=one.url) as group:
            table = await seated(group)

            ends = await played(group, table)

            check(await stored_history(store_url(one.current), table), group, ends)
        assert one.codes == [-signal.SIGKILL]


async def test_store_that_is_killed_is_back_and_has_lost_nothing() -> None:
    # T-F01
    with server() as running:
        await asyncio.to_thread(running.await_ready)
        store = running.folder / "state" / "store"
        killed: list[int] = []

        async def before_move(person: Person) -> None:
            if person.moves in {3, 8}:
                killed.append(await asyncio.to_thread(kill_store, store, killed))

        async with people(ada=running.url, bea=running.url) as group:
            table = await seated(group)

            ends = await played(group, table, before_move)

            check(await stored_history(store_url(running), table), group, ends)
        assert len(set(killed)) >= 2
        assert running.process.poll() is None
        assert running.logged("the store is back") or not running.logged(
            "the store does not answer"
        )


def kill_store(folder: Path, killed: list[int]) -> int:
    """Kill the store's process, a new one each time."""
    note = folder / "store.pid"

    def pid() -> int:
        try:
            return int(note.read_text("ascii"))
        except (OSError, ValueError):
            return 0

    until(lambda: pid() not in {0, *killed}, "the store's process")
    found = pid()
    os.kill(found, signal.SIGKILL)
    return found
