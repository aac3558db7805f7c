"""How a trick may go on, as a seat judges it from what it knows.

Chances are parts of 1024, and are guesses: each unseen card is thought to be in each hand
in proportion to its size, where nothing says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.cards import CARDS_OF, FULL_DECK, MATTO, TRUMPS, Card, CardSet, suit_of
from engine.players.weights import CERTAIN
from engine.seats import SEATS, Seat
from engine.tricks import led_suit, winning_index

if TYPE_CHECKING:
    from engine.view import SeatView


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the other seats may hold."""

    unseen: CardSet
    """Cards that one has not seen played and does not hold."""

    possible: tuple[CardSet, ...]
    """By seat: unseen cards that it may hold, shown ones included."""
    shown: tuple[CardSet, ...]
    """By seat: cards that it is known to hold."""
    shares: tuple[int, ...]
    """By seat: how likely it holds one unseen card, in parts of 1024."""

    def standing(self, card: Card) -> tuple[int, int]:
        """How many unseen cards of its own suit a card beats, and how many there are."""
        suit = suit_of(card)
        there = CardSet() if suit is None else CARDS_OF[suit] & self.unseen
        return len(_BEATS_IN_SUIT[card] & there), len(there)

    def holds_one(self, seat: Seat, cards: CardSet) -> int:
        """How likely the seat holds at least one of these cards."""
        if (cards & self.shown[seat]).bits:
            return CERTAIN
        without = CERTAIN - self.shares[seat]
        none = CERTAIN
        for _ in range(len(cards & self.possible[seat])):
            none = none * without // CERTAIN
        return CERTAIN - none

    def can_beat(self, seat: Seat, trick: tuple[Card, ...]) -> int:
        """How likely the seat can take the trick as it lies, by the rules."""
        best = winning_index(trick)
        if best is None:
            return CERTAIN
        asked = _asked(trick)
        beating = _BEATEN_BY[trick[best]] & self.possible[seat]
        following, trumping = beating & asked, beating & TRUMPS
        if asked == TRUMPS:
            return self.holds_one(seat, following)
        bound = self.holds_one(seat, asked)  # R9: who can follow has to
        chance = self.holds_one(seat, following) if following.bits else 0
        if trumping.bits:
            free = CERTAIN - bound
            chance += free * self.holds_one(seat, trumping) // CERTAIN
        return min(CERTAIN, chance)

    def to_follow(self, seat: Seat, trick: tuple[Card, ...]) -> CardSet:
        """The cards from which the seat will have to choose, as far as one can tell."""
        following = self.possible[seat] & _asked(trick)
        if following.bits:
            return following
        trumps = self.possible[seat] & TRUMPS
        return trumps if trumps.bits else self.possible[seat]


def outlook_of(view: SeatView, lacks: tuple[CardSet, ...]) -> Outlook:
    """What a seat thinks of the others' hands.

    Args:
        view: Of the seat.
        lacks: By seat, cards that it is thought not to hold.
    """
    public = view.public
    unseen = hidden = unseen_cards(view)
    shown = public.shown
    for cards in shown:
        hidden -= cards
    possible = tuple((hidden - lacks[seat]) | shown[seat] for seat in SEATS)
    shares = tuple(
        _share(public.hand_sizes[seat] - len(shown[seat]), hidden - lacks[seat])
        for seat in SEATS
    )
    return Outlook(unseen, possible, shown, shares)


def unseen_cards(view: SeatView) -> CardSet:
    """Cards that this seat has not seen played and does not hold: others may."""
    public = view.public
    seen = view.hand | CardSet.from_cards((*public.trick, *(view.discards or ())))
    for trick in public.tricks:
        seen |= CardSet.from_cards(trick.cards)
    return FULL_DECK - seen


def _share(held: int, unseen: CardSet) -> int:
    return min(CERTAIN, CERTAIN * max(0, held) // max(1, len(unseen)))


def _asked(trick: tuple[Card, ...]) -> CardSet:
    """The cards that follow to a trick; all of them while the next card is free."""
    led = led_suit(trick)
    return FULL_DECK if led is None else CARDS_OF[led]


def _beaten_by(card: Card) -> CardSet:
    return CardSet.from_cards(
        other
        for other in FULL_DECK
        if other != card and winning_index((card, other)) == 1
    )


_BEATEN_BY: Final = {card: _beaten_by(card) for card in FULL_DECK if card != MATTO}
_BEATS_IN_SUIT: Final = {
    card: CardSet.from_cards(
        other
        for other in _BEATEN_BY
        if suit_of(other) is suit_of(card) and card in _BEATEN_BY[other]
    )
    for card in FULL_DECK
}
