"""Whole deals, dealt and played by chance: what the speed of the kernel is told by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.search.kernel.chance import below
from engine.search.kernel.compiling import entry, inner
from engine.search.kernel.place import (
    ASKED,
    BEST,
    DEALER_TEAM,
    DISCARDS,
    HANDS,
    LACKS,
    LAID,
    MATTO_TEAM,
    PILES,
    SHOWN,
    SIZE,
    TRICK,
    TURN,
    WON_0,
    any_card,
    play_at_random,
)
from engine.search.kernel.playing import discardable_cards
from engine.search.kernel.tables import MATTO, NO_CARD

if TYPE_CHECKING:
    from numpy.typing import NDArray


@inner
def shuffle(order: NDArray[np.int64], stream: NDArray[np.int64]) -> None:
    """Bring these numbers into an order drawn by chance; twin: `rng.shuffled`."""
    for last in range(len(order) - 1, 0, -1):
        chosen = below(stream, last + 1)
        kept = order[last]
        order[last] = order[chosen]
        order[chosen] = kept


@inner
def begin(place: NDArray[np.int64], dealer: int) -> None:
    """Make a place the first of a deal whose hands and discards lie in it."""
    place[PILES] = 0
    place[PILES + 1] = 0
    for seat in range(4):
        place[LACKS + seat] = 0
        place[SHOWN + seat] = 0
        if place[HANDS + seat] & MATTO:
            place[MATTO_TEAM] = seat & 1
    place[TRICK] = 0
    place[LAID] = 0
    place[ASKED] = 0
    place[BEST] = NO_CARD
    place[WON_0] = 0
    place[TURN] = (dealer + 1) & 3
    place[DEALER_TEAM] = dealer & 1


@inner
def deal_at_random(
    place: NDArray[np.int64], order: NDArray[np.int64], stream: NDArray[np.int64]
) -> None:
    """Deal by chance, with two cards laid away by chance; twin: `deal_out`.

    Args:
        place: Is made the first of the deal.
        order: The 62 cards in any order; another one afterwards.
        stream: Chance.
    """
    shuffle(order, stream)
    dealer = below(stream, 4)
    for seat in range(4):
        hand = 0
        for index in range(15 * seat, 15 * seat + 15):
            hand |= 1 << order[index]
        place[HANDS + seat] = hand
    hand = place[HANDS + dealer] | 1 << order[60] | 1 << order[61]
    first = 1 << any_card(discardable_cards(hand), stream)
    second = 1 << any_card(discardable_cards(hand ^ first), stream)
    place[DISCARDS] = first | second
    place[HANDS + dealer] = hand ^ first ^ second
    begin(place, dealer)


@entry
def random_playouts(stream: NDArray[np.int64], deals: int) -> int:
    """Deal and play so many deals by chance; the margins of team 0 together."""
    place = np.zeros(SIZE, dtype=np.int64)
    order = np.arange(62)
    total = 0
    for _ in range(deals):
        deal_at_random(place, order, stream)
        total += play_at_random(place, stream)
    return total
