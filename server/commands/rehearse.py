"""`tarocco-server rehearse`: a server that goes wrong on purpose, to try clients on.

    tarocco-server rehearse --list            the scenes, with a line for each
    tarocco-server rehearse                   all of them, one after the other
    tarocco-server rehearse --scene gap       one of them; may be given again

In each scene the client connects, without a token, sits down at the table that is named,
plays one deal to its end, and goes. Exit code: 0 when it did all right, 1 when not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING, Final

from server.commands.exits import EXIT_FAULT
from server.exposure import is_of_this_machine
from server.logs import set_up_logs
from server.rehearsal.rehearsal import rehearse, stage
from server.rehearsal.scenes import SCENES, SCENES_BY_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from server.rehearsal.scenes import Scene

_TIMEOUT_S: Final = 120.0
_SEED: Final = 1
_PORT: Final = 8063
_LAST_PORT: Final = 65_535
_LONGEST_S: Final = 86_400.0


def rehearse_command(words: Sequence[str]) -> int:
    """Play the scenes with a client; the exit code."""
    given = _parser().parse_args(words)
    if given.list:
        width = max(len(scene.name) for scene in SCENES)
        for scene in SCENES:
            print(f"{scene.name:{width}}  {scene.line}")
        return 0
    scenes = [SCENES_BY_NAME[name] for name in given.scene or SCENES_BY_NAME]
    if not is_of_this_machine(given.host):
        print(
            f"{given.host or 'Every address'} may be open to other machines: whoever "
            "reaches it can play in this rehearsal, in plain text.",
            file=sys.stderr,
        )
    set_up_logs("error")
    try:
        wrong = asyncio.run(_rehearse(scenes, given))
    except OSError as fault:
        print(f"The rehearsal cannot begin: {fault.strerror or fault}", file=sys.stderr)
        return EXIT_FAULT
    except KeyboardInterrupt:
        print("The rehearsal was broken off.", file=sys.stderr)
        return EXIT_FAULT
    return EXIT_FAULT if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tarocco-server rehearse",
        description="Tries a client on a server that goes wrong on purpose.",
        epilog="In each scene: connect without a token, sit down at the table that is "
        "named, play one deal, and go.",
        allow_abbrev=False,
    )
    parser.add_argument("--list", action="store_true", help="name the scenes")
    parser.add_argument(
        "--scene",
        action="append",
        choices=tuple(SCENES_BY_NAME),
        metavar="NAME",
        help="play this one only; may be given more than once",
    )
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1")
    parser.add_argument(
        "--port", type=_port, default=_PORT, help=f"default {_PORT}; 0: a free one"
    )
    parser.add_argument(
        "--seed", type=int, default=_SEED, help="other hands (default 1)"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=_TIMEOUT_S,
        metavar="SECONDS",
        help=f"for each scene (default {_TIMEOUT_S:.0f})",
    )
    return parser


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= _LAST_PORT:
        raise ValueError(text)
    return port


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= _LONGEST_S:
        raise ValueError(text)
    return seconds


async def _rehearse(scenes: Sequence[Scene], given: argparse.Namespace) -> int:
    async with stage(
        given.host, given.port, seed=given.seed, timeout_s=given.timeout
    ) as (its_stage, url):
        _tell(f"Rehearsing at {url} with seed {given.seed}")
        wrong = await rehearse(scenes, its_stage, _tell)
    _tell(f"{len(scenes) - wrong} of {len(scenes)} scenes right")
    return wrong


def _tell(line: str) -> None:
    print(line, flush=True)
