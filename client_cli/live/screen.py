"""Where lines go in line mode: the game to standard output, the rest to standard error.

Nothing is redrawn and the cursor never moves by itself. The prompt stands at the
beginning of a line of its own; a line that comes while it stands there begins anew.
Whatever a line holds, nothing of it steers the terminal.
"""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING, Final

from client_cli.safe_text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from client_cli.live.standing import Standing
    from protocol.previews import Previewed

_KEPT: Final = 200
"""How many lines can be said again."""


class Screen:
    """Prints lines and remembers the last of them.

    Args:
        prompts: Whether to show a prompt when something is asked.
        quiet: Whether to leave progress out.
        output: Where the game goes.
        errors: Where prompts, progress and complaints go.
    """

    def __init__(
        self,
        *,
        prompts: bool,
        quiet: bool = False,
        output: TextIO | None = None,
        errors: TextIO | None = None,
    ) -> None:
        self._prompts = prompts
        self._quiet = quiet
        self._output = sys.stdout if output is None else output
        self._errors = sys.stderr if errors is None else errors
        self._said: deque[str] = deque(maxlen=_KEPT)
        self._prompt_open = False

    def say(self, lines: Iterable[str]) -> None:
        """Print what belongs to the game."""
        for line in lines:
            self._said.append(line)
            self._print(line, self._output)

    def warn(self, lines: Iterable[str]) -> None:
        """Print what belongs to the game and must not be missed."""
        self.say(lines)

    def talk(self, line: str, *, own: bool) -> None:  # noqa: ARG002 - printed alike
        """Print what somebody says; it belongs to the game."""
        self.say([line])

    def ask_turn(self, lines: Iterable[str]) -> None:
        """Print what is asked of the seat; it belongs to the game."""
        self.say(lines)

    def again(self, number: int) -> None:
        """Print the last lines of the game once more."""
        for line in list(self._said)[-number:]:
            self._print(line, self._output)

    def answer(self, lines: Iterable[str]) -> None:
        """Print what was asked for; it is not remembered as something that happened."""
        for line in lines:
            self._print(line, self._output)

    def invite(self, lines: Iterable[str]) -> None:
        """Print how others come to this table."""
        self.answer(lines)

    def preview(self, answer: Previewed, lines: Iterable[str]) -> None:  # noqa: ARG002 - the lines say it all
        """Print what a discard would leave to declare."""
        self.answer(lines)

    def note(self, line: str) -> None:
        """Print progress, unless the person wants quiet."""
        if not self._quiet:
            self._print(line, self._errors)

    def ask(self, question: str) -> None:
        """Put a question to the person: a prompt, and no part of the game."""
        self._print(question, self._errors)

    def complain(self, lines: Iterable[str]) -> None:
        """Print what was wrong with what the person did."""
        for line in lines:
            self._print(line, self._errors)

    def prompt(self) -> None:
        """Show that a line is expected."""
        if self._prompts and not self._prompt_open:
            self._errors.write("> ")
            self._errors.flush()
            self._prompt_open = True

    def line_came(self) -> None:
        """The person has ended the line that the prompt stands in."""
        self._prompt_open = False

    def look(self, standing: Standing) -> None:
        """Nothing is redrawn: what has changed was said."""

    def _print(self, line: str, stream: TextIO) -> None:
        if self._prompt_open:
            self._errors.write("\n")
            self._errors.flush()
            self._prompt_open = False
        stream.write(printable(line) + "\n")
        stream.flush()
