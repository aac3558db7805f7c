"""Which cards may be played, and who wins the trick (R8 to R17, A33 to A37).

A trick is its cards in the order played, as far as it has gone.
"""

from collections.abc import Collection, Sequence

from tests.reference.cards import HIGH_TO_LOW, MATTO, MOORS, TRUMPS, kind


def led_kind(trick: Sequence[str]) -> str | None:
    """The suit letter or `trumps` that is led; None while that is still open.

    R17, A35: a Matto that leads sets nothing, the card after it does.
    """
    for card in trick[:2]:
        if card != MATTO:
            return kind(card)
    return None


def legal(hand: Collection[str], trick: Sequence[str]) -> set[str]:
    """The cards of the hand that may be played next to this trick."""
    return {card for card in hand if may_be_played(card, hand, trick)}


def may_be_played(card: str, hand: Collection[str], trick: Sequence[str]) -> bool:
    """R9 and R10, clause by clause."""
    if card == MATTO:  # R10, A34
        return True
    led = led_kind(trick)
    if led is None:  # The leader is free, and so is the second after a Matto (A35).
        return True
    if any(kind(other) == led for other in hand):  # R9: follow if possible;
        return kind(card) == led
    if any(kind(other) == "trumps" for other in hand):  # otherwise trump (A33);
        return kind(card) == "trumps"
    return True  # with neither, any card.


def trick_winner(trick: Sequence[str]) -> int:
    """The place, 0 to 3, of the winning card in a complete trick."""
    led = led_kind(trick)
    if led is None:
        msg = f"nothing was led: {list(trick)}"
        raise ValueError(msg)
    trumped = any(kind(card) == "trumps" for card in trick)
    # R11: the highest trump wins; without a trump, the highest card of the led suit.
    order = TRUMPS if trumped else [led + rank for rank in HIGH_TO_LOW[led]]
    contenders = [card for card in trick if card in order]
    best = min(contenders, key=order.index)
    if best in MOORS:  # R16, A37: they are equal, and the last one played wins.
        best = [card for card in contenders if card in MOORS][-1]
    return trick.index(best)
