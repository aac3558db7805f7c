"""Text that runs from right to left, in terminals that agree on nothing about it.

Some turn such text round themselves, some do it line by line, some join its letters and
leave the words where they are, some do nothing. So nothing is assumed: by default a line
changes its direction once at most, which every terminal shows so that it can be read.
Text keeps its logical order until it is printed, and holds no marks of direction.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import TextIO

RIGHT_TO_LEFT: Final = frozenset({"ar"})
"""The languages that are written from right to left."""
VARIABLE: Final = "TAROCCO_BIDI"
_SENTENCE: Final = r"\s*(?:[0-9]+\.\s+)?.+?(?:[.!?؟](?=\s)|$)"
"""Up to its stop; the number of a list's point belongs to what follows."""


class Bidi(Enum):
    """What is done about the direction of the person's language."""

    NONE = "none"
    """Nothing is to be done: it runs from left to right."""
    AUTO = "auto"
    """Line by line, and each line changes its direction once at most."""
    TERMINAL = "terminal"
    """The terminal turns text round: it is given as it is stored."""
    APP = "app"
    """Letters are joined and put in order here, for a terminal that does neither."""
    OFF = "off"
    """No such letter is printed: English, and codes for cards."""


CHOICES: Final = tuple(each.value for each in Bidi if each is not Bidi.NONE)
"""What a person may choose."""


def bidi_for(
    language: str,
    flag: str | None,
    environ: Mapping[str, str],
    preferred: str | None = None,
    *,
    writable: bool = True,
) -> Bidi:
    """What is done for a language; a choice that is none counts as `auto`.

    Args:
        language: Its code.
        flag: What the command line says.
        environ: The variables; `TAROCCO_BIDI` stands before what is preferred.
        preferred: What the files of settings say.
        writable: Whether the output can hold letters of that language at all.
    """
    if language not in RIGHT_TO_LEFT:
        return Bidi.NONE
    if not writable:
        return Bidi.OFF
    wish = flag or environ.get(VARIABLE) or preferred
    return Bidi(wish) if wish in CHOICES else Bidi.AUTO


def arrangement(bidi: Bidi, stream: TextIO) -> Callable[[str], str] | None:
    """How a text is laid out for a stream before it is printed; None for as it is."""
    if bidi is Bidi.APP and can_order():
        return ordered if stream.isatty() else None
    return with_one_turn if bidi in {Bidi.AUTO, Bidi.APP} else None


# ------------------------------------------------------- one change of direction


def with_one_turn(text: str) -> str:
    r"""The text with its lines broken so that none changes its direction twice.

    Sentences come apart first, then words. Numbers go with what stands before them.

    >>> with_one_turn("SR first. Then MT.")
    'SR first. Then MT.'
    """
    return "\n".join(part for line in text.split("\n") for part in _parts_of(line))


def _parts_of(line: str) -> list[str]:
    if _turns_in(line) <= 1:
        return [line]
    sentences = re.findall(_SENTENCE, line)
    broken = [part for each in sentences for part in _broken(each)]
    return [broken[0], *(part.lstrip() for part in broken[1:])]


def _broken(sentence: str) -> Iterator[str]:
    """The sentence before each word with which it would turn a second time."""
    kept = ""
    for word in re.findall(r"\s*\S+", sentence):
        if kept and _turns_in(kept + word) > 1:
            yield kept
            kept = ""
        kept += word
    yield kept


def _turns_in(text: str) -> int:
    """How often the direction changes between letters."""
    sides = [side for side in map(_side_of, text) if side]
    return sum(before != after for before, after in pairwise(sides))


def _side_of(letter: str) -> str:
    """`L` or `R` for a letter; empty for a digit or a sign, which has no direction."""
    side = unicodedata.bidirectional(letter)
    return {"L": "L", "R": "R", "AL": "R"}.get(side, "")


# ------------------------------------------------------------ ordered by ourselves


def can_order() -> bool:
    """Whether what joins and orders letters is installed, as the extra `ar` has it."""
    from importlib.util import find_spec  # noqa: PLC0415 - wanted for few

    return find_spec("arabic_reshaper") is not None and find_spec("bidi") is not None


def ordered(text: str) -> str:
    """The text as it is to be seen: letters joined, each line in order from the left.

    Blanks at the ends of a line stay where they are, so that columns do.
    """
    return "\n".join(map(_ordered_line, text.split("\n")))


def _ordered_line(line: str) -> str:
    core = line.strip()
    if not any(_side_of(letter) == "R" for letter in core):
        return line
    # Loaded here: only whoever has chosen it has to have them.
    from arabic_reshaper import reshape  # noqa: PLC0415
    from bidi import get_display  # noqa: PLC0415

    start = len(line) - len(line.lstrip())
    return f"{line[:start]}{get_display(reshape(core))}{line[start + len(core) :]}"


def in_cells(text: str) -> str:
    """As `ordered`, and as wide as before: what stands behind keeps its column.

    Two letters that are joined to one leave a cell, which stays blank.
    """
    shown = ordered(text)
    from wcwidth import wcswidth  # noqa: PLC0415 - slow to load, for few

    return shown + " " * max(0, wcswidth(text) - wcswidth(shown))
