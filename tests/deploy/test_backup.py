"""What the manual says about backups: a copy of the store's folder is one."""

import asyncio
import shutil
from pathlib import Path

from protocol.client import Session
from protocol.options import Options
from protocol.to_client import Ok
from protocol.tokens import TokenInMemory
from protocol.updates import Online, Replaced
from tests.deploy.players import QUICKLY
from tests.server.processes import server
from tests.support.redis_processes import scratch

STORE_FILES = ("appendonlydir",)


async def seated(url: str, tokens: TokenInMemory) -> str:
    """A table with a deal that runs."""
    async with Session(
        url, client="test/1", name="Ada", settings=QUICKLY, tokens=tokens
    ) as person:
        opened = await person.create(Options(people=1, pace_ms=5000))
        assert isinstance(opened, Ok)
        assert opened.table is not None
        await person.sit(opened.table)
        async for update in person:
            if isinstance(update, Replaced) and update.known.view.deal is not None:
                break
            known = person.known(opened.table)
            if known is not None and known.view.deal is not None:
                break
        return opened.table


async def seats(url: str, tokens: TokenInMemory) -> list[str]:
    """Where the person sits, on whatever server this is."""
    async with Session(url, client="test/1", settings=QUICKLY, tokens=tokens) as person:
        async for update in person:
            if isinstance(update, Online):
                assert update.same_session
                return [seat.table for seat in update.welcome.seats]
    raise AssertionError("the session ended")


def copied(store: Path, backup: Path) -> None:
    """The commands of the manual, as Python."""
    for name in STORE_FILES:
        shutil.copytree(store / name, backup / "store" / name)


def test_a_copy_of_a_running_store_holds_its_tables() -> None:
    tokens = TokenInMemory()
    with scratch() as folder, scratch() as backup:
        with server(folder=folder) as running:
            running.await_ready()
            table = asyncio.run(seated(running.url, tokens))
            copied(folder / "state" / "store", backup / "state")
            running.end()
        with server(folder=backup) as restored:
            restored.await_ready()

            assert asyncio.run(seats(restored.url, tokens)) == [table]
