"""A password asked of the person: typed where nobody reads it, never in an argument."""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from client_cli.live.keyboard import Typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from client_cli.live.parts import Parts


async def asked_password(question: str, parts: Parts) -> str | None:
    """What the person types after the question; None if nothing is typed any more.

    In a pipe it is the next line. Whatever else happens meanwhile is left to others.
    """
    parts.screen.ask(question)
    parts.screen.prompt()
    with _unseen():
        parts.keyboard.ask()
        happening = await parts.happenings.get()
    if isinstance(happening, Typed):
        # The line's own end was not shown either, so that the prompt is still open.
        return happening.line
    parts.happenings.put(happening)
    return None


@contextmanager
def _unseen() -> Iterator[None]:
    """While this lasts, the terminal does not show what is typed."""
    try:
        import termios  # noqa: PLC0415 - not there on Windows
    except ImportError:
        yield
        return
    if sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    silent = list(before)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSANOW, silent)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
