"""Stepping through a deal in a terminal: one line typed, one event shown."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from client_cli.offline.history import next_trick
from engine.seats import SEATS

if TYPE_CHECKING:
    from client_cli.offline.history import Happened, Viewpoint
    from client_cli.offline.replay_words import ReplayWords
    from client_cli.texts import Texts

_VIEWPOINTS: Final[tuple[Viewpoint, ...]] = (None, *SEATS)
_DIGITS: Final = 6


class Stepper:
    """Where somebody is in a deal, and from where he looks.

    Args:
        history: What happened.
        words: Says it.
        viewpoint: From where to look at first.
        texts: The language.
    """

    def __init__(
        self,
        history: tuple[Happened, ...],
        words: ReplayWords,
        viewpoint: Viewpoint,
        texts: Texts,
    ) -> None:
        self._history = history
        self._words = words
        self._viewpoint = viewpoint
        self._texts = texts
        self._number = 1

    def lines(self) -> list[str]:
        """The event where one is, and how the deal stands after it."""
        happened = self._history[self._number - 1]
        return [
            self._words.place(happened, self._viewpoint),
            *self._words.event(happened, self._viewpoint),
            *self._words.standing(happened, self._viewpoint),
        ]

    def answer(self, typed: str) -> list[str] | None:
        """What to show after a line was typed; None to end."""
        match typed.strip().lower():
            case "q":
                return None
            case "" | "n":
                self._go_to(self._number + 1)
            case "b":
                self._go_to(self._number - 1)
            case "t":
                self._go_to(next_trick(self._history, self._number))
            case "v":
                place = _VIEWPOINTS.index(self._viewpoint) + 1
                self._viewpoint = _VIEWPOINTS[place % len(_VIEWPOINTS)]
            case word if _is_number(word):
                self._go_to(int(word))
            case _:
                return [self.keys()]
        return self.lines()

    def keys(self) -> str:
        """What may be typed."""
        return self._texts.say(
            "Enter: next. b: back. t: next trick. A number: that event. "
            "v: another viewpoint. q: end."
        )

    def _go_to(self, number: int) -> None:
        self._number = min(max(1, number), len(self._history))


def step_through(stepper: Stepper) -> None:
    """Show, ask and go on, until the person ends it or the input does."""
    print("\n".join([stepper.keys(), *stepper.lines()]), flush=True)
    while True:
        sys.stderr.write("> ")
        sys.stderr.flush()
        typed = sys.stdin.readline()
        shown = stepper.answer(typed) if typed else None
        if shown is None:
            return
        print("\n".join(shown), flush=True)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= _DIGITS
