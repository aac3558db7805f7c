"""Why a bot has lost a turn, in a line for its author; bounded, and safe to print.

A bot's own objects are named by their class and never asked how they want to be shown:
nothing of a bot runs outside of its thread.
"""

from __future__ import annotations

import reprlib
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from protocol.bots import WrongAnswerError

MOST_TROUBLE: Final = 300
"""Characters that are kept of what a bot's error says."""
_LONGEST: Final = 40
_MOST: Final = 10**20
_PLAIN: Final = (type(None), bool, float)
_TAKEN_APART: Final = (str, list, tuple)


class _Shortly(reprlib.Repr):
    """A value in few characters."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = _LONGEST
        self.maxlevel = 2

    def repr1(self, x: object, level: int) -> str:
        """Plain values as they are, all others by their class."""
        if type(x) in _TAKEN_APART:
            return super().repr1(x, level)
        if type(x) in _PLAIN or (type(x) is int and -_MOST < x < _MOST):
            return repr(x)
        return f"<{type(x).__name__[:_LONGEST]}>"


def kind_of(fault: WrongAnswerError) -> str:
    """What is wrong with an answer, whatever the answer was."""
    return f"{fault.code.value}: {fault}"


def why_wrong(fault: WrongAnswerError, answer: object) -> str:
    """What is wrong with an answer, and the answer itself."""
    named = "" if fault.card is None else f" ({fault.card})"
    shown = _Shortly().repr(answer)
    return f"{fault.code.value}{named}: {fault} The answer was {shown}."


def why_failed(fault: BaseException, bot: object) -> str:
    """What a bot has raised, and where: the deepest line of its own file."""
    return f"{type(fault).__name__}: {fault}"[:MOST_TROUBLE] + _place(fault, bot)


def kind_of_failure(fault: BaseException, bot: object) -> str:
    """What kind of error a bot has raised, and where, whatever the error says."""
    return type(fault).__name__[:MOST_TROUBLE] + _place(fault, bot)


def _place(fault: BaseException, bot: object) -> str:
    """The deepest line of a bot's own file that an error went through."""
    own = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(fault.__traceback__)
        if frame.filename == own
    ]
    if own is None or not lines:
        return ""
    return f" ({Path(own).name}:{lines[-1]})"
