"""The server on this machine that a person plays at without having one.

It is a process of its own that outlives the terminal, one for each user, and ends by
itself some time after the last player has gone. A small file in the state folder says
where it listens. The file may be left over from a server that was killed, so nobody
believes it before something answers there.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from client_cli.exits import Exit, Stopped
from client_cli.folders import made
from client_cli.locks import taken

if TYPE_CHECKING:
    from client_cli.texts import Texts

IDLE_EXIT_S: Final = 600
_FILE: Final = "server.json"
_LOG: Final = "server.log"
_PORT: Final = "server.port"
_MOST_PORT: Final = 65_535
_MOST_BYTES: Final = 4_096
_LOOK_EVERY_S: Final = 0.03
_ANSWER_S: Final = 2.0
_END_S: Final = 8.0
_ROOT: Final = Path(__file__).resolve().parents[2]
"""Where the packages lie, so that the server is the one that belongs to this client."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answers on this machine."""

    url: str
    process: subprocess.Popen[bytes] | None
    """Set if this program has started it."""


async def find_or_start(folder: Path, wait_s: float, texts: Texts) -> LocalServer:
    """The user's server, started if none answers.

    Args:
        folder: The state folder.
        wait_s: How long a new one may take to be ready.
        texts: The language of what goes wrong.

    Raises:
        Stopped: It cannot be started, or is not ready in time.
    """
    url = await running(folder)
    if url is not None:
        return LocalServer(url, None)
    try:
        made(folder)
        async with asyncio.timeout(wait_s):
            return await _start_once(folder, texts)
    except TimeoutError:
        why = texts.say("It was not ready after {seconds} s.", seconds=f"{wait_s:g}")
        raise _not_started(folder, why, texts) from None
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise _not_started(folder, why, texts) from None


async def _start_once(folder: Path, texts: Texts) -> LocalServer:
    """Start a server, or wait for the one that another client is starting."""
    while True:
        with taken(folder / "server.lock") as ours:
            url = await running(folder)
            if url is not None:
                return LocalServer(url, None)
            if ours:
                return await _started(folder, texts)
        await asyncio.sleep(_LOOK_EVERY_S)


async def _started(folder: Path, texts: Texts) -> LocalServer:
    port = _port_to_take_again(folder)
    (folder / _FILE).unlink(missing_ok=True)  # of a server that was killed
    process = _spawn(folder, port)
    try:
        while True:
            url = await running(folder)
            if url is not None:
                _note_port(folder, url)
                return LocalServer(url, process)
            if process.poll() is not None:
                why = _last_words(folder) or texts.say("It ended at once.")
                raise _not_started(folder, why, texts)
            await asyncio.sleep(_LOOK_EVERY_S)
    except asyncio.CancelledError:  # out of time: a server nobody found helps nobody
        process.terminate()
        raise


def _port_to_take_again(folder: Path) -> int:
    """The port of the server before, if it is free; else 0 for any.

    Clients that were at its tables try that address until somebody answers there.
    """
    try:
        port = int((folder / _PORT).read_text("ascii"))
        if 0 < port <= _MOST_PORT:
            socket.create_server(("127.0.0.1", port)).close()
            return port
    except (OSError, ValueError):
        pass  # there was none, or somebody else has it now
    return 0


def _note_port(folder: Path, url: str) -> None:
    with suppress(OSError):  # then the next server just gets another one
        (folder / _PORT).write_text(str(urlsplit(url).port), "ascii")


def _spawn(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start the server as a process that survives this one and its terminal."""
    command = [sys.executable, "-m", "server", "--local", "--port", str(port)]
    command += ["--state-dir", str(folder), "--idle-exit", str(IDLE_EXIT_S)]
    environment = dict(os.environ)
    # A folder called `server` where the person happens to be is not ours.
    environment["PYTHONSAFEPATH"] = "1"
    paths = [str(_ROOT), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    with (folder / _LOG).open("wb") as log:
        if sys.platform == "win32":
            flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                env=environment,
                creationflags=flags,
            )
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )


async def running(folder: Path) -> str | None:
    """The address of the user's server, if something listens there; starts nothing."""
    url = _address_in(folder / _FILE)
    if url is None:
        return None
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(_ANSWER_S):
            _, writer = await asyncio.open_connection(parts.hostname, parts.port)
    except (OSError, TimeoutError):
        return None
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return url


def _address_in(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            url = json.loads(file.read(_MOST_BYTES))["url"]
        parts = urlsplit(url)
        usable = parts.scheme == "ws" and parts.hostname and parts.port
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return str(url) if usable else None


def _last_words(folder: Path) -> str:
    """The last line of the server's log."""
    try:
        lines = (folder / _LOG).read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return lines[-1][:300] if lines else ""


def _not_started(folder: Path, why: str, texts: Texts) -> Stopped:
    log = folder / _LOG
    if log.exists():
        advice = texts.say("Its log: {path}", path=log)
    else:
        advice = texts.say("It keeps its state here: {path}", path=folder)
    return Stopped(
        Exit.UNREACHABLE,
        texts.say("The server on this machine could not be started."),
        why=why,
        advice=advice,
    )


async def end(server: LocalServer) -> None:
    """End the server if this program has started it, and wait until it has ended."""
    if server.process is None:
        return
    server.process.terminate()
    with suppress(TimeoutError):
        async with asyncio.timeout(_END_S):
            # Its end is no event of this loop, which has not started it.
            while server.process.poll() is None:  # noqa: ASYNC110
                await asyncio.sleep(_LOOK_EVERY_S)
