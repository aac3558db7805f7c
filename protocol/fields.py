"""The types of single fields, and what a name may look like.

Arrays become tuples of a bounded length, and reading one stops at its first fault, so
that no message can be made to cost more than it is long. Every array type is marked
`strict=False` itself, since a strict tuple would not take the list that msgpack gives;
its entries stay strict.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, Field, WithJsonSchema

from engine.cards import CARD_CODES
from engine.seats import Seat, Team
from protocol import limits

_CODES: Final = frozenset(CARD_CODES)
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_MARKS_IN_A_ROW: Final = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff]{3}")


def checked_card_code(code: str) -> str:
    """The code itself, if it is that of a card.

    Raises:
        ValueError: There is no such card.
    """
    if code not in _CODES:
        raise ValueError("no such card")
    return code


def checked_name(name: str) -> str:
    """The name of a person as others may see it, in composed form (NFC).

    Raises:
        ValueError: It is empty or longer than 24 characters, holds something that
            does not print, steers the direction of text or piles up accents, begins
            or ends with a space or has two in a row, or has no letter or digit.
    """
    composed = unicodedata.normalize("NFC", name)
    if not 1 <= len(composed) <= limits.NAME_LENGTH:
        raise ValueError("length")
    if not composed.isprintable() or not _BLANK_LETTERS.isdisjoint(composed):
        raise ValueError("characters")
    if composed != " ".join(composed.split()):
        raise ValueError("spaces")
    if _MARKS_IN_A_ROW.search(composed):
        raise ValueError("accents")
    if not any(letter.isalnum() for letter in composed):
        raise ValueError("no letter")
    return composed


def bounded_text(text: str) -> str:
    """The text itself, if it has at most 512 bytes, whatever its letters take.

    Raises:
        ValueError: It has more, or cannot be written as UTF-8.
    """
    if len(text.encode()) > limits.TEXT_LENGTH:
        raise ValueError("bytes")
    return text


# Cards.
CardCode: TypeAlias = Annotated[
    str,
    AfterValidator(checked_card_code),
    WithJsonSchema({"type": "string", "enum": list(CARD_CODES)}),
]
"""The code of one of the 62 cards."""
CardText: TypeAlias = Annotated[str, Field(max_length=3)]
"""What a client sends as a card: whether there is such a card, the rules decide."""
CardTexts: TypeAlias = Annotated[
    tuple[CardText, ...], Field(strict=False, max_length=17, fail_fast=True)
]
TwoCards: TypeAlias = Annotated[tuple[CardCode, CardCode], Field(strict=False)]
FourCards: TypeAlias = Annotated[
    tuple[CardCode, CardCode, CardCode, CardCode], Field(strict=False)
]
Trick: TypeAlias = Annotated[
    tuple[CardCode, ...], Field(strict=False, max_length=4, fail_fast=True)
]
Hand: TypeAlias = Annotated[
    tuple[CardCode, ...], Field(strict=False, max_length=17, fail_fast=True)
]
Pile: TypeAlias = Annotated[
    tuple[CardCode, ...], Field(strict=False, max_length=62, fail_fast=True)
]

# Seats and counts.
SeatNumber: TypeAlias = Annotated[Seat, Field(ge=0, le=3)]
TeamNumber: TypeAlias = Annotated[Team, Field(ge=0, le=1)]
DealNumber: TypeAlias = Annotated[int, Field(ge=1, le=10_000)]
TrickNumber: TypeAlias = Annotated[int, Field(ge=1, le=15)]
TrickCount: TypeAlias = Annotated[int, Field(ge=0, le=15)]
HandCount: TypeAlias = Annotated[int, Field(ge=0, le=17)]
Points: TypeAlias = Annotated[int, Field(ge=0, le=100_000)]
TwoTrickCounts: TypeAlias = Annotated[
    tuple[TrickCount, TrickCount], Field(strict=False)
]
TwoPoints: TypeAlias = Annotated[tuple[Points, Points], Field(strict=False)]
FourHandCounts: TypeAlias = Annotated[
    tuple[HandCount, HandCount, HandCount, HandCount], Field(strict=False)
]

# Numbers, times, names of things.
CommandNumber: TypeAlias = Annotated[int, Field(ge=1, le=limits.MAX_INT)]
VersionOfTable: TypeAlias = Annotated[int, Field(ge=0, le=limits.MAX_INT)]
Versions: TypeAlias = Annotated[
    tuple[
        Annotated[int, Field(ge=1, le=1_000)],
        Annotated[int, Field(ge=1, le=1_000)],
    ],
    Field(strict=False),
]
"""Lowest and highest version of the protocol that one side speaks."""
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, le=limits.MAX_INT)]
Wait: TypeAlias = Annotated[int, Field(ge=0, le=3_600_000)]
"""Milliseconds from now, at most an hour."""
TableId: TypeAlias = Annotated[
    str, Field(pattern="^[0-9A-Za-z]+$", max_length=limits.TABLE_ID_LENGTH)
]
SessionId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Name: TypeAlias = Annotated[
    str,
    AfterValidator(checked_name),
    WithJsonSchema({"type": "string", "minLength": 1}),
]
"""A name as a client asks for it; see `checked_name`."""
ShownName: TypeAlias = Annotated[str, Field(max_length=64)]
"""A name as a server tells it; a terminal client still escapes it."""
Text: TypeAlias = Annotated[str, AfterValidator(bounded_text)]
"""What somebody has typed."""
LoginToken: TypeAlias = Annotated[
    str, Field(pattern="^[!-~]+$", max_length=limits.LOGIN_LENGTH)
]
"""Visible ASCII, so that every letter is one byte."""
Word: TypeAlias = Annotated[
    str, Field(pattern="^[a-z0-9_]+$", max_length=limits.WORD_LENGTH)
]
"""A word of a list that may grow; clients take an unknown one as "other"."""
CodeWord: TypeAlias = Annotated[
    str, Field(pattern="^E_[A-Z_]+$", max_length=limits.CODE_LENGTH)
]
RuleNumber: TypeAlias = Annotated[str, Field(pattern="^[AR][0-9]{1,2}$")]

# Random bytes.
Epoch: TypeAlias = Annotated[bytes, Field(min_length=8, max_length=8)]
Token: TypeAlias = Annotated[bytes, Field(max_length=8)]
"""Eight bytes, or none at version 0."""
ResumeToken: TypeAlias = Annotated[bytes, Field(min_length=48, max_length=48)]
"""Sixteen bytes that name the session and thirty-two that prove it."""
Entropy: TypeAlias = Annotated[bytes, Field(min_length=16, max_length=32)]
Commitment: TypeAlias = Annotated[bytes, Field(min_length=32, max_length=32)]
