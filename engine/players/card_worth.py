"""What a card is worth to a player: in the pile, and still in the hand.

A captured card counts for more than its card points, because combinations are the
game: the figures are about what a card adds to a side's total on average when it is
captured, card points and combinations together, found by regression over many deals.
"""

from __future__ import annotations

from typing import Final

from engine.cards import (
    ACES,
    ANGEL,
    BEGATO,
    DECK_SIZE,
    JACKS,
    KINGS,
    KNIGHTS,
    MATTO,
    MOON,
    MOORS,
    NUMBERED_TRUMPS,
    QUEENS,
    SUN,
    TRUMPS,
    WORLD,
    Card,
    CardSet,
    strength_of,
)

_GROUPS: Final[tuple[tuple[CardSet, float], ...]] = (
    (CardSet.from_cards([BEGATO]), 72.0),
    (CardSet.from_cards([ANGEL]), 57.0),
    (KINGS, 51.0),
    (CardSet.from_cards([WORLD]), 32.0),
    (QUEENS, 26.0),
    (KNIGHTS, 24.0),
    (JACKS, 23.0),
    (ACES, 20.0),
    (MOORS, 15.0),
    (CardSet.from_cards([SUN, MOON]), 14.0),
)
_PIP_WORTH: Final = 0.5
_MATTO_COST: Final = 16.0
_TRUMP_COST: Final = 2.5
_PLAIN_COST: Final = 0.8


def _worth(card: Card) -> float:
    for cards, worth in _GROUPS:
        if card in cards:
            return worth
    if card in NUMBERED_TRUMPS:  # from 8 for the 16 down to about 2 for the 5
        return 8.0 - NUMBERED_TRUMPS.index(card) * 0.5
    return 0.0 if card == MATTO else _PIP_WORTH  # the Matto comes home anyway


def _cost(card: Card) -> float:
    if card == MATTO:
        return _MATTO_COST
    return strength_of(card) * (_TRUMP_COST if card in TRUMPS else _PLAIN_COST)


_WORTHS: Final = tuple(_worth(Card(number)) for number in range(DECK_SIZE))
_COSTS: Final = tuple(_cost(Card(number)) for number in range(DECK_SIZE))


def capture_worth(card: Card) -> float:
    """Points that a captured card adds to a side's total, on average."""
    return _WORTHS[card]


def spending_cost(card: Card) -> float:
    """What a card could still do in the hand: the price of playing it now, in points."""
    return _COSTS[card]
