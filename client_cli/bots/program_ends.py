"""How a program has ended, in English, as every reason for a lost turn is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

_TAIL_BYTES: Final = 4_096
_LAST_WORDS: Final = 200


def how_ended(code: int | None, errors: Path, closed: str = "output") -> str:
    """How a program has ended, and what it said last, in English.

    Args:
        code: Its exit code, or the negative number of the signal that ended it; None
            for one that lives on but cannot play.
        errors: The file with its standard error.
        closed: What such a one has closed, its input or its output.
    """
    if code is None:
        how = f"the program has closed its {closed}"
    elif code < 0:
        how = f"the program was ended by signal {-code}"
    else:
        how = f"the program has ended with exit code {code}"
    words = _last_words(errors)
    return f"{how}; its last words: {words}" if words else how


def _last_words(errors: Path) -> str:
    """The last line that a program has written to standard error."""
    try:
        with errors.open("rb") as file:
            file.seek(max(0, errors.stat().st_size - _TAIL_BYTES))
            lines = file.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return ""
    return next((line for line in reversed(lines) if line.strip()), "")[:_LAST_WORDS]
