"""Stepping through a deal in a terminal: one line typed, one event shown."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.texts import Texts

Viewpoint: TypeAlias = int | None
"""A seat; None for whoever sits nowhere: all that is open."""
_DIGITS: Final = 6


class Story(Protocol):
    """What happened in a deal; events are numbered from 1, the dealing."""

    @property
    def last(self) -> int:
        """The number of the last event."""

    @property
    def viewpoints(self) -> Sequence[Viewpoint]:
        """From where it can be told."""

    def teams(self) -> list[str]:
        """Who plays with whom."""

    def opening(self, viewpoint: Viewpoint) -> list[str]:
        """The hands that were seen as dealt."""

    def event(self, number: int, viewpoint: Viewpoint) -> list[str]:
        """What happened; no line if it may not be told."""

    def moment(self, number: int, viewpoint: Viewpoint) -> list[str]:
        """Which event it is, what happened, and how the deal stood after it."""

    def next_trick(self, number: int) -> int:
        """The number of the next event that ends a trick, or else of the last event."""

    def data(self, last: int, viewpoint: Viewpoint) -> dict[str, object]:
        """The events up to one, as data for JSON and msgpack."""


class Stepper:
    """Where somebody is in a deal, and from where he looks.

    Args:
        story: What happened.
        viewpoint: From where to look at first.
        texts: The language.
        first: The number of the event to begin with.
    """

    def __init__(
        self, story: Story, viewpoint: Viewpoint, texts: Texts, first: int = 1
    ) -> None:
        self._story = story
        self._viewpoint = viewpoint
        self._texts = texts
        self._number = first

    def lines(self) -> list[str]:
        """The event where one is, and how the deal stands after it."""
        return self._story.moment(self._number, self._viewpoint)

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
                self._go_to(self._story.next_trick(self._number))
            case "v":
                viewpoints = self._story.viewpoints
                place = viewpoints.index(self._viewpoint) + 1
                self._viewpoint = viewpoints[place % len(viewpoints)]
            case word if _is_number(word):
                self._go_to(int(word))
            case _:
                return [self.keys()]
        return self.lines()

    def keys(self) -> str:
        """What may be typed."""
        if len(self._story.viewpoints) == 1:
            return self._texts.say(
                "Enter: next. b: back. t: next trick. A number: that event. q: end."
            )
        return self._texts.say(
            "Enter: next. b: back. t: next trick. A number: that event. "
            "v: another viewpoint. q: end."
        )

    def _go_to(self, number: int) -> None:
        self._number = min(max(1, number), self._story.last)


def first_of_trick(story: Story, trick: int) -> int:
    """The number of the event with which a trick begins; the last for one to come."""
    number = 0
    for _ in range(trick - 1):
        number = story.next_trick(number)
    return min(number + 1, story.last)


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
