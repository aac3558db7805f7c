"""Which cards may be played to a trick, and who wins it (R8-R17, A33-A37).

A trick is the tuple of its cards in the order played. Nothing here knows seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import (
    CARDS_OF,
    MATTO,
    MOORS,
    TRUMPS,
    Card,
    CardSet,
    Suit,
    code_of,
    strength_of,
    suit_of,
)
from engine.errors import BrokenInvariant, RuleCode, RuleViolation

if TYPE_CHECKING:
    from collections.abc import Sequence

CARDS_IN_TRICK = 4
_MATTO_SET = CardSet.from_cards([MATTO])


def led_suit(trick: Sequence[Card]) -> Suit | None:
    """The suit that the trick asks for; None while the next card is free.

    When the Matto was led, the card after it sets the suit (R17, A35).
    """
    for card in trick:
        if card != MATTO:
            return suit_of(card)
    return None


def legal_cards(hand: CardSet, trick: Sequence[Card]) -> CardSet:
    """The cards of this hand that may be played to this trick.

    >>> legal_cards(CardSet.of("SR", "S6", "5", "MT", "CR"), tuple(CardSet.of("S10"))).codes
    ('SR', 'S6', 'MT')
    """
    asked = led_suit(trick)
    if asked is None:
        return hand  # leading, or only the Matto lies there (R17, A35)
    matto = hand & _MATTO_SET  # R10: the Matto may always be played
    following = hand & CARDS_OF[asked]
    if following.bits:
        return following | matto  # R9: follow the led suit
    trumps = hand & TRUMPS
    if trumps.bits:
        return trumps | matto  # R9, R12, A33: void, so any trump will do
    return hand  # R9: neither the led suit nor a trump


def check_card(hand: CardSet, trick: Sequence[Card], card: Card) -> None:
    """Refuse a card that may not be played from this hand to this trick.

    Raises:
        RuleViolation: `E_NOT_IN_HAND`, `E_MUST_FOLLOW` or `E_MUST_TRUMP`, with the
            cards that may be played (R8, R9).
    """
    allowed = legal_cards(hand, trick)
    if card in allowed:
        return
    allowed_codes = " ".join(allowed.codes)
    code = code_of(card)
    if card not in hand:
        raise RuleViolation(
            RuleCode.NOT_IN_HAND,
            f"{code} is not in the hand. Allowed: {allowed_codes}.",
            allowed=allowed.codes,
        )
    asked = led_suit(trick)
    if asked is not None and (hand & CARDS_OF[asked]).bits:
        raise RuleViolation(
            RuleCode.MUST_FOLLOW,
            f"{code} does not follow the led suit. Allowed: {allowed_codes}.",
            allowed=allowed.codes,
        )
    raise RuleViolation(
        RuleCode.MUST_TRUMP,
        f"{code} is no trump, and the led suit is not held. Allowed: {allowed_codes}.",
        allowed=allowed.codes,
    )


def winning_index(trick: Sequence[Card]) -> int | None:
    """Which card of a trick wins so far, by its place in play, 0 to 3.

    None while no card can win: an empty trick, or the Matto alone (R17).
    """
    best: int | None = None
    for index, card in enumerate(trick):
        if card == MATTO:
            continue  # R17: the Matto never wins
        if best is None or _beats(card, trick[best]):
            best = index
    return best


def trick_winner(trick: Sequence[Card]) -> int:
    """Which card of a whole trick wins it, by its place in play, 0 to 3 (R11)."""
    if len(trick) != CARDS_IN_TRICK:
        msg = f"a trick has four cards, not {len(trick)}"
        raise BrokenInvariant(msg)
    winner = winning_index(trick)
    if winner is None:
        msg = "no card of the trick can win it"
        raise BrokenInvariant(msg)
    return winner


def _beats(later: Card, earlier: Card) -> bool:
    """Whether a card takes the trick from the one that was winning it."""
    if later in TRUMPS and earlier in TRUMPS:
        if later in MOORS and earlier in MOORS:
            return True  # R16, A37: the last Moor played wins
        return strength_of(later) > strength_of(earlier)  # R15
    if later in TRUMPS:
        return True  # R11: the highest trump wins
    # R11: off the suit that is winning, a plain card takes nothing.
    same_suit = suit_of(later) == suit_of(earlier)
    return same_suit and strength_of(later) > strength_of(earlier)
