"""`tarocco` alone in a terminal: what there is to do, chosen by a word or its key."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit
from client_cli.flags import FLAGS
from client_cli.folders import state_folder
from client_cli.safe_text import shown
from client_cli.splitting import split
from client_cli.texts import message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from client_cli.texts import Texts

_LONGEST_BYTES: Final = 1_000


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do."""

    key: str
    command: tuple[str, ...]
    """Its verb, which may also be typed, and what always follows."""
    summary: str
    question: str = ""
    """What has to be typed besides; empty for nothing."""
    is_game: bool = False
    """Whether the keyboard belongs to it from then on, so that it ends the program."""


_RESUME: Final = Choice(
    "r", ("resume",), message("return to the table where you still sit"), is_game=True
)
_TABLE: Final = message("Code of the table, or the link to it:")
_CHOICES: Final = (
    Choice("p", ("play",), message("a quick game"), is_game=True),
    Choice(
        "h", ("host",), message("open a table, and invite others to it"), is_game=True
    ),
    Choice(
        "j",
        ("join",),
        message("sit down at the table of a code or an invitation"),
        _TABLE,
        is_game=True,
    ),
    Choice("t", ("tables",), message("the open tables")),
    Choice(
        "w", ("watch",), message("look on at a table: what everybody may know"), _TABLE
    ),
    Choice("s", ("config", "list", "--origin"), message("your settings")),
    Choice("?", ("rules",), message("the rules, by topic or number")),
)


class Home:
    """Shows what there is to do, and does it.

    Args:
        do: Runs a command line; gives its exit code after telling how it ended.
        read: Gives the next line typed; None when there will be none.
        texts: The language.
        words: The flags that the program was started with.
        can_return: Whether there may be a seat to return to.
    """

    def __init__(
        self,
        do: Callable[[Sequence[str]], Exit],
        read: Callable[[], str | None],
        texts: Texts,
        *,
        words: Sequence[str] = (),
        can_return: bool = False,
    ) -> None:
        self._do = do
        self._read = read
        self._texts = texts
        self._given, _ = split(words, texts)
        self._choices = (_RESUME, *_CHOICES) if can_return else _CHOICES

    def run(self) -> Exit:
        """Until a game is over, or the person leaves."""
        print(self._texts.say("Tarocco Bolognese in the terminal."))
        self._show()
        while True:
            typed = self._typed(self._texts.say("What would you like to do?"))
            if typed is None or typed in {"q", "quit"}:
                return Exit.DONE
            choice = self._chosen(typed)
            if choice is None:
                self._say_no_choice(typed)
                continue
            more = self._more(choice)
            if more is None:
                continue
            code = self._do([*choice.command, *more, *self._flags_of(choice)])
            if choice.is_game or code is Exit.INTERRUPTED:
                return code

    def _show(self) -> None:
        for choice in self._choices:
            print(f"  {choice.key}  {choice.command[0]:<8} {self._say(choice)}")
        print(f"  q  {'quit':<8} {self._texts.say('leave')}")

    def _say(self, choice: Choice) -> str:
        return self._texts.say(choice.summary)

    def _chosen(self, typed: str) -> Choice | None:
        """An empty line is the first choice."""
        if not typed:
            return self._choices[0]
        return next(
            (one for one in self._choices if typed in {one.key, one.command[0]}), None
        )

    def _say_no_choice(self, typed: str) -> None:
        line = self._texts.say("There is no {word} here.", word=shown(typed, 40))
        print(line, file=sys.stderr)
        self._show()

    def _more(self, choice: Choice) -> list[str] | None:
        """The word that the choice needs besides; None if the person thinks better."""
        if not choice.question:
            return []
        typed = self._typed(self._texts.say(choice.question))
        return [typed] if typed and not typed.startswith("-") else None

    def _typed(self, question: str) -> str | None:
        sys.stdout.flush()
        print(f"{question}\n> ", end="", file=sys.stderr, flush=True)
        line = self._read()
        return None if line is None else line.strip()

    def _flags_of(self, choice: Choice) -> list[str]:
        """The flags that the program was given, as far as the choice knows them."""
        known = [
            flag
            for flag in FLAGS
            if flag.key in self._given and choice.command[0] in flag.verbs
        ]
        return [
            f"{flag.names[-1]}={self._given[flag.key]}"
            if flag.value
            else flag.names[-1]
            for flag in known
        ]


def line_of_terminal() -> str | None:
    """The next line, and not one letter more: those belong to whoever reads then."""
    try:
        line = os.read(sys.stdin.fileno(), _LONGEST_BYTES)
    except OSError:  # a terminal that has gone away
        return None
    return line.decode("utf-8", "replace") if line else None


def is_at_home(environ: Mapping[str, str]) -> bool:
    """Whether somebody sits before a terminal who can choose."""
    if sys.stdin is None or environ.get("TAROCCO_MODE") == "json":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


def may_have_a_seat() -> bool:
    """Whether a session was kept; the server knows whether there is a seat in it."""
    return any(state_folder().glob("session-*.json"))
