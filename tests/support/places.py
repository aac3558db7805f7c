"""Places of the kernel, made from states of the readable rules."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import CardSet
from engine.deal import DealState
from engine.search.hidden import shown_voids
from engine.search.kernel import place as parts
from engine.search.kernel.tables import FOLLOWS, NO_CARD
from engine.seats import SEATS, next_seat, team_of
from engine.tricks import led_suit, winning_index
from engine.view import public_view_of

Place = NDArray[np.int64]


def place_of(state: DealState) -> Place:
    """A state after the discard as the kernel has it, every hand known."""
    assert state.turn is not None
    assert state.discards is not None
    public = public_view_of(state)
    place = np.zeros(parts.SIZE, dtype=np.int64)
    for seat, hand in zip(SEATS, state.hands, strict=True):
        place[parts.HANDS + seat] = hand.bits
    for seat, lacks in zip(SEATS, shown_voids(public), strict=True):
        place[parts.LACKS + seat] = lacks.bits
        place[parts.SHOWN + seat] = public.shown[seat].bits
    for trick in state.tricks:
        team = team_of(trick.winner)
        place[parts.PILES + team] |= CardSet.from_cards(trick.cards).bits
        place[parts.LAST_TEAM] = team
        place[parts.WON_0] += team == 0
    place[parts.TRICK] = CardSet.from_cards(state.trick).bits
    place[parts.LAID] = len(state.trick)
    if led_suit(state.trick) is not None:
        led = next(card for card in state.trick if FOLLOWS[card])
        place[parts.ASKED] = FOLLOWS[led]
    winning = winning_index(state.trick)
    place[parts.BEST] = NO_CARD if winning is None else state.trick[winning]
    place[parts.BEST_SEAT] = next_seat(state.leader, winning or 0)
    place[parts.TURN] = state.turn
    place[parts.DISCARDS] = CardSet.from_cards(state.discards).bits
    place[parts.DEALER_TEAM] = team_of(state.dealer)
    place[parts.MATTO_TEAM] = team_of(state.matto_owner)
    return place


def same(place: Place, other: Place) -> bool:
    """Whether two places are alike in all that matters to the rest of the deal."""
    place, other = place.copy(), other.copy()
    for one in (place, other):
        if one[parts.BEST] == NO_CARD:
            one[parts.BEST_SEAT] = 0
        # What has left the hand since it was shown makes no difference.
        for seat in SEATS:
            one[parts.SHOWN + seat] &= one[parts.HANDS + seat]
        if not one[parts.PILES] | one[parts.PILES + 1]:
            one[parts.LAST_TEAM] = 0
    return bool((place == other).all())
