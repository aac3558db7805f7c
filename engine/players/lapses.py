"""How a beginner errs: he forgets who has shown a void, and misjudges cards.

No card is played by chance: what is drawn is what the beginner believes, and he plays
as well as he can by that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.cards import CARDS_OF, CardSet
from engine.players.weights import CERTAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

_64_BITS: Final = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Lapses:
    """How often and how much; parts of 1024."""

    forgets: int
    """How often the void of a seat in a suit is not remembered."""
    misjudges: int
    """How far the worth of a card may seem more or less than it is."""


def remembered(
    lacks: tuple[CardSet, ...], forgets: int, draws: Iterator[int]
) -> tuple[CardSet, ...]:
    """What is left of the voids that the seats have shown."""
    return tuple(_less_forgotten(cards, forgets, draws) for cards in lacks)


def misjudged(
    worths: tuple[int, ...], misjudges: int, draws: Iterator[int]
) -> tuple[int, ...]:
    """What the cards seem to be worth; what is worth nothing seems so."""
    return tuple(
        worth + worth * misjudges * (2 * next(draws) - CERTAIN) // CERTAIN**2
        for worth in worths
    )


def draws_from(seed: int) -> Iterator[int]:
    """Numbers from 0 to 1023 that follow from a seed of 64 bits (SplitMix64)."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & _64_BITS
        mixed = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & _64_BITS
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _64_BITS
        yield (mixed ^ mixed >> 31) % CERTAIN


def _less_forgotten(cards: CardSet, forgets: int, draws: Iterator[int]) -> CardSet:
    for suit in CARDS_OF.values():
        if next(draws) < forgets:
            cards -= suit
    return cards
