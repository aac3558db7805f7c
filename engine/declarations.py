"""What a hand may declare before its first card (R7, A24-A29).

A seat declares every combination of its fifteen cards or nothing (A27). The score is
one count for each declaring hand; partners' hands are never joined (A24).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.combinations import CombinationScore, combinations_of
from engine.errors import RuleCode, RuleViolation

if TYPE_CHECKING:
    from engine.cards import CardSet


def declaration_of(hand: CardSet) -> CombinationScore:
    """What this hand scores when it declares (A25): the dealer's discards are gone.

    Raises:
        RuleViolation: `E_NOTHING_TO_DECLARE` if it holds no combination; such a hand
            can only skip (A27).
    """
    score = combinations_of(hand)
    if not score.total:
        raise RuleViolation(
            RuleCode.NOTHING_TO_DECLARE,
            "The hand holds no combination, so it can only skip.",
        )
    return score
