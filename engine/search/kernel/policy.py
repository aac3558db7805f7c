"""The player inside the playouts: what a card is worth, and which card it plays.

It goes by what is public and by its own hand. Chances are parts of 1024, points are
parts of 16, and every number that it weighs by is one of the weights, so that a tuner
can set them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from engine.search.kernel.compiling import inner, lowest, popcount
from engine.search.kernel.place import (
    ASKED,
    BEST_SEAT,
    HANDS,
    LACKS,
    LAID,
    PILES,
    SHOWN,
    TRICK,
    legal_here,
    seat_on_turn,
    winning_card,
)
from engine.search.kernel.playing import takes
from engine.search.kernel.tables import (
    ACES,
    CRICCHE,
    DECK,
    FOLLOWS,
    MATTO_CARD,
    MOORS,
    NO_CARD,
    TAKES_FROM,
    TRUMPS,
    frozen,
)
from engine.search.weights import (
    COST,
    COST_NOW,
    COST_PER_TRICK_LEFT,
    LEAD_LENGTH,
    LEAD_OPPONENT_VOID,
    LEAD_PARTNER_VOID,
    LEAD_TRUMP,
    LEAD_TRUMP_LENGTH,
    NOBODY_TAKES,
    OPPONENT_WILL,
    PARTNER_WILL,
    STANDING,
    TO_COME,
    WORTH,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CERTAIN_BITS: Final = 10
CERTAIN: Final = 1 << CERTAIN_BITS
"""The chance of what is sure."""
_SHARES: Final = 16


def _chance_of_one(cards: int, share: int) -> int:
    """That a hand with this share of the unseen cards holds one of so many."""
    none = (1 - Fraction(share, _SHARES)) ** cards
    return int(CERTAIN * (1 - none))


# By number of cards that matter, at most 21, then by the share of the hand.
_HOLDS_ONE: Final = frozen(
    _chance_of_one(cards, share) for cards in range(22) for share in range(_SHARES + 1)
)


_SHARE_OF: Final = frozen(
    min(held * _SHARES // max(unseen, 1), _SHARES)
    for held in range(64)
    for unseen in range(64)
)
"""By 64 times the cards of a hand and the unseen ones: the share of the hand.

A table, since a division takes longer than all else that a guess needs.
"""


@inner
def times(chance: int, other: int) -> int:
    """The chance that both of two things come true, if neither tells of the other."""
    return chance * other >> CERTAIN_BITS


@inner
def holds_one(cards: int, share: int) -> int:
    """How likely a hand with this share of what is unseen holds one of these cards."""
    return _HOLDS_ONE[min(popcount(cards), 21) * (_SHARES + 1) + (share & 31)]  # type: ignore[no-any-return]


@inner
def holds_one_or_shows(cards: int, shown: int, share: int) -> int:
    """As `holds_one`, for a hand that has shown some of its cards."""
    return CERTAIN if cards & shown else holds_one(cards, share)


@inner
def shown_by_others(place: NDArray[np.int64], seat: int) -> int:
    """The cards that seats other than this one have declared."""
    shown = 0
    for step in range(1, 4):
        shown |= place[SHOWN + (seat + step & 3)]
    return shown


@inner
def unseen_by(place: NDArray[np.int64], seat: int) -> int:
    """The cards that a seat has not seen: other hands, and the discards."""
    seen = place[PILES] | place[PILES + 1] | place[TRICK] | place[HANDS + seat]
    return DECK & ~seen  # type: ignore[no-any-return]


@inner
def outlook_on(
    place: NDArray[np.int64], seat: int, unseen: int
) -> tuple[int, int, int]:
    """What others than a seat may reckon with in its hand.

    Args:
        place: Where the deal stands.
        seat: The seat.
        unseen: The cards that the guessing seat has not seen, at least one.

    Returns:
        The cards that it may hold, those of them that it has shown, and its share of
        the unseen cards.
    """
    possible = unseen & ~(place[LACKS + seat] | shown_by_others(place, seat))
    share = _SHARE_OF[popcount(place[HANDS + seat]) << 6 | popcount(unseen)]
    return possible, place[SHOWN + seat], share


@inner
def chance_of_taking(outlook: tuple[int, int, int], best: int, asked: int) -> int:
    """A guess at how likely a seat holds a card that takes the trick and may play it.

    Args:
        outlook: On that seat, see `outlook_on`.
        best: The card that wins so far.
        asked: The cards of the suit asked for.
    """
    possible, shown, share = outlook
    taking = possible & TAKES_FROM[best & 63]
    if taking == 0:
        return 0
    following = possible & asked
    if asked == TRUMPS or following == 0:
        return holds_one_or_shows(taking, shown, share)
    chance = holds_one_or_shows(taking & asked, shown, share)
    trumps = taking & TRUMPS
    if trumps and not following & shown:
        void = CERTAIN - holds_one(following, share)
        chance += times(void, holds_one_or_shows(trumps, shown, share))
    return min(chance, CERTAIN)


@inner
def outlooks_here(
    place: NDArray[np.int64], unseen: int
) -> tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]:
    """The outlooks of the seat on turn on those after it, if they are still to play."""
    seat = seat_on_turn(place)
    nothing = (0, 0, 0)
    left = 3 - place[LAID]
    return (
        outlook_on(place, seat + 1 & 3, unseen) if left > 0 else nothing,
        outlook_on(place, seat + 2 & 3, unseen) if left > 1 else nothing,
        outlook_on(place, seat + 3 & 3, unseen) if left > 2 else nothing,
    )


@inner
def chance_of_winning(
    outlooks: tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]],
    policy: NDArray[np.int64],
    best: int,
    ours: int,
    asked: int,
) -> int:
    """A guess at how likely the side of the seat on turn wins the trick.

    Args:
        outlooks: On the seats after it; one that has played can take nothing.
        policy: The table of the weights.
        best: The card that wins once that seat has played.
        ours: `CERTAIN` if it is this side's card, else 0.
        asked: The cards of the suit asked for, once that seat has played.
    """
    opponent, partner, last = outlooks
    will = times(policy[OPPONENT_WILL], chance_of_taking(opponent, best, asked))
    ours -= times(ours, will)
    will = times(policy[PARTNER_WILL], chance_of_taking(partner, best, asked))
    ours += times(CERTAIN - ours, will)
    will = times(policy[OPPONENT_WILL], chance_of_taking(last, best, asked))
    return ours - times(ours, will)


# The kinds of which three or four count together, and the pairs of numbers captured.
_KINDS: Final = frozen([*CRICCHE, ACES, MOORS])
_PAIRS: Final = ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0))
_PLACES: Final = frozen(
    next((i for i, pair in enumerate(_PAIRS) if sorted(pair) == sorted((a, b))), 0)
    for a in range(5)
    for b in range(5)
)
KINDS: Final = len(_KINDS)
_KIND_OF: Final = frozen(
    next((i for i in range(KINDS) if int(_KINDS[i]) >> card & 1), KINDS)
    for card in range(MATTO_CARD + 1)
)


@inner
def tell_standings(place: NDArray[np.int64], standings: NDArray[np.int64]) -> None:
    """Count for each kind what the two sides have captured of it.

    Args:
        place: Where the deal stands, between two tricks or within one.
        standings: One number for each kind, and one more, which stays 0 and stands
            for the cards of no kind.
    """
    for kind in range(KINDS):
        first = popcount(place[PILES] & _KINDS[kind])
        second = popcount(place[PILES + 1] & _KINDS[kind])
        standings[kind] = _PLACES[5 * first + second]


@inner
def worth_of(card: int, policy: NDArray[np.int64], standings: NDArray[np.int64]) -> int:
    """Points that this card adds to the side that captures it."""
    factor = policy[STANDING + (standings[_KIND_OF[card] & 7] & 7)]
    return policy[WORTH + card] * factor >> 4  # type: ignore[no-any-return]


@inner
def stake_without(
    place: NDArray[np.int64], policy: NDArray[np.int64], standings: NDArray[np.int64]
) -> int:
    """Points at stake in the trick: what lies there, and what others will still add."""
    stake = policy[TO_COME] * (3 - place[LAID])
    table = place[TRICK]
    while table:
        stake += worth_of(lowest(table), policy, standings)
        table &= table - 1
    return stake  # type: ignore[no-any-return]


@inner
def lead_bonus(place: NDArray[np.int64], policy: NDArray[np.int64], card: int) -> int:
    """What speaks for leading the suit of a card, in points."""
    if card == MATTO_CARD:
        return 0
    suit = FOLLOWS[card]
    seat = seat_on_turn(place)
    length = popcount(place[HANDS + seat] & suit)
    if suit == TRUMPS:
        return policy[LEAD_TRUMP] + policy[LEAD_TRUMP_LENGTH] * length  # type: ignore[no-any-return]
    bonus = policy[LEAD_LENGTH] * length
    for step in range(1, 4):
        if place[LACKS + (seat + step & 3)] & suit == suit:
            bonus += policy[LEAD_PARTNER_VOID if step == 2 else LEAD_OPPONENT_VOID]
    return bonus  # type: ignore[no-any-return]


@inner
def choose_card(
    place: NDArray[np.int64], policy: NDArray[np.int64], standings: NDArray[np.int64]
) -> int:
    """The card that the seat on turn plays: the best by its weights, or the lowest."""
    cards = legal_here(place)
    if cards & (cards - 1) == 0:
        return lowest(cards)
    seat = seat_on_turn(place)
    best = winning_card(place)
    asked = place[ASKED]
    unseen = unseen_by(place, seat)
    outlooks = outlooks_here(place, unseen)
    left = popcount(place[HANDS + seat])
    price = policy[COST_NOW] + policy[COST_PER_TRICK_LEFT] * left
    stake = stake_without(place, policy, standings)
    otherwise = policy[NOBODY_TAKES]
    if best != NO_CARD:
        ours = 0 if place[BEST_SEAT] + seat & 1 else CERTAIN
        otherwise = chance_of_winning(outlooks, policy, best, ours, asked)
    chosen = NO_CARD
    most = 0
    follow = taken = chance_if_taken = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        chance = otherwise
        if takes(card, best):
            suit = asked or FOLLOWS[card]
            by = TAKES_FROM[card] & unseen
            if suit != follow or by != taken:  # else as with the card before
                follow, taken = suit, by
                chance_if_taken = chance_of_winning(
                    outlooks, policy, card, CERTAIN, suit
                )
            chance = chance_if_taken
        at_stake = stake + worth_of(card, policy, standings)
        value = (2 * chance - CERTAIN) * at_stake
        value -= policy[COST + card] * price * (CERTAIN >> 4)
        if place[LAID] == 0:
            value += lead_bonus(place, policy, card) * CERTAIN
        if chosen == NO_CARD or value > most:
            chosen = card
            most = value
    return chosen
