"""Chance that follows from a seed, a stream of its own for each use.

A stream is named by what it is for. So what one part draws never moves what another
one gets, whichever of them comes first.
"""

from __future__ import annotations

import hashlib
from random import Random


class Streams:
    """All the chance of a run.

    Args:
        seed: Of the run.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def of(self, name: str) -> Random:
        """The stream of this name, from its beginning."""
        text = f"{self._seed} {name}"
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return Random(int.from_bytes(digest))  # noqa: S311 - no secret depends on it

    def bytes_of(self, name: str) -> SeededBytes:
        """Random bytes for a server, of the stream of this name."""
        return SeededBytes(self.of(name))


class SeededBytes:
    """What a server is handed for random bytes."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def fresh(self, count: int) -> bytes:
        """So many bytes."""
        return self._rng.randbytes(count)
