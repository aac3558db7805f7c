"""How a command ended, and how that is remembered under its number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from server.stored import pack_plain, unpack_plain
from server.table.refusal import Refusal, refusal_from_plain


@dataclass(frozen=True, slots=True)
class Done:
    """The command counts."""

    version: int
    """Number of the table's events right after it."""
    repeated: bool = False
    """Whether this is the answer of an earlier time."""


@dataclass(frozen=True, slots=True)
class NotDone:
    """The command was refused and has changed nothing."""

    refusal: Refusal


Answer: TypeAlias = Done | NotDone


def remembered(answer: Answer) -> bytes:
    """An answer as it is kept in the store under the command's number."""
    match answer:
        case Done():
            return pack_plain([])
        case NotDone(refusal):
            return pack_plain(refusal.plain())


def answer_from(result: bytes, version: int) -> Answer:
    """The answer that was kept, for a command that comes again."""
    plain: Any = unpack_plain(result)
    if not plain:
        return Done(version, repeated=True)
    return NotDone(refusal_from_plain(plain))
