"""Which mode a game is played in, decided before anything that draws is loaded.

A flag decides, then the variable `TAROCCO_MODE`, then what there is: the full screen
needs a terminal on both sides that can do more than print, and a window that is not
too small. Arabic is played line by line, unless the person has said how his terminal
treats it.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from client_cli.bidi import Bidi

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client_cli.arguments import Request
    from client_cli.texts import Texts

SMALLEST: Final = (60, 16)
"""Columns and rows of the smallest window for the full screen."""


class Mode(Enum):
    """How a game is shown."""

    LINES = "line by line"
    FULL = "in the full screen"


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the program was started in."""

    is_terminal: bool
    """Whether a person types, and sees what is printed."""
    kind: str
    """The variable `TERM`."""
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Choice:
    """The mode, and what there is to say about it."""

    mode: Mode
    remark: str = ""


def mode_for(
    request: Request, environ: Mapping[str, str], terminal: Terminal, texts: Texts
) -> Choice:
    """The mode for a game, and a remark where it is not the one that was asked for."""
    wish = _wish(request, environ)
    nobody = request.live.autopilot or request.live.no_input
    if wish is Mode.LINES or nobody:
        return Choice(Mode.LINES)
    if not terminal.is_terminal or terminal.kind == "dumb":
        remark = texts.say("Line by line: this is no terminal for the full screen.")
        return Choice(Mode.LINES, remark if wish is Mode.FULL else "")
    if texts.bidi is Bidi.AUTO:
        remark = texts.say(
            "Line by line: for the full screen say how this terminal shows Arabic, "
            "--bidi app or --bidi terminal; {command} finds out.",
            command="tarocco doctor",
        )
        return Choice(Mode.LINES, remark)
    columns, rows = terminal.size
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        return Choice(
            Mode.LINES,
            texts.say(
                "Line by line: the window has {columns}x{rows} cells, the full screen "
                "needs {least}.",
                columns=columns,
                rows=rows,
                least="x".join(map(str, SMALLEST)),
            ),
        )
    return Choice(Mode.FULL)


def _wish(request: Request, environ: Mapping[str, str]) -> Mode | None:
    """What the person asks for; None if he leaves it open."""
    if request.plain:
        return Mode.LINES
    if request.tui:
        return Mode.FULL
    return {"plain": Mode.LINES, "tui": Mode.FULL}.get(environ.get("TAROCCO_MODE", ""))


def terminal_now(environ: Mapping[str, str]) -> Terminal:
    """What this program runs in; nothing is cached, as windows change."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    is_terminal = all(stream is not None and stream.isatty() for stream in streams)
    size = shutil.get_terminal_size((0, 0)) if is_terminal else (0, 0)
    return Terminal(is_terminal, environ.get("TERM", ""), (size[0], size[1]))
