"""How the program ends: every exit code, reached by the command as it is typed."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from client_cli.exits import Exit, Stopped
from protocol.to_server import Leave, Resync, Sit
from tests.client_cli.pretend import TABLE, dealt
from tests.client_cli.records import random_record
from tests.protocol.scripted_server import Link, ScriptedServer
from tests.protocol.told import ok, refused

ROOT = Path(__file__).resolve().parents[2]
IN_TIME_S = 50.0
ANSWER_S = "3s"
"""Long enough for a busy machine to let a client in."""


def test_codes_are_those_of_the_manual() -> None:
    assert {code.name: code.value for code in Exit} == {
        "DONE": 0,
        "FAULT": 1,
        "WRONG_USE": 2,
        "UNREACHABLE": 3,
        "REFUSED": 4,
        "NOT_FOUND": 5,
        "PROTOCOL": 6,
        "ILLEGAL_ACTION": 7,
        "TIMED_OUT": 8,
        "INPUT_ENDED": 9,
        "TABLE_CLOSED": 10,
        "BAD_RECORD": 11,
        "HUNG_UP": 129,
        "INTERRUPTED": 130,
        "TERMINATED": 143,
    }


def test_stopped_has_three_parts() -> None:
    end = Stopped(Exit.NOT_FOUND, "It is gone.", why="Lost.", advice="Look.")

    assert (end.code, end.what, end.why, end.advice) == (
        Exit.NOT_FOUND,
        "It is gone.",
        "Lost.",
        "Look.",
    )


# ------------------------------------------------------------------- the command itself


class Command:
    """`tarocco` as somebody types it who has never played before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        places = ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS")
        self._environ = {**os.environ, "LANG": "en"} | dict.fromkeys(
            places, str(folder)
        )
        for name in ("LC_ALL", "LC_MESSAGES", "TAROCCO_LANG", "TAROCCO_SERVER"):
            self._environ.pop(name, None)

    async def start(self, *words: str, out: Path | None = None) -> Any:
        """The process, with pipes; or with its output in a file."""
        with (out or Path(os.devnull)).open("wb") as file:
            return await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "client_cli", *words),
                stdin=asyncio.subprocess.PIPE,
                stdout=file,
                stderr=asyncio.subprocess.PIPE,
                cwd=ROOT,
                env=self._environ,
            )

    async def run(
        self, *words: str, typed: str = "", out: Path | None = None
    ) -> tuple[int, str]:
        """The exit code, and what was complained of."""
        process = await self.start(*words, out=out)
        async with asyncio.timeout(IN_TIME_S):
            _, errors = await process.communicate(typed.encode())
        return process.returncode, errors.decode()

    async def signalled(self, sign: signal.Signals, *words: str) -> tuple[int, str]:
        """The same for a process that gets a signal when it is connected."""
        process = await self.start(*words)
        said = b""
        async with asyncio.timeout(IN_TIME_S):
            while b"Connected" not in said:
                line = await process.stderr.readline()
                assert line, said
                said += line
            process.send_signal(sign)
            errors = await process.stderr.read()
            return await process.wait(), (said + errors).decode()


Scene: TypeAlias = Callable[[Command], Awaitable[tuple[int, str]]]


async def done(command: Command) -> tuple[int, str]:
    return await command.run("explain", "sr", "sq", "sf")


async def fault(command: Command) -> tuple[int, str]:
    return await command.run("cards", out=Path("/dev/full"))


async def wrong_use(command: Command) -> tuple[int, str]:
    return await command.run("play", "--bell", "loud")


async def unreachable(command: Command) -> tuple[int, str]:
    server = ("--server", "127.0.0.1:1", "--timeout", "100ms")
    return await command.run("play", *server)


async def not_found(command: Command) -> tuple[int, str]:
    return await command.run("score", str(command.folder / "none.json"))


async def bad_record(command: Command) -> tuple[int, str]:
    record, path = random_record(1), command.folder / "deal.json"
    record["discards"] = record["tricks"][0][:2]
    path.write_text(json.dumps(record), "utf-8")
    return await command.run("verify", str(path))


async def at_a_server(
    command: Command,
    script: Callable[[Link], Awaitable[None]],
    *words: str,
    **more: Any,
) -> tuple[int, str]:
    """Run a command at a server that plays a script."""
    async with ScriptedServer(script) as server:
        return await command.run(*words, "--server", server.url, **more)


async def asked_for_a_seat(link: Link) -> Sit:
    """Let somebody in who wants to sit down at a table that wants no onlookers."""
    await link.let_in()
    look = await link.hear()
    assert isinstance(look, Resync)
    await link.tell(
        {"op": "error", "code": "E_NOT_ALLOWED", "detail": "no", "table": look.table}
    )
    sit = await link.hear()
    assert isinstance(sit, Sit)
    return sit


async def refused_seat(command: Command, code: str) -> tuple[int, str]:
    async def script(link: Link) -> None:
        sit = await asked_for_a_seat(link)
        await link.tell(refused(sit.n, code))
        await link.hear_the_end()

    return await at_a_server(command, script, "join", TABLE)


async def no_seat_left(command: Command) -> tuple[int, str]:
    return await refused_seat(command, "E_TABLE_FULL")


async def closed(command: Command) -> tuple[int, str]:
    return await refused_seat(command, "E_TABLE_CLOSED")


async def other_version(command: Command) -> tuple[int, str]:
    async def script(link: Link) -> None:
        await link.let_in(version=7)
        await link.hear_the_end()

    return await at_a_server(command, script, "play")


async def silent(link: Link) -> None:
    """Let in, and say no more."""
    await link.let_in()
    await link.hear_the_end()


async def timed_out(command: Command) -> tuple[int, str]:
    return await at_a_server(command, silent, "tables", "--timeout", ANSWER_S)


async def seated(link: Link) -> None:
    """Give a seat at a table where it is the turn of whoever sits there."""
    sit = await asked_for_a_seat(link)
    session, _ = dealt()
    snapshot = session.table.snapshot()
    await link.tell(
        ok(sit.n, table=TABLE, version=snapshot.version),
        snapshot.model_dump(mode="python"),
    )
    while True:
        heard = await link.hear()
        if isinstance(heard, Leave):
            await link.tell(ok(heard.n))


async def illegal(command: Command) -> tuple[int, str]:
    words = ("join", TABLE, "--no-input")
    return await at_a_server(command, seated, *words, typed="nonsense\n")


async def input_ended(command: Command) -> tuple[int, str]:
    return await at_a_server(command, seated, "join", TABLE)


async def signalled(command: Command, sign: signal.Signals) -> tuple[int, str]:
    async with ScriptedServer(silent) as server:
        return await command.signalled(sign, "play", "--server", server.url)


async def hung_up(command: Command) -> tuple[int, str]:
    return await signalled(command, signal.SIGHUP)


async def interrupted(command: Command) -> tuple[int, str]:
    return await signalled(command, signal.SIGINT)


async def terminated(command: Command) -> tuple[int, str]:
    return await signalled(command, signal.SIGTERM)


SCENES: dict[Exit, tuple[Scene, str]] = {
    Exit.DONE: (done, ""),
    Exit.FAULT: (fault, "The output cannot be written."),
    Exit.WRONG_USE: (wrong_use, "--bell cannot be loud."),
    Exit.UNREACHABLE: (unreachable, "cannot be reached."),
    Exit.REFUSED: (no_seat_left, "No seat is free at this table."),
    Exit.NOT_FOUND: (not_found, "There is no such file."),
    Exit.PROTOCOL: (other_version, "Client and server do not speak the same version."),
    Exit.ILLEGAL_ACTION: (illegal, "nonsense is neither a word nor a card."),
    Exit.TIMED_OUT: (timed_out, "The server gave no answer in time."),
    Exit.INPUT_ENDED: (input_ended, "Input ended."),
    Exit.TABLE_CLOSED: (closed, "The table is closed."),
    Exit.BAD_RECORD: (bad_record, ""),
    Exit.HUNG_UP: (hung_up, ""),
    Exit.INTERRUPTED: (interrupted, ""),
    Exit.TERMINATED: (terminated, ""),
}
"""How each code comes about, and what is said of it."""


def test_every_code_has_a_scene() -> None:
    assert SCENES.keys() == set(Exit)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("code", Exit)
async def test_the_command_ends_with_every_code(code: Exit, tmp_path: Path) -> None:
    scene, told = SCENES[code]
    came, errors = await scene(Command(tmp_path))

    assert came == code, errors
    assert told in errors
    assert "Traceback" not in errors
