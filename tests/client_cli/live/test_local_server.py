"""Finding and starting a server, with small programs in its place."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.live import local_server
from client_cli.texts import Texts

TEXTS = Texts()
# Stands in for `python -m server`: listens, writes the file, waits for its end.
LISTENS = """
import json, os, pathlib, signal, socket, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--state-dir") + 1])
with open(folder / "starts", "a") as starts:
    starts.write("x")
port = int(sys.argv[sys.argv.index("--port") + 1])
listening = socket.create_server(("127.0.0.1", port))
url = f"ws://127.0.0.1:{listening.getsockname()[1]}"
(folder / "new").write_text(json.dumps({"url": url, "pid": os.getpid()}))
(folder / "new").replace(folder / "server.json")
signal.pause()
"""
FAILS = "import sys; sys.exit('no store here')"
WAITS = "import signal; signal.pause()"


@pytest.fixture(autouse=True, name="program")
def _program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A package `server` that listens; call it to give it another program."""
    package = tmp_path / "root" / "server"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(local_server, "_ROOT", package.parent)

    def write(program: str) -> None:
        (package / "__main__.py").write_text(program)

    write(LISTENS)
    return write


def left_over(tmp_path: Path, content: str) -> None:
    """A file that some server has left."""
    state(tmp_path).mkdir(parents=True)
    (state(tmp_path) / "server.json").write_text(content)


def state(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tarocco"


async def find(tmp_path: Path, wait_s: float = 20.0) -> local_server.LocalServer:
    return await local_server.find_or_start(state(tmp_path), wait_s, TEXTS)


async def test_a_server_is_started_found_again_and_ended(tmp_path: Path) -> None:
    first = await find(tmp_path)
    second = await find(tmp_path)
    assert first.process is not None

    assert second == local_server.LocalServer(first.url, None)
    await local_server.end(second)
    assert first.process.poll() is None
    await local_server.end(first)
    assert first.process.poll() is not None


async def test_two_starts_at_once_make_one_server(tmp_path: Path) -> None:
    found = await asyncio.gather(*(find(tmp_path) for _ in range(3)))

    assert len({server.url for server in found}) == 1
    assert sum(server.process is not None for server in found) == 1
    assert (state(tmp_path) / "starts").read_text() == "x"
    for server in found:
        await local_server.end(server)


async def test_a_server_that_was_killed_is_started_again_where_it_was(
    tmp_path: Path,
) -> None:
    first = await find(tmp_path)
    assert first.process is not None
    first.process.kill()
    first.process.wait()

    second = await find(tmp_path)
    assert second.process is not None
    assert second.url == first.url
    await local_server.end(second)


async def test_a_server_that_was_told_to_end_is_started_again_where_it_was(
    tmp_path: Path,
) -> None:
    first = await find(tmp_path)
    await local_server.end(first)
    (state(tmp_path) / "server.json").unlink()  # as a server does in the end

    second = await find(tmp_path)
    assert second.url == first.url
    await local_server.end(second)


async def test_a_file_that_a_killed_server_has_left_is_not_believed(
    tmp_path: Path,
) -> None:
    gone = {"url": f"ws://127.0.0.1:{free_port()}", "pid": 1}
    left_over(tmp_path, json.dumps(gone))

    server = await find(tmp_path)
    assert server.process is not None
    assert server.url != gone["url"]
    await local_server.end(server)


@pytest.mark.parametrize("text", ["", "x", "-1", "99999999999", "80000"])
async def test_a_port_that_cannot_be_used_is_not_taken(
    text: str, tmp_path: Path
) -> None:
    state(tmp_path).mkdir(parents=True)
    (state(tmp_path) / "server.port").write_text(text)

    server = await find(tmp_path)
    await local_server.end(server)


async def test_a_server_whose_port_is_taken_gets_another_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen: nobody answers there
        port = taken.getsockname()[1]
        state(tmp_path).mkdir(parents=True)
        (state(tmp_path) / "server.port").write_text(str(port))

        server = await find(tmp_path)
        assert not server.url.endswith(f":{port}")
        await local_server.end(server)


def a_server_that_fails(folder: Path) -> Path:
    """A folder that happens to hold a package of the same name."""
    package = folder / "server"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(FAILS)
    return folder


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"url": 1}',
        '{"url": "http://x:1"}',
        '{"url": "ws://"}',
        "[" * 99,
    ],
)
async def test_a_broken_file_is_not_believed(
    content: str, program: Callable[[str], None], tmp_path: Path
) -> None:
    program(FAILS)
    left_over(tmp_path, content)

    with pytest.raises(Stopped):
        await find(tmp_path)


async def test_a_server_that_fails_tells_its_last_words(
    program: Callable[[str], None], tmp_path: Path
) -> None:
    program(FAILS)

    with pytest.raises(Stopped) as stopped:
        await find(tmp_path)
    assert stopped.value.code is Exit.UNREACHABLE
    assert stopped.value.why == "no store here"
    assert str(state(tmp_path) / "server.log") in stopped.value.advice


async def test_a_server_that_fails_without_a_word(
    program: Callable[[str], None], tmp_path: Path
) -> None:
    program("raise SystemExit(3)")

    with pytest.raises(Stopped) as stopped:
        await find(tmp_path)
    assert stopped.value.why == "It ended at once."


async def test_a_server_that_is_never_ready_is_ended(
    program: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(WAITS)
    started: list[subprocess.Popen[bytes]] = []
    spawn = local_server._spawn

    def noted(folder: Path, port: int) -> subprocess.Popen[bytes]:
        started.append(spawn(folder, port))
        return started[-1]

    monkeypatch.setattr(local_server, "_spawn", noted)
    with pytest.raises(Stopped) as stopped:
        await find(tmp_path, wait_s=0.2)

    assert stopped.value.why == "It was not ready after 0.2 s."
    assert started[0].wait(timeout=20) != 0


async def test_a_state_folder_that_cannot_be_made() -> None:
    with pytest.raises(Stopped) as stopped:
        await local_server.find_or_start(Path("/dev/null/x"), 1.0, TEXTS)

    assert stopped.value.code is Exit.UNREACHABLE
    assert stopped.value.advice == "It keeps its state here: /dev/null/x"


async def test_the_server_is_that_of_this_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder called `server` where the person happens to be is not started."""
    monkeypatch.chdir(a_server_that_fails(tmp_path / "elsewhere"))

    server = await find(tmp_path)
    await local_server.end(server)


async def test_an_unreadable_log_says_nothing(
    program: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(FAILS)
    monkeypatch.setattr(local_server, "_LOG", "server.log")
    monkeypatch.setattr(local_server, "_last_words", lambda _: "")

    with pytest.raises(Stopped) as stopped:
        await find(tmp_path)
    assert stopped.value.why == "It ended at once."


def test_the_last_words_of_no_log(tmp_path: Path) -> None:
    assert local_server._last_words(tmp_path) == ""


def test_the_process_has_a_session_of_its_own(tmp_path: Path) -> None:
    state(tmp_path).mkdir(parents=True)
    process = local_server._spawn(state(tmp_path), 0)
    try:
        if sys.platform != "win32":
            assert os.getsid(process.pid) == process.pid
    finally:
        process.kill()
        process.wait()
