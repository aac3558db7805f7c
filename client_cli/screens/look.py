"""How a screen comes out: with colours or without, with lines or with ASCII alone.

Colours are the 16 base colours, so that the person's own theme decides what they are. A
letter always says the same as a colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("─·", "-"),
        "│": "|",
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        "…": ".",
        "↺": "~",
        **dict.fromkeys("↑", "^"),
        **dict.fromkeys("↓", "v"),
        "→": ">",
        "←": "<",
        "▌": "_",
    }
)


@dataclass(frozen=True, slots=True)
class Look:
    """What the terminal is to be shown."""

    colour: bool = True
    ascii: bool = False
    arrange: Callable[[str], str] = str
    """How a text is laid out, where the terminal cannot be left to order letters."""

    def drawn(self, text: str) -> str:
        """The letters that are drawn for a text."""
        return as_ascii(text) if self.ascii else self.arrange(text)


def look_for(environ: Mapping[str, str]) -> Look:
    """The look that the environment asks for: `NO_COLOR`, and what it can write."""
    language = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG")
    written = (language or "UTF-8").upper().replace("-", "")
    return Look(
        colour=not environ.get("NO_COLOR"),
        ascii=not written.endswith("UTF8"),
    )


def as_ascii(text: str) -> str:
    """The text in 7-bit letters: without accents, `?` for what has no likeness."""
    parts = unicodedata.normalize("NFD", text.translate(_ASCII))
    return "".join(
        letter if letter.isascii() else "?"
        for letter in parts
        if not unicodedata.combining(letter)
    )
