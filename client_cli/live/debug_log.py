"""`--debug-log FILE`: what a game has reacted to, one JSON object a line.

It is for reports of faults, and made to be given away: nothing of it lets anybody in.
Typed lines are counted and not written, for they can be passwords; of messages only
kinds, versions and codes are.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from client_cli.exits import Exit, Stopped
from client_cli.live.happenings import Broke, Done
from client_cli.safe_text import shown
from client_cli.versions import client_version
from protocol.limits import PROTOCOL_VERSION
from protocol.to_client import Refused
from protocol.updates import (
    CaughtUp,
    Changed,
    Ended,
    Gone,
    HintTold,
    Lost,
    Notice,
    Online,
    Replaced,
    Retrying,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from client_cli.live.happenings import Happening, Heard
    from client_cli.texts import Texts

_READABLE_BY_ME: Final = 0o600


@contextmanager
def debug_log(path: str | None, texts: Texts) -> Iterator[Heard | None]:
    """What is to be told each happening, as long as the context lasts; None for no log.

    A log that grows no more, as on a full disk, disturbs no game.

    Raises:
        Stopped: The file cannot be opened.
    """
    if path is None:
        yield None
        return
    try:
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _READABLE_BY_ME
        )
    except OSError as fault:
        raise Stopped(
            Exit.WRONG_USE,
            texts.say("{path} cannot be written.", path=shown(path, 200)),
            why=fault.strerror or str(fault),
            advice=texts.say("Name another file for the log."),
        ) from None

    def write(kind: str, **facts: object) -> None:
        line = {"at": datetime.now(UTC).isoformat(), "kind": kind, **facts}
        with suppress(OSError):
            os.write(descriptor, (json.dumps(line, default=str) + "\n").encode())

    try:
        write(
            "start",
            client=client_version(),
            protocol=PROTOCOL_VERSION,
            python=sys.version.split()[0],
            system=sys.platform,
        )
        yield lambda happening: write(type(happening).__name__, **facts_of(happening))
    finally:
        os.close(descriptor)


def facts_of(happening: Happening) -> dict[str, Any]:
    """What may be written of a happening."""
    match happening:
        case Changed(message=message, known=known):
            items = [item.kind for item in message.items]
            return {**_place(known.view.table, known.mark.version), "items": items}
        case Replaced(message=message, known=known):
            reason = message.reason
            return {**_place(known.view.table, known.mark.version), "reason": reason}
        case CaughtUp(table=table, count=count):
            return {"table": table, "count": count}
        case Gone(table=table, code=code):
            return {"table": table, "code": code}
        case HintTold(message=message):
            return {**_place(message.table, message.version), "code": message.code}
        case Done(order=order, outcome=outcome):
            return {
                "aim": order.aim.name,
                "outcome": type(outcome).__name__,
                "code": outcome.code if isinstance(outcome, Refused) else None,
            }
        case Broke(fault=fault):
            return {"fault": repr(fault)}
        case _:
            return _facts_of_connection(happening)


def _facts_of_connection(happening: Happening) -> dict[str, Any]:
    match happening:
        case Online(welcome=welcome, away_ms=away_ms, same_session=same):
            return {"node": welcome.node, "away_ms": away_ms, "same_session": same}
        case Lost(code=code, why=why):
            return {"code": code, "why": why}
        case Retrying(attempt=attempt, in_ms=in_ms, why=why):
            return {"attempt": attempt, "in_ms": in_ms, "why": why}
        case Notice(message=message):
            code = getattr(message, "code", None)
            return {"message": type(message).__name__, "code": code}
        case Ended(reason=reason, code=code, why=why, error=error):
            return {"reason": reason.name, "code": code, "why": why, "error": error}
        case _:
            return {}


def _place(table: str, version: int) -> dict[str, Any]:
    return {"table": table, "version": version}
