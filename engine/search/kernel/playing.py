"""Legal cards and the end of a deal; compiled twins of tricks, discards, settlement."""

from __future__ import annotations

from engine.search.kernel.compiling import inner
from engine.search.kernel.scoring import card_points, combination_points
from engine.search.kernel.tables import (
    GIVING_ORDER,
    LAST_TRICK_POINTS,
    MATTO,
    NO_CARD,
    PLAIN_PIPS,
    PROTECTED_CARDS,
    TAKES_FROM,
    TRUMPS,
    VALUES,
)


@inner
def legal_cards(hand: int, asked: int) -> int:
    """What a hand may play; twin: `engine.tricks.legal_cards`.

    Args:
        hand: The cards held.
        asked: The cards of the suit asked for; 0 while the next card is free.
    """
    following = hand & asked
    trumps = hand & TRUMPS
    otherwise = trumps or hand  # no branches: nobody could predict them
    bound = (following or otherwise) | hand & MATTO
    return bound if asked else hand


@inner
def takes(card: int, best: int) -> bool:
    """Whether a card takes the trick from the best one; twin: `winning_index`.

    Args:
        card: The card played; the Matto takes nothing.
        best: The card that wins so far, or `NO_CARD`.
    """
    return bool(TAKES_FROM[best] >> card & 1)


@inner
def discardable_cards(hand: int) -> int:
    """What the dealer may lay away; twin: `engine.discards.discardable_cards`."""
    return hand & ~PROTECTED_CARDS


@inner
def card_for_matto(own: int, other: int) -> int:
    """The card given for the Matto; twin: `engine.settlement.card_for_matto`."""
    pips = own & PLAIN_PIPS
    least = 6
    for index in range(len(GIVING_ORDER)):
        card = int(GIVING_ORDER[index])
        if pips >> card & 1:
            return card
        if own >> card & 1 and VALUES[card] < least:
            least = VALUES[card]
    given = NO_CARD
    most = 0
    for index in range(len(GIVING_ORDER)):
        card = int(GIVING_ORDER[index])
        if own >> card & 1 and VALUES[card] == least:
            bit = 1 << card
            gain = combination_points(own ^ bit | MATTO)
            gain -= combination_points(other ^ MATTO | bit)
            if given == NO_CARD or gain > most:
                given = card
                most = gain
    return given


@inner
def settled_margin(
    piles: tuple[int, int],
    tricks_won_0: int,
    discards: int,
    dealer_team: int,
    matto_team: int,
    last_trick_team: int,
) -> int:
    """Total of team 0 less that of team 1, without declarations; twin: `settle`.

    Args:
        piles: The tricks each team has won, as cards.
        tricks_won_0: How many team 0 has won, 0 to 15.
        discards: The two cards laid away.
        dealer_team: Whose team laid them away.
        matto_team: The team that was dealt the Matto.
        last_trick_team: The team that won the fifteenth trick.
    """
    pile_0, pile_1 = piles
    to_0 = dealer_team == 0
    if tricks_won_0 == (0 if to_0 else 15):  # R38: that team has won no trick
        to_0 = not to_0
    if to_0:
        pile_0 |= discards
    else:
        pile_1 |= discards
    if matto_team == 0 and pile_1 & MATTO and tricks_won_0 > 0:
        bit = 1 << card_for_matto(pile_0, pile_1)
        pile_0 ^= bit | MATTO
        pile_1 ^= bit | MATTO
    elif matto_team == 1 and pile_0 & MATTO and tricks_won_0 < 15:
        bit = 1 << card_for_matto(pile_1, pile_0)
        pile_0 ^= bit | MATTO
        pile_1 ^= bit | MATTO
    margin = LAST_TRICK_POINTS if last_trick_team == 0 else -LAST_TRICK_POINTS
    margin += card_points(pile_0) - card_points(pile_1)
    return margin + combination_points(pile_0) - combination_points(pile_1)
