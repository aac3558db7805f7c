"""The rules as tables of masks and numbers, made from the readable rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine import cards, combinations, settlement
from engine.card_points import count_value
from engine.cards import DECK_SIZE, PLAIN_SUITS, Card, CardSet, card_named
from engine.discards import PROTECTED
from engine.tricks import winning_index

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_CARDS: Final = tuple(Card(number) for number in range(DECK_SIZE))


def frozen(numbers: Iterable[int]) -> NDArray[np.int64]:
    """A table of whole numbers that nobody changes."""
    table = np.array(list(numbers), dtype=np.int64)
    table.setflags(write=False)
    return table


def _bit(card: Card) -> int:
    return CardSet.from_cards([card]).bits


DECK: Final = cards.FULL_DECK.bits
TRUMPS: Final = cards.TRUMPS.bits
MOORS: Final = cards.MOORS.bits
ACES: Final = cards.ACES.bits
CONTATORI: Final = cards.CONTATORI.bits
BEGATO: Final = _bit(cards.BEGATO)
MATTO: Final = _bit(cards.MATTO)
MATTO_CARD: Final = int(cards.MATTO)
ANGEL: Final = _bit(cards.ANGEL)
WORLD: Final = _bit(cards.WORLD)
SUN_AND_MOON: Final = _bit(cards.SUN) | _bit(cards.MOON)
HIGH_THREE: Final = WORLD | SUN_AND_MOON
PROTECTED_CARDS: Final = PROTECTED.bits

NUMBERED: Final = frozen(cards.NUMBERED_TRUMPS)
"""The numbers 16 down to 5, as cards, in the order of the Grande (R30)."""

CRICCHE: Final = frozen(members.bits for _, members, _, _ in combinations.CRICCHE)
POINTS_FOR_THREE: Final = frozen(three for _, _, three, _ in combinations.CRICCHE)
POINTS_FOR_FOUR: Final = frozen(four for _, _, _, four in combinations.CRICCHE)
SETS_TO_DOUBLE: Final = combinations.SETS_TO_DOUBLE

SUIT_KINGS: Final = frozen(_bit(card_named(suit, "R")) for suit in PLAIN_SUITS)
SUIT_COURTS: Final = frozen(
    CardSet.from_cards(card_named(suit, rank) for rank in "QCF").bits
    for suit in PLAIN_SUITS
)
SUIT_ACES: Final = frozen(_bit(card_named(suit, "A")) for suit in PLAIN_SUITS)

VALUES: Final = frozen(count_value(card) for card in _CARDS)
VALUED_CARDS: Final = frozen(
    CardSet.from_cards(card for card in _CARDS if count_value(card) >= value).bits
    for value in (2, 3, 4, 5)
)
"""The cards that count at least 2, 3, 4 and 5 (R19); all count at least 1."""

LAST_TRICK_POINTS: Final = settlement.LAST_TRICK_POINTS
GIVING_ORDER: Final = frozen(settlement.GIVING_ORDER)
"""Which card goes for the Matto before which (A47)."""
PLAIN_PIPS: Final = settlement.PLAIN_PIPS.bits


def _followers(card: Card) -> int:
    suit = cards.suit_of(card)
    return 0 if suit is None else cards.CARDS_OF[suit].bits


def _takers(card: Card) -> int:
    return CardSet.from_cards(
        other for other in _CARDS if other != card and winning_index((card, other)) == 1
    ).bits


NO_CARD: Final = DECK_SIZE
"""Stands where a card may be missing."""
FOLLOWS: Final = frozen(map(_followers, _CARDS))
"""By card led: the cards of its suit; 0 for the Matto, which asks for none (A35)."""
TAKES_FROM: Final = frozen([*map(_takers, _CARDS), DECK & ~MATTO])
"""By card that wins so far, or `NO_CARD`: what would take the trick from it (R11-R17)."""
