"""What keys do, by names that a person may give other keys to.

A key has one meaning at a time: while a question is open its answers come first, and a
letter that begins a card begins a line. So two actions may share a key where they are
never wanted together, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


class Action(Enum):
    """Everything that a key can do; the value is its name in the settings."""

    ENTER = "enter"
    CLOSE = "close"
    MARK = "mark"
    DELETE = "delete"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    YES = "yes"
    NO = "no"
    LAST_TRICK = "last_trick"
    POINTS = "points"
    WHY = "why"
    HINT = "hint"
    LOG = "log"
    ORDER = "order"
    RULES = "rules"
    LEAVE = "leave"
    TALK = "say"
    SIGNAL = "signal"
    CLAIM = "claim"
    TAKE_BACK = "take_back"
    CANCEL = "cancel"
    SKIP = "skip"
    EXPLAIN = "explain"
    HELP = "help"

    @property
    def answers(self) -> bool:
        """Whether it answers a question, and does nothing else."""
        return self in {Action.YES, Action.NO}


USUAL: Final[Mapping[Action, tuple[str, ...]]] = MappingProxyType(
    {
        Action.ENTER: ("Enter",),
        Action.CLOSE: ("Esc",),
        Action.MARK: ("Space",),
        Action.DELETE: ("Backspace",),
        Action.LEFT: ("Left",),
        Action.RIGHT: ("Right",),
        Action.UP: ("Up",),
        Action.DOWN: ("Down",),
        Action.YES: ("y",),
        Action.NO: ("n",),
        Action.LAST_TRICK: ("t",),
        Action.POINTS: ("p",),
        Action.WHY: ("w",),
        Action.HINT: ("i",),
        Action.LOG: ("h",),
        Action.ORDER: ("o",),
        Action.RULES: ("r",),
        Action.LEAVE: ("q",),
        Action.TALK: ("y",),
        Action.SIGNAL: ("g",),
        Action.CLAIM: ("k",),
        Action.TAKE_BACK: ("z",),
        Action.CANCEL: ("x",),
        Action.SKIP: ("n",),
        Action.EXPLAIN: ("e",),
        Action.HELP: ("?",),
    }
)
"""The keys of somebody who has settled nothing; the first of each is shown."""

NAMED_KEYS: Final = (
    "Enter",
    "Esc",
    "Space",
    "Backspace",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Insert",
    "Delete",
    *(f"F{number}" for number in range(1, 13)),
)
"""The keys that are no single letter."""

CARD_LETTERS: Final = frozenset("sbcdaml0123456789")
"""With these a card begins, so that no key may take them."""


@dataclass(frozen=True, slots=True)
class Keymap:
    """Which key does what, for one person."""

    keys: Mapping[Action, tuple[str, ...]] = field(default_factory=lambda: USUAL)

    def with_keys(self, changed: Mapping[Action, tuple[str, ...]]) -> Keymap:
        """The same with other keys for some actions."""
        return Keymap(MappingProxyType({**self.keys, **changed}))

    def shown(self, action: Action) -> str:
        """The key to press for an action, as it is written on the screen."""
        return self.keys[action][0]

    def action(self, key: str, *, answering: bool = False) -> Action | None:
        """What a key does; None for a key without a meaning.

        Args:
            key: A letter, or one of `NAMED_KEYS`.
            answering: Whether a question is open, so that its answers come first.
        """
        wanted = [each for each in Action if key in self.keys[each]]
        answers = [each for each in wanted if each.answers]
        others = [each for each in wanted if not each.answers]
        found = answers + others if answering else others
        return found[0] if found else None

    def clash(self) -> tuple[str, Action, Action] | None:
        """A key with two actions that are wanted at the same time, and these."""
        for first, second in _pairs(Action):
            shared = [key for key in self.keys[first] if key in self.keys[second]]
            if shared and _wanted_together(first, second):
                return shared[0], first, second
        return None


USUAL_KEYS: Final = Keymap()
"""Which key does what for somebody who has settled nothing."""


def _pairs(actions: Iterable[Action]) -> list[tuple[Action, Action]]:
    listed = list(actions)
    return [
        (first, second)
        for place, first in enumerate(listed)
        for second in listed[place + 1 :]
    ]


_ALWAYS: Final = frozenset({Action.ENTER, Action.CLOSE})


def _wanted_together(first: Action, second: Action) -> bool:
    """An answer is asked for alone: only what closes or enters stands beside it."""
    if first.answers is second.answers:
        return True
    other = second if first.answers else first
    return other in _ALWAYS
