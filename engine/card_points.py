"""What a pile of cards counts (R19, R20, A30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import (
    DECK_SIZE,
    JACKS,
    KINGS,
    KNIGHTS,
    QUEENS,
    TAROCCHI,
    Card,
    CardSet,
)
from engine.errors import BrokenInvariant

if TYPE_CHECKING:
    from collections.abc import Iterable

DECK_POINTS: Final = 87
"""Card points of the whole deck (R20)."""


def _value(card: Card) -> int:
    for value, cards in ((5, TAROCCHI | KINGS), (4, QUEENS), (3, KNIGHTS), (2, JACKS)):
        if card in cards:
            return value
    return 1


_VALUES: Final = tuple(_value(Card(number)) for number in range(DECK_SIZE))


def count_value(card: Card) -> int:
    """The count value of one card, 1 to 5, before the half point is taken off (R19)."""
    return _VALUES[card]


def value_sum(cards: Iterable[Card]) -> int:
    """The count values of these cards together."""
    return sum(_VALUES[card] for card in cards)


def card_points(pile: CardSet) -> int:
    """Card points of a pile: count values less half a point a card (R20, A30).

    Raises:
        BrokenInvariant: If the pile has an odd number of cards. A team's pile never
            has one (A31), so only a caller's mistake can bring it about.
    """
    if len(pile) % 2:
        msg = f"a pile of {len(pile)} cards has half points"
        raise BrokenInvariant(msg)
    return value_sum(pile) - len(pile) // 2
