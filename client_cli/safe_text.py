"""Text that other people wrote, made harmless for a terminal.

Names and codes from the network may hold escape sequences, marks that turn the
direction of writing, or characters without a width. What does not print is shown as
its number, so that it can neither steer the terminal nor pass for something else.
"""

from __future__ import annotations

LONGEST = 64
"""Characters that are shown of one foreign text."""


def shown(text: str, longest: int = LONGEST) -> str:
    """The text with everything that does not print as `<U+202E>`; cut when too long.

    >>> shown("a" + chr(27) + "[2J")
    'a<U+001B>[2J'
    """
    return printable(text if len(text) <= longest else text[: longest - 3] + "...")


def printable(text: str) -> str:
    """The text with everything that does not print as its number, at any length."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else f"<U+{ord(letter):04X}>" for letter in text
    )
