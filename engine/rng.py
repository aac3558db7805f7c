"""A stream of chance that is the same on every machine.

The numbers follow from a secret and a context alone, by HMAC-SHA-256 in counter mode:
block `i` is HMAC(key=secret, message=context || i as eight bytes, big-endian), blocks are
read four bytes at a time as big-endian integers. Nothing here knows where a secret
comes from; whoever holds one can repeat the whole stream with any HMAC library.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD_BYTES = 4
_WORD_VALUES = 1 << 32

T = TypeVar("T")


class Chance(Protocol):
    """Something that draws whole numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""


class SeededChance:
    """Chance that follows from a secret and a context.

    Args:
        secret: Key of the stream, any length.
        context: Says what the stream is for; another context is another stream.
    """

    __slots__ = ("_words",)

    def __init__(self, secret: bytes, context: bytes) -> None:
        self._words = _words(secret, context)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely; 1 <= bound <= 2**32."""
        # Words at or above the largest multiple of `bound` are thrown away, since
        # the plain remainder would favour small numbers.
        limit = _WORD_VALUES - _WORD_VALUES % bound
        return next(word for word in self._words if word < limit) % bound


def _words(secret: bytes, context: bytes) -> Iterator[int]:
    block_number = 0
    while True:
        message = context + block_number.to_bytes(8, "big")
        block = hmac.new(secret, message, hashlib.sha256).digest()
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        block_number += 1


def shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    """The items in an order drawn by the Fisher-Yates shuffle, from the last down."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = chance.below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
