import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from engine.players.levels import can_search
from protocol.codec import decode_to_client, encode_to_server
from protocol.options import Options
from protocol.to_client import Ok, Welcome
from protocol.to_server import Create
from server.adapters.embedded_files import DataDirectory, EmbeddedStoreFailed
from server.adapters.embedded_store import EmbeddedServer
from server.app import _loop_fault, running
from server.settings import Settings
from tests.server.rig import end_of, say_hello
from tests.support.redis_processes import scratch

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch() as path:
        yield path


def settings(folder: Path, **given: Any) -> Settings:
    return Settings(port=0, state_dir=folder, bot_workers=0, **given)


async def test_a_server_serves_and_ends_its_connections(folder: Path) -> None:
    stop = asyncio.Event()
    async with running(settings(folder), stop) as url:
        client = await connect(url, proxy=None)
        assert isinstance(await say_hello(client), Welcome)

    assert await end_of(client) == 1012


async def test_bots_are_warm_when_it_is_there(folder: Path) -> None:
    own = settings(folder).model_copy(update={"bot_workers": 1})

    async with running(own, asyncio.Event()) as url:
        assert url.startswith("ws://127.0.0.1:")


@pytest.mark.timeout(300)  # where nothing is compiled yet, on a busy machine
@pytest.mark.skipif(not can_search(), reason="needs numba")
def test_process_with_the_sockets_loads_no_compiler(folder: Path) -> None:
    # It serves, a bot that searches is warm and has answered, and it plans the next.
    code = """
import asyncio, sys
from pathlib import Path
from engine.players.levels import LEVELS
from server.adapters.bot_processes import BotProcesses
from server.app import running
from server.ports import BotQuestion
from server.settings import Settings
from tests.server.adapters.bot_views import views

async def main():
    own = Settings(port=0, state_dir=Path(sys.argv[1]), bot_workers=1, log_level="error")
    async with running(own, asyncio.Event()):
        bots = BotProcesses(1, answer_s=100)
        await bots.start()
        told = await bots.choose(BotQuestion(views()[9], "hard", bytes(16)))
        await bots.aclose()
        loaded = {"numba", "numpy", "llvmlite"} & set(sys.modules)
        print("told", told.level, loaded)

asyncio.run(main())
"""
    told = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "told hard set()" in told.stdout


async def test_nobody_there_for_long_ends_it(folder: Path) -> None:
    stop = asyncio.Event()
    async with running(settings(folder, idle_exit_s=0.5), stop) as url:
        async with connect(url, proxy=None) as client:
            await say_hello(client)
            assert not stop.is_set()
        async with asyncio.timeout(10):
            await stop.wait()


async def test_a_store_that_is_lost_ends_it_with_the_reason(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = asyncio.Event()

    async def wait_lost(_embedded: EmbeddedServer) -> str:
        await lost.wait()
        return "the disk is full"

    monkeypatch.setattr(EmbeddedServer, "wait_lost", wait_lost)
    stop = asyncio.Event()

    async def served() -> None:
        async with running(settings(folder), stop), asyncio.timeout(10):
            lost.set()
            await stop.wait()

    with pytest.raises(EmbeddedStoreFailed, match="the disk is full"):
        await served()


async def test_full_disk_of_its_store_is_why_it_is_not_ready(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # T-F10
    monkeypatch.setattr(DataDirectory, "why_no_room", lambda _files: "the disk is full")
    stores: list[EmbeddedServer] = []
    start = EmbeddedServer.start

    async def started(store: EmbeddedServer) -> None:
        stores.append(store)
        await start(store)

    monkeypatch.setattr(EmbeddedServer, "start", started)
    async with running(settings(folder), asyncio.Event()) as url, asyncio.timeout(10):
        assert stores[0].pid is not None
        os.kill(stores[0].pid, signal.SIGKILL)
        while "the store is away: the disk is full" not in await readiness(url):
            pass


async def readiness(url: str) -> str:
    """What `/readyz` says."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(b"GET /readyz HTTP/1.1\r\nHost: here\r\n\r\n")
    told = await reader.read()
    writer.close()
    await writer.wait_closed()
    return told.decode()


async def test_it_can_be_ended_while_it_waits_for_its_store(folder: Path) -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().call_later(0.05, stop.set)
    own = settings(folder, redis_url=f"unix://{folder}/none")

    async with asyncio.timeout(10), running(own, stop):
        assert stop.is_set()


def test_what_nobody_handled_is_told_without_its_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    loop = asyncio.new_event_loop()
    _loop_fault(loop, {"message": "future: <Task card SR>", "future": object()})
    loop.close()

    told = capsys.readouterr().out
    assert "nobody handled" in told
    assert "SR" not in told


# --------------------------------------------------------- where no store can be had


@pytest.fixture
def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a program for the embedded store."""
    monkeypatch.setattr("server.adapters.embedded_binary._binary", lambda: None)


@pytest.mark.usefixtures("no_program")
async def test_memory_is_no_store_unless_it_is_accepted_by_name(folder: Path) -> None:
    with pytest.raises(EmbeddedStoreFailed, match=r"allow_dangers \(memory\)"):
        async with running(settings(folder), asyncio.Event()):
            pass


@pytest.mark.usefixtures("no_program")
async def test_memory_that_was_accepted_serves_and_says_so_loudly(folder: Path) -> None:
    own = settings(folder, allow_dangers=["memory"])

    with capture_logs() as logged:
        async with running(own, asyncio.Event()) as url:
            client = await connect(url, proxy=None)
            assert isinstance(await say_hello(client), Welcome)
            await client.send(encode_to_server(Create(n=1, options=Options())))
            message = decode_to_client(await client.recv(decode=False))
            assert isinstance(message, Ok)
            await client.close()

    (warning,) = [one for one in logged if one["event"] == "store setting"]
    assert (warning["log_level"], warning["name"]) == ("warning", "memory")
    assert "everything is lost when the server ends" in warning["message"]


async def test_store_of_its_own_is_used_where_it_can_be_had(folder: Path) -> None:
    own = settings(folder, allow_dangers=["memory"])

    async with running(own, asyncio.Event()):
        assert (folder / "store" / "s").exists()
