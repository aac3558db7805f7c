"""Names that nobody may have, since they would be taken for something else (H59)."""

from __future__ import annotations

import unicodedata
from typing import Final

_RESERVED: Final = frozenset(
    {
        *("you", "north", "south", "east", "west", "server", "system", "admin", "host"),
        *("tu", "voi", "nord", "sud", "est", "ovest", "sistema"),
    }
)
"""In the languages in which clients speak, without marks and in small letters."""


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for a seat, a bot or the server."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    word = "".join(letter for letter in folded if letter.isalnum())
    return word in _RESERVED or word.startswith("bot")
