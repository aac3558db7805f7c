"""Good inputs made bad, by seed: the same seed makes the same inputs everywhere."""

import random
from collections.abc import Iterator, Sequence

from tests.fuzz.corpus import kept
from tests.fuzz.target import Target

MOST_EDITS = 6
MOST_BYTES = 8_192
RUN = 16
"""Most bytes that one edit takes out or doubles, about."""


def inputs(target: Target, seed: int, count: int) -> Iterator[bytes]:
    """So many inputs: now and then a good one, mostly edited, sometimes of chance alone."""
    rng = random.Random(seed)  # noqa: S311 - inputs, no secrets
    good = [*target.seeds(), *kept(target)]
    for _ in range(count):
        if rng.random() < 0.05:
            yield rng.randbytes(rng.randrange(64))
        else:
            yield edited(rng.choice(good), good, target.words, rng)


def edited(
    data: bytes, good: Sequence[bytes], words: Sequence[bytes], rng: random.Random
) -> bytes:
    """An input with some edits, as parsers go wrong on."""
    made = bytearray(data[:MOST_BYTES])
    for _ in range(rng.randint(1, MOST_EDITS)):
        at = rng.randrange(len(made) + 1)
        length = min(len(made) - at, rng.randint(1, RUN))
        match rng.randrange(7):
            case 0:  # a bit
                if at < len(made):
                    made[at] ^= 1 << rng.randrange(8)
            case 1:  # a byte at the edge of something
                if at < len(made):
                    made[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFE, 0xFF))
            case 2:
                del made[at : at + length]
            case 3:
                made[at:at] = made[at : at + length]
            case 4:
                made[at:at] = rng.choice(words) if words else rng.randbytes(length)
            case 5:  # a piece of another one
                other = rng.choice(good)
                start = rng.randrange(len(other) + 1)
                made[at:at] = other[start : start + rng.randint(1, 4 * RUN)]
            case _:
                del made[at:]
    return bytes(made[:MOST_BYTES])
