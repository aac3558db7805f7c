"""Playing a deal to its end by the policy, and choosing discards by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.search.kernel.chance import below
from engine.search.kernel.compiling import entry, inner, lowest
from engine.search.kernel.place import (
    DISCARDS,
    HANDS,
    LAID,
    SHOWN,
    SIZE,
    TURN,
    cards_left,
    margin_here,
    play_card,
)
from engine.search.kernel.playing import discardable_cards
from engine.search.kernel.playouts import begin, shuffle
from engine.search.kernel.policy import KINDS, choose_card, tell_standings
from engine.search.kernel.scoring import combination_points, public_cards
from engine.search.weights import WORTH

if TYPE_CHECKING:
    from numpy.typing import NDArray


@inner
def play_by_policies(
    place: NDArray[np.int64],
    policies: NDArray[np.int64],
    standings: NDArray[np.int64],
) -> int:
    """Play the deal to its end; its margin for team 0, without declarations.

    Args:
        place: Where the deal stands; at its end afterwards.
        policies: The table of the weights, one row for each team.
        standings: Space to work in, see `tell_standings`.
    """
    tell_standings(place, standings)
    for _ in range(cards_left(place)):
        play_card(place, choose_card(place, policies[place[TURN] & 1], standings))
        if place[LAID] == 0:
            tell_standings(place, standings)
    return margin_here(place)


@inner
def declare(place: NDArray[np.int64], seats: int) -> int:
    """Let these seats declare all they can; twin: `engine.declarations`.

    Args:
        place: A place with the hands to declare from; what they show is noted there.
        seats: Seats as bits.

    Returns:
        The points they declare, those of team 1 with a minus.
    """
    points = 0
    for seat in range(4):
        if seats >> seat & 1:
            hand = place[HANDS + seat]
            place[SHOWN + seat] = public_cards(hand)
            declared = combination_points(hand)
            points += -declared if seat & 1 else declared
    return points


@inner
def new_standings() -> NDArray[np.int64]:
    """Space for `tell_standings`."""
    return np.zeros(KINDS + 1, dtype=np.int64)


@inner
def discard_gain(hand: int, pair: int, policy: NDArray[np.int64], before: int) -> int:
    """What a dealer gains by laying a pair away, in points.

    About half of all cards come home anyway, so that a card gains half its worth; what
    the hand can then no longer declare is lost.

    Args:
        hand: The seventeen cards.
        pair: Two of them.
        policy: The table of the weights.
        before: The combination points of the hand.
    """
    lost = before - combination_points(hand ^ pair)
    gain = policy[WORTH + lowest(pair)] + policy[WORTH + lowest(pair & (pair - 1))]
    return gain // 2 - 16 * lost  # type: ignore[no-any-return]


@inner
def best_discards(hand: int, policy: NDArray[np.int64]) -> int:
    """The pair with the greatest gain."""
    before = combination_points(hand)
    chosen = 0
    most = 0
    first = discardable_cards(hand)
    while first:
        card = first & -first
        first ^= card
        second = first
        while second:
            pair = card | second & -second
            second &= second - 1
            gain = discard_gain(hand, pair, policy, before)
            if chosen == 0 or gain > most:
                chosen = pair
                most = gain
    return chosen


@entry
def duplicate_margins(
    stream: NDArray[np.int64], policies: NDArray[np.int64], deals: int
) -> NDArray[np.int64]:
    """Deals between two policies, each played twice with the sides exchanged.

    Args:
        stream: Chance, from which the deals follow.
        policies: The tables of the weights, one row for each of the two.
        deals: How many.

    Returns:
        For each deal the points of the first policy less those of the second, both
        tables and declarations together: twice its mean margin.
    """
    place = np.zeros(SIZE, dtype=np.int64)
    standings = new_standings()
    exchanged = policies[::-1].copy()
    order = np.arange(62)
    margins = np.zeros(deals, dtype=np.int64)
    hands = np.zeros(4, dtype=np.int64)
    for deal in range(deals):
        shuffle(order, stream)
        dealer = below(stream, 4)
        for seat in range(4):
            hands[seat] = 0
            for index in range(15 * seat, 15 * seat + 15):
                hands[seat] |= 1 << order[index]
        hands[dealer] |= 1 << order[60] | 1 << order[61]
        margins[deal] = table_margin(place, policies, standings, hands, dealer)
        margins[deal] -= table_margin(place, exchanged, standings, hands, dealer)
    return margins


@inner
def table_margin(
    place: NDArray[np.int64],
    policies: NDArray[np.int64],
    standings: NDArray[np.int64],
    hands: NDArray[np.int64],
    dealer: int,
) -> int:
    """Play dealt hands from the discard to the end; the margin with declarations."""
    for seat in range(4):
        place[HANDS + seat] = hands[seat]
    pair = best_discards(hands[dealer], policies[dealer & 1])
    place[DISCARDS] = pair
    place[HANDS + dealer] ^= pair
    begin(place, dealer)
    declared = declare(place, 0b1111)
    return declared + play_by_policies(place, policies, standings)
