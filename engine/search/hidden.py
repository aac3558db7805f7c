"""What a seat can be certain of about the cards that it does not see.

Own and played cards are elsewhere, each seat has so many cards, declared cards are where
they were shown (A28), who did not follow has none of that suit (R9), and the dealer
cannot have laid away what may not be (R5). Nothing here is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.cards import CARDS_OF, FULL_DECK, MATTO, TRUMPS, CardSet, Suit, suit_of
from engine.discards import DISCARD_COUNT, PROTECTED
from engine.seats import SEATS, Seat, next_seat
from engine.tricks import led_suit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card
    from engine.view import PublicView, SeatView

_SEATS_BEHIND: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Hidden:
    """The unseen cards, and who may get which.

    The four receivers are the seats after the one that looks, in playing order, and
    then the discards.
    """

    unseen: CardSet
    """Cards that are in no known place."""
    known: tuple[CardSet, CardSet, CardSet, CardSet]
    """By receiver: cards that it is known to hold."""
    lacks: tuple[CardSet, CardSet, CardSet, CardSet]
    """By receiver: cards that it cannot hold."""
    room: tuple[int, int, int, int]
    """By receiver: how many of the unseen cards it holds."""


def hidden_from(view: SeatView) -> Hidden:
    """What the seat of this view can be certain of; what it lays away, it will know."""
    public = view.public
    seats = [next_seat(view.seat, steps) for steps in _SEATS_BEHIND]
    shown = [public.shown[seat] for seat in seats]
    own_discards = CardSet.from_cards(view.discards or ())
    elsewhere = view.hand | played_cards(public) | own_discards
    for cards in shown:
        elsewhere |= cards
    lacks = shown_voids(public)
    sizes = [public.hand_sizes[seat] - len(public.shown[seat]) for seat in seats]
    laid_away = 0 if view.seat == public.dealer else DISCARD_COUNT
    return Hidden(
        unseen=FULL_DECK - elsewhere,
        known=(shown[0], shown[1], shown[2], own_discards),
        lacks=(lacks[seats[0]], lacks[seats[1]], lacks[seats[2]], PROTECTED),
        room=(sizes[0], sizes[1], sizes[2], laid_away),
    )


def played_cards(public: PublicView) -> CardSet:
    """The cards of all tricks, that on the table included."""
    return CardSet.from_cards(card for _, _, card in _plays(public))


def shown_voids(public: PublicView) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """By seat: the cards of suits that it has shown not to hold."""
    lacks = [CardSet()] * len(SEATS)
    for seat, asked, card in _plays(public):
        lacks[seat] |= _lacking(asked, card)
    return (lacks[0], lacks[1], lacks[2], lacks[3])


def _lacking(asked: Suit | None, card: Card) -> CardSet:
    if asked is None or card == MATTO or suit_of(card) is asked:
        return CardSet()  # R10: the Matto says nothing
    if card in TRUMPS:
        return CARDS_OF[asked]
    return CARDS_OF[asked] | TRUMPS  # R9: neither the led suit nor a trump


def _plays(public: PublicView) -> Iterator[tuple[Seat, Suit | None, Card]]:
    """Who played which card so far, and which suit was asked for."""
    tricks = [(trick.leader, trick.cards) for trick in public.tricks]
    for leader, cards in (*tricks, (public.leader, public.trick)):
        for place, card in enumerate(cards):
            yield next_seat(leader, place), led_suit(cards[:place]), card
