"""Which cards a seat has shown not to hold, by what it did not do (R9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARDS_OF, MATTO, TRUMPS, Card, CardSet, Suit, suit_of
from engine.seats import SEATS, Seat, next_seat
from engine.tricks import led_suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import PublicView


def shown_lacks(public: PublicView) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """By seat: cards that everybody knows not to be in its hand.

    Who neither followed nor played the Matto holds nothing of the led suit; who played
    no trump either holds no trumps.
    """
    lacks = [CardSet()] * len(SEATS)
    tricks = [(trick.leader, trick.cards) for trick in public.tricks]
    for leader, cards in (*tricks, (public.leader, public.trick)):
        for seat, lacking in lacks_in(leader, cards):
            lacks[seat] |= lacking
    return lacks[0], lacks[1], lacks[2], lacks[3]


def lacks_in(leader: Seat, trick: Sequence[Card]) -> list[tuple[Seat, CardSet]]:
    """The seats that could not follow in a trick, and the cards that they lack."""
    asked = led_suit(trick)
    if asked is None:
        return []
    return [
        (next_seat(leader, place), _lacking(card, asked))
        for place, card in enumerate(trick)
        if card != MATTO and suit_of(card) is not asked
    ]


def _lacking(card: Card, asked: Suit) -> CardSet:
    return CARDS_OF[asked] if card in TRUMPS else CARDS_OF[asked] | TRUMPS
