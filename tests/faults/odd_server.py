"""A server that is not quite like the others: of another version, or with odd clocks.

    python -m tests.faults.odd_server

What is odd about it stands in the environment:

- `ODD_WALL_S`: its clock of the day is wrong by so many seconds; SIGUSR1 moves it on by
  an hour, SIGUSR2 back;
- `ODD_STEADY_MS`: its steady clock counts from another moment;
- `ODD_BABBLE`: whoever asks a table for a pause meets a fault whose text holds all the
  secrets of that table;
- `ODD_QUESTIONS`: a file that gets whatever goes into the process of a bot;
- `ODD_PROTOCOL`: the version of the protocol that it speaks, one above that of this
  checkout, which it serves as well, in a dialect that is made up;
- `ODD_SCHEMA`: the schema that it stores, one above the one of this checkout; it brings
  what has the older one up to date;
- `ODD_PAUSES`: whoever asks its tables for a pause meets a fault in their rules;
- `ODD_SCRIPTS`: its scripts have another text, and so another name in the store.
"""

from __future__ import annotations

import hashlib
import os
import signal
import time
from functools import cache
from pathlib import Path
from typing import Any

HOUR_S = 3600.0


def main() -> None:
    """Start it."""
    _set_clocks()
    _set_babble()
    _set_questions()
    _set_protocol()
    _set_schema()
    _set_scripts()
    _set_pauses()
    from server.__main__ import main as server_main  # noqa: PLC0415 - after all that

    server_main()


def _set_clocks() -> None:
    wrong_s = [float(os.environ.get("ODD_WALL_S", "0"))]
    steady_ns = int(os.environ.get("ODD_STEADY_MS", "0")) * 1_000_000
    real_s, real_ns, real_steady_ns = time.time, time.time_ns, time.monotonic_ns
    time.time = lambda: real_s() + wrong_s[0]
    time.time_ns = lambda: real_ns() + round(wrong_s[0] * 1e9)
    time.monotonic_ns = lambda: real_steady_ns() + steady_ns

    def jump(sign: int, _frame: object) -> None:
        wrong_s[0] += HOUR_S if sign == signal.SIGUSR1 else -HOUR_S

    signal.signal(signal.SIGUSR1, jump)
    signal.signal(signal.SIGUSR2, jump)


class BabbleError(Exception):
    """A fault of the server that tells too much."""


def _set_babble() -> None:
    if "ODD_BABBLE" not in os.environ:
        return
    from server.table import asking  # noqa: PLC0415 - only where it is to fail

    def wish_pause(draft: Any, *_given: object, **_more: object) -> None:
        deal = draft.state.deal
        hands = [hand.codes for hand in deal.state.hands]
        secrets = deal.secret, deal.secret.hex(), draft.state.next_secret.hex(), hands
        raise BabbleError(secrets)

    asking.wish_pause = wish_pause


def _set_questions() -> None:
    path = os.environ.get("ODD_QUESTIONS")
    if path is None:
        return
    from server.adapters import bot_processes  # noqa: PLC0415 - only where it is watched

    usual = bot_processes._Worker.ask

    def ask(worker: Any, question: bytes) -> Any:
        with Path(path).open("ab") as file:
            file.write(question)
        return usual(worker, question)

    bot_processes._Worker.ask = ask  # type: ignore[method-assign, assignment]


def _set_protocol() -> None:
    version = os.environ.get("ODD_PROTOCOL")
    if version is not None:
        from protocol import limits  # noqa: PLC0415 - before the server reads it

        older = limits.PROTOCOL_VERSION
        limits.PROTOCOL_VERSION = int(version)  # type: ignore[misc]
        from protocol.versions import DIALECTS  # noqa: PLC0415 - after that
        from tests.support.dialect import SHOUTED  # noqa: PLC0415

        DIALECTS[older] = SHOUTED


def _set_schema() -> None:
    if "ODD_SCHEMA" not in os.environ:
        return
    from server import stored  # noqa: PLC0415 - before others read its number

    older = stored.SCHEMA
    stored._EVENT_STEPS[older] = lambda kind, fields: (kind, fields)
    stored._STATE_STEPS[older] = lambda fields: fields
    stored.SCHEMA = int(os.environ["ODD_SCHEMA"])  # type: ignore[misc]


def _set_scripts() -> None:
    if "ODD_SCRIPTS" not in os.environ:
        return
    from server.adapters import redis_scripts  # noqa: PLC0415 - before others use it

    usual: Any = redis_scripts.script

    @cache
    def odd(name: str) -> redis_scripts.Script:
        text = usual(name).text + "\n-- of another version\n"
        sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
        return redis_scripts.Script(name, text, sha)

    redis_scripts.script = odd


def _set_pauses() -> None:
    if "ODD_PAUSES" not in os.environ:
        return
    from server.table import asking  # noqa: PLC0415 - only where it is to fail

    def wish_pause(*_given: object, **_more: object) -> None:
        raise ZeroDivisionError

    asking.wish_pause = wish_pause


if __name__ == "__main__":
    main()
