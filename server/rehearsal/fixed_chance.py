"""Chance that is the same each time: the hands of a rehearsal follow from its seed."""

from __future__ import annotations

import hashlib


class FixedChance:
    """Bytes that follow from a seed. Never for a table at which something is at stake.

    Args:
        seed: Any number; another one gives other hands.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def fresh(self, count: int) -> bytes:
        """So many bytes; the same ones in the same order for the same seed."""
        self._drawn += 1
        text = f"rehearsal {self._seed} {self._drawn}"
        return hashlib.shake_256(text.encode()).digest(count)
