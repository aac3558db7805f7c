"""What the dealer may lay away (R5, A39, A40)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import ANGEL, BEGATO, KINGS, MATTO, WORLD, Card, CardSet, code_of
from engine.errors import RuleCode, RuleViolation

if TYPE_CHECKING:
    from collections.abc import Sequence

DISCARD_COUNT: Final = 2

PROTECTED: Final = KINGS | CardSet.from_cards([ANGEL, WORLD, BEGATO, MATTO])
"""The eight cards that may never be discarded (R5)."""


def discardable_cards(hand: CardSet) -> CardSet:
    """The cards of the dealer's hand that may be laid away; at least nine (A39)."""
    return hand - PROTECTED


def check_discards(hand: CardSet, cards: Sequence[Card]) -> None:
    """Refuse a discard that the rules do not allow.

    Raises:
        RuleViolation: `E_DISCARD_COUNT`, `E_CARD_TWICE`, `E_NOT_IN_HAND` or
            `E_DISCARD_PROTECTED`, with the cards that may be discarded (R5).
    """
    allowed = discardable_cards(hand).codes
    if len(cards) != DISCARD_COUNT:
        raise RuleViolation(
            RuleCode.DISCARD_COUNT,
            f"The dealer discards exactly two cards, not {len(cards)}.",
            allowed=allowed,
        )
    if cards[0] == cards[1]:
        raise RuleViolation(
            RuleCode.CARD_TWICE,
            f"{code_of(cards[0])} was named twice; two different cards are needed.",
            allowed=allowed,
        )
    for card in cards:
        if card not in hand:
            raise RuleViolation(
                RuleCode.NOT_IN_HAND,
                f"{code_of(card)} is not in the hand.",
                allowed=allowed,
                rule="R5",
            )
        if card in PROTECTED:
            raise RuleViolation(
                RuleCode.DISCARD_PROTECTED,
                f"{code_of(card)} may not be discarded: Kings, Angel, World, Begato "
                "and Matto stay in the hand.",
                allowed=allowed,
            )
