"""Which cards of a hand make no difference to each other, so that one is tried for all.

The plain 6 to 10 of a suit count alike and are in no combination, so two of them differ
only by the cards that beat one and not the other. The Moors are equal (R15, R16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARDS_OF, MOORS, PLAIN_SUITS, Card, CardSet, strength_of
from engine.settlement import PLAIN_PIPS

if TYPE_CHECKING:
    from collections.abc import Iterator


def alike(cards: CardSet, live: CardSet) -> Iterator[tuple[Card, ...]]:
    """These cards in groups of cards that make no difference to each other.

    Args:
        cards: Cards of one hand.
        live: Cards that lie on the table or may be in other hands.
    """
    pips = cards & PLAIN_PIPS
    for suit in PLAIN_SUITS:
        yield from _without_gap(pips & CARDS_OF[suit], live & CARDS_OF[suit])
    moors = cards & MOORS
    if moors.bits:
        yield tuple(moors)
    yield from ((card,) for card in cards - pips - moors)


def _without_gap(pips: CardSet, live: CardSet) -> Iterator[tuple[Card, ...]]:
    """Cut the pips of a suit wherever a live card stands between two of them."""
    group: list[Card] = []
    for card in sorted(pips, key=strength_of):
        if group and any(
            strength_of(group[-1]) < strength_of(other) < strength_of(card)
            for other in live
        ):
            yield tuple(group)
            group = []
        group.append(card)
    if group:
        yield tuple(group)
