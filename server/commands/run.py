"""Picks the command, and says what is wrong with its words.

    tarocco-server [serve] …   runs a server; the word may be left out
    tarocco-server config …    prints the settings in force, and where each comes from
    tarocco-server health …    asks a running server whether it is ready
    tarocco-server admin …     looks after the tables of a store
    tarocco-server warmup      compiles what bots that search need
    tarocco-server rehearse …  tries a client on a server that goes wrong on purpose
    tarocco-server --version   which one this is

Exit codes: 0 for success, 1 when the command failed, 2 for wrong words or settings.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from server.commands.exits import EXIT_USE
from server.versions import program_version

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def run(words: Sequence[str]) -> int:
    """Do what the words of a command line say; the exit code."""
    name, rest = "serve", list(words)
    if rest and not rest[0].startswith("-"):
        name, rest = rest[0], rest[1:]
    command = _version if rest == ["--version"] else _COMMANDS.get(name)
    if command is None:
        known = ", ".join(_COMMANDS)
        print(f"There is no command {name!r}; there are {known}.", file=sys.stderr)
        return EXIT_USE
    try:
        code = command(rest)
        sys.stdout.flush()
    except BrokenPipeError:
        _tell_nobody()
        return 0
    return code


def _tell_nobody() -> None:
    """Whoever read along has enough, as `head` has: let the rest go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _version(_words: Sequence[str]) -> int:
    print(f"tarocco-server {program_version()}")
    return 0


# Each command is imported when it is chosen: a server's libraries take their time.


def _serve(words: Sequence[str]) -> int:
    from server.commands.serve import serve_command  # noqa: PLC0415

    return serve_command(words)


def _config(words: Sequence[str]) -> int:
    from server.commands.config import config_command  # noqa: PLC0415

    return config_command(words)


def _health(words: Sequence[str]) -> int:
    from server.commands.health import health_command  # noqa: PLC0415

    return health_command(words)


def _admin(words: Sequence[str]) -> int:
    from server.commands.admin import admin_command  # noqa: PLC0415

    return admin_command(words)


def _warmup(words: Sequence[str]) -> int:
    from server.commands.warmup import warmup_command  # noqa: PLC0415

    return warmup_command(words)


def _rehearse(words: Sequence[str]) -> int:
    from server.commands.rehearse import rehearse_command  # noqa: PLC0415

    return rehearse_command(words)


_COMMANDS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "serve": _serve,
    "config": _config,
    "health": _health,
    "admin": _admin,
    "warmup": _warmup,
    "rehearse": _rehearse,
}
