"""What the manual says about backups: a copy of the store's folder is one."""

import asyncio
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from protocol.client import Session
from protocol.options import Options
from protocol.to_client import Ok
from protocol.tokens import TokenInMemory
from protocol.updates import Online, Replaced
from tests.deploy.guarded import Guarded, guarded
from tests.deploy.manual import MANUAL
from tests.deploy.players import QUICKLY
from tests.server.processes import server
from tests.support.redis_processes import debian_redis, scratch

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


def words_of_the_manual() -> str:
    """What it says about a copy, line by line."""
    blocks = re.findall(r"(?:^    .*\n)+", MANUAL.read_text("utf-8"), re.MULTILINE)
    (words,) = [block for block in blocks if "appendonlydir" in block]
    return str(words)


def backed_up(store: Guarded, tar_ends: int) -> subprocess.CompletedProcess[str]:
    """The words of the manual as a script, with a tar that ends like this."""
    programs = store.folder / "bin"
    programs.mkdir()
    socket, tar = store.options["unixsocket"], shutil.which("tar")
    for name, does in {
        "valkey-cli": f'exec redis-cli -s {socket} "$@"',
        "tar": f'{tar} "$@"; exit {tar_ends}',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    script = (
        words_of_the_manual()
        .replace(" PASSWORD", " KEEPER-PASSWORD")
        .replace(" DATA ", f" {store.folder} ")
    )
    return subprocess.run(
        ["/bin/sh", "-eu", "-c", script],
        cwd=store.folder,
        env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("tar_ends", "is_good"), [(0, True), (1, True), (2, False)])
def test_the_words_about_a_backup_are_a_script(
    tar_ends: int,
    is_good: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    binary = debian_redis()
    if binary is None or shutil.which("redis-cli") is None:
        pytest.skip("redis-server is not installed")
    with guarded(binary) as store, store.client() as client:
        ended = backed_up(store, tar_ends)

        assert (ended.returncode == 0) is is_good, ended.stderr
        # Whatever happens, the store goes on to keep its file short.
        name = "auto-aof-rewrite-percentage"
        assert client.config_get(name) == {name: "100"}
        (archive,) = store.folder.glob("tarocco-*.tar")
        with tarfile.open(archive) as kept:
            assert any(name.endswith(".manifest") for name in kept.getnames())
