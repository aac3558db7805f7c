"""`tarocco doctor`: terminal, language, settings and server, and what to do about them."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from typing import TYPE_CHECKING, Final

from client_cli.bidi import Bidi
from client_cli.diagnosis import (
    ServerFound,
    Surroundings,
    advice_lines,
    server_line,
    surroundings_lines,
)
from client_cli.exits import Exit, Stopped
from client_cli.live.bidi_check import ask_bidi
from client_cli.live.reaching import patience_s
from client_cli.live.visiting import visited
from client_cli.safe_text import shown
from protocol.updates import NoAnswerError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client_cli.arguments import LiveFlags, Request
    from client_cli.preferences import Preferences
    from client_cli.texts import Texts

_PING_S: Final = 5.0
_LOCAL: Final = "127.0.0.1"


def examine(request: Request, preferences: Preferences, texts: Texts) -> Exit:
    """Tell what is found, and in the end what to do."""
    found = surroundings(preferences, texts, os.environ)
    print("\n".join(surroundings_lines(found, texts)), flush=True)
    if found.is_terminal:
        print(texts.say("Bell: it rings now.") + "\a", flush=True)
        if texts.bidi is not Bidi.NONE and sys.stdin is not None and sys.stdin.isatty():
            ask_bidi(preferences.user, texts)
    code, server = Exit.DONE, ServerFound("")
    try:
        server = asyncio.run(_server(request.live, texts))
    except Stopped as end:
        code = end.code
        fault = " ".join(part for part in (end.what, end.why, end.advice) if part)
        server = ServerFound(request.live.server or _LOCAL, fault=fault)
    print(server_line(server, texts))
    print("\n".join(advice_lines(found, server, texts)))
    return code


def surroundings(
    preferences: Preferences, texts: Texts, environ: Mapping[str, str]
) -> Surroundings:
    """What the program was started in."""
    size = shutil.get_terminal_size()
    kind, trouble = environ.get("TERM", ""), preferences.trouble(texts)
    is_terminal = sys.stdout.isatty()
    return Surroundings(
        is_terminal=is_terminal,
        size=(size.columns, size.lines),
        kind=kind,
        has_colours=is_terminal
        and kind not in {"", "dumb"}
        and not environ.get("NO_COLOR"),
        encoding=sys.stdout.encoding or "",
        language=texts.language,
        bidi="" if texts.bidi is Bidi.NONE else texts.bidi.value,
        settings=str(preferences.user),
        settings_fault="" if trouble is None else f"{trouble.what} {trouble.why}",
    )


async def _server(flags: LiveFlags, texts: Texts) -> ServerFound:
    async with visited(flags, texts) as session:
        if session is None:
            return ServerFound("")
        welcome = await session.welcomed(patience_s(flags, _PING_S))
        try:
            took = await session.ping(_PING_S)
        except NoAnswerError:
            raise Stopped(
                Exit.TIMED_OUT,
                texts.say("The server gave no answer in time."),
                why=texts.say("It is node {node}.", node=shown(welcome.node)),
            ) from None
        return ServerFound(flags.server or _LOCAL, welcome.version, took.round_trip_ms)
