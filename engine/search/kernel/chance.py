"""Chance for the kernel: a stream of numbers that follows from a seed.

The generator is xorshift64 with the shifts 13, 7, 17: one word of state, in an array so
that a decision has a stream of its own. Its first word is the seed, stirred.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.search.kernel.compiling import inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD: Final = (1 << 64) - 1
# An arithmetic shift to the right by 7 draws copies of the sign in; they are cut off.
_LOW_57: Final = (1 << 57) - 1
_LOW_31: Final = (1 << 31) - 1
_LOW_53: Final = (1 << 53) - 1
_PART: Final = 1.0 / (1 << 53)


def stream_of(seed: int) -> NDArray[np.int64]:
    """The state of a stream; any whole number is a seed, of which 64 bits count.

    The seed is stirred by the finisher of splitmix64, so that neighbouring seeds give
    unlike streams.
    """
    word = (seed + 0x9E3779B97F4A7C15) & _WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    word ^= word >> 31
    word = word or 1  # the one state that the generator never leaves
    return np.array([word - (1 << 64) if word >> 63 else word], dtype=np.int64)


@inner
def next_word(stream: NDArray[np.int64]) -> int:
    """The next 64 bits, as a signed number; never 0."""
    word = stream[0]
    word ^= word << 13
    word ^= word >> 7 & _LOW_57
    word ^= word << 17
    stream[0] = word
    return word  # type: ignore[no-any-return]


@inner
def below(stream: NDArray[np.int64], bound: int) -> int:
    """A number from 0 to `bound` - 1, for 1 <= bound <= 2**31.

    Some numbers come more often than others, by less than `bound` in 2**31.
    """
    return (next_word(stream) >> 32 & _LOW_31) * bound >> 31


@inner
def fraction(stream: NDArray[np.int64]) -> float:
    """A number from 0 up to, and without, 1: a multiple of 2**-53."""
    return (next_word(stream) >> 11 & _LOW_53) * _PART
