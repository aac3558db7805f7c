"""What a game needs of the mode that it is played in, and the line mode.

A game says, asks and complains; it reads lines. Whether these are printed one below the
other or stand in a full screen, where a key or a click is as good as a typed line, is
no concern of its.
"""

from __future__ import annotations

import asyncio
import io
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol, TextIO, cast

from client_cli.live.keyboard import Keyboard
from client_cli.live.screen import Screen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from contextlib import AbstractAsyncContextManager

    from client_cli.arguments import LiveFlags
    from client_cli.live.happenings import Happenings
    from client_cli.live.standing import Standing
    from protocol.client import Session
    from protocol.previews import Previewed


class Display(Protocol):
    """Where a game puts its words; `client_cli.live.screen.Screen` says how."""

    def say(self, lines: Iterable[str]) -> None:
        """Tell what belongs to the game."""

    def talk(self, line: str, *, own: bool) -> None:
        """Tell what somebody says at the table, oneself or another."""

    def ask_turn(self, lines: Iterable[str]) -> None:
        """Tell what is asked of the seat."""

    def again(self, number: int) -> None:
        """Tell the last lines once more."""

    def answer(self, lines: Iterable[str]) -> None:
        """Answer what the person has asked."""

    def invite(self, lines: Iterable[str]) -> None:
        """Tell how others come to this table."""

    def preview(self, answer: Previewed, lines: Iterable[str]) -> None:
        """Tell what a discard would leave to declare, as counted and in lines."""

    def note(self, line: str) -> None:
        """Tell progress."""

    def ask(self, question: str) -> None:
        """Put a question, or a line of one, to the person."""

    def warn(self, lines: Iterable[str]) -> None:
        """Show what has happened and must not be missed."""

    def complain(self, lines: Iterable[str]) -> None:
        """Tell what was wrong."""

    def prompt(self) -> None:
        """A line is expected."""

    def line_came(self) -> None:
        """The person has ended a line."""

    def look(self, standing: Standing) -> None:
        """The game has dealt with something, and stands like this."""


class Asker(Protocol):
    """Where lines come from."""

    def ask(self) -> None:
        """The next line is wanted."""


class FrontEnd(Protocol):
    """The mode that a game is played in."""

    @property
    def display(self) -> Display:
        """Where words go."""

    def running(
        self, happenings: Happenings, session: Session
    ) -> AbstractAsyncContextManager[Asker]:
        """Take the person's lines, as long as the context lasts."""

    async def last_look(self) -> None:
        """The game is over: let the person see how, for as long as he likes."""


def is_terminal() -> bool:
    """Whether a person types."""
    return sys.stdin is not None and sys.stdin.isatty()


class _Nowhere(io.TextIOBase):
    """Takes sentences that nobody is to read."""

    def write(self, text: str) -> int:
        """Forget them."""
        return len(text)


class LineMode:
    """Lines in and lines out.

    Args:
        flags: What the command line says.
        silent: Say nothing of the game, as something else speaks on standard output.
    """

    def __init__(self, flags: LiveFlags, *, silent: bool = False) -> None:
        self._flags = flags
        interactive = is_terminal() and not flags.no_input and not flags.autopilot
        output = cast("TextIO", _Nowhere()) if silent else None
        self._screen = Screen(prompts=interactive, quiet=flags.quiet, output=output)

    @property
    def display(self) -> Display:
        """Standard output, and standard error for all but the game."""
        return self._screen

    @asynccontextmanager
    async def running(
        self,
        happenings: Happenings,
        session: Session,  # noqa: ARG002 - lines do not show it
    ) -> AsyncIterator[Asker]:
        """Read standard input, unless nobody is there to type."""
        descriptor = None if sys.stdin is None else sys.stdin.fileno()
        keyboard = Keyboard(descriptor, eager=is_terminal(), deliver=happenings.put)
        if not self._flags.autopilot:
            keyboard.start(asyncio.get_running_loop())
        yield keyboard

    async def last_look(self) -> None:
        """Lines stay where they are."""
