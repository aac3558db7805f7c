"""What a host may say to tables: no more than their clients can read.

A client refuses a message whose texts are out of the protocol's bounds, and then would
hear nothing at all.
"""

from __future__ import annotations

from typing import Final

from pydantic import TypeAdapter, ValidationError

from protocol.fields import Word, bounded_text
from protocol.limits import TEXT_LENGTH, WORD_LENGTH

_WORD: Final[TypeAdapter[str]] = TypeAdapter(Word)


def why_no_reason(reason: str) -> str | None:
    """Why a table cannot be closed for this reason; None if it can."""
    try:
        _WORD.validate_python(reason)
    except ValidationError:
        return (
            f"A reason is one word of at most {WORD_LENGTH} characters, "
            "of a to z, 0 to 9 and _."
        )
    return None


def why_unsayable(text: str) -> str | None:
    """Why this text cannot be said at tables; None if it can."""
    if not text.strip():
        return "There is nothing to say."
    try:
        bounded_text(text)
    except UnicodeEncodeError:
        return "The text cannot be written as UTF-8."
    except ValueError:
        size = len(text.encode())
        return f"A text has at most {TEXT_LENGTH} bytes as UTF-8; this one has {size}."
    return None
