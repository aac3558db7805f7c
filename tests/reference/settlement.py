"""What each team is left with after trick 15, and what it counts for.

The order is that of A44: the discards find their team, then the Matto its owner,
then everything is counted. Teams are 0 and 1. The card given for the Matto is
found by trying every candidate.
"""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Final, TypedDict

from tests.reference.cards import MATTO, NUMBERS, SUITS, count_value
from tests.reference.combinations import explain

LAST_TRICK_POINTS: Final = 6  # R21, A32

# A47, the third step: the first in this order is given, all else being equal.
GIVING_ORDER: Final = (
    *(suit + pip for suit in SUITS for pip in ("6", "7", "8", "9", "10")),
    *reversed(NUMBERS),
    *("M1", "M2", "M3", "M4"),
    *("LU", "SO"),
    *(suit + "A" for suit in SUITS),
    *(suit + court for suit in SUITS for court in ("F", "C", "Q", "R")),
    *("BG", "MN", "AN"),
)


class SettledTeam(TypedDict):
    """One team's count, opening declarations left out."""

    card_points: int
    last_trick: int
    captured: int
    total: int


class Settlement(TypedDict):
    """Both teams' counts, and the card that was given for the Matto, if any."""

    given_for_matto: str | None
    teams: list[SettledTeam]


def card_points(codes: Iterable[str]) -> int:
    """The card points of a pile: count values, half a point off for each card.

    Raises:
        ValueError: an odd number of cards, which no settled pile has (A31).
    """
    pile = list(codes)
    points = sum(map(count_value, pile)) - Fraction(len(pile), 2)  # R20, A30
    if points.denominator != 1:
        msg = f"a settled pile has an even number of cards, not {len(pile)}"
        raise ValueError(msg)
    return points.numerator


def settle(
    trick_piles: Sequence[Collection[str]],
    tricks_won: Sequence[int],
    *,
    matto_owner: int,
    dealer_team: int,
    discards: Collection[str],
    last_trick_team: int,
) -> Settlement:
    """Settle discards and Matto, and count both piles.

    Args:
        trick_piles: for each team, the cards of the tricks that it won.
        tricks_won: for each team, the number of those tricks.
        matto_owner: the team of the player who was dealt the Matto.
        dealer_team: the team of the dealer.
        discards: the dealer's two cards, which are in neither pile.
        last_trick_team: the team that won trick 15.
    """
    piles = [set(trick_piles[0]), set(trick_piles[1])]

    # R5: the discards are the dealer's team's; R38, A42: not without a trick.
    keeper = dealer_team if tricks_won[dealer_team] > 0 else 1 - dealer_team
    piles[keeper] |= set(discards)

    # R34, A43: nothing happens if the owner's team won the Matto's trick, and
    # R37: nothing either if it won no trick at all; the Matto is lost then.
    owner, other = matto_owner, 1 - matto_owner
    given = None
    if MATTO in piles[other] and tricks_won[owner] > 0:
        given = card_to_give(piles[owner], piles[other])
        piles[owner], piles[other] = exchanged(piles[owner], piles[other], given)

    teams: list[SettledTeam] = []
    for team in (0, 1):
        points = card_points(piles[team])
        last_trick = LAST_TRICK_POINTS if team == last_trick_team else 0
        captured = explain(piles[team])["total"]
        teams.append(
            {
                "card_points": points,
                "last_trick": last_trick,
                "captured": captured,
                "total": points + last_trick + captured,
            }
        )
    return {"given_for_matto": given, "teams": teams}


def card_to_give(own: set[str], other: set[str]) -> str:
    """The card that the Matto's owner gives for it (R35, R36, A45 to A47)."""
    one_point = [card for card in own if count_value(card) == 1]  # R35
    lowest = min(map(count_value, own))  # R36
    candidates = one_point or [card for card in own if count_value(card) == lowest]

    def preference(card: str) -> tuple[int, int]:
        """Least is best: the greatest advantage, then the fixed order."""
        own_after, other_after = exchanged(own, other, card)
        advantage = explain(own_after)["total"] - explain(other_after)["total"]
        return -advantage, GIVING_ORDER.index(card)

    return min(candidates, key=preference)


def exchanged(own: set[str], other: set[str], given: str) -> tuple[set[str], set[str]]:
    """Both piles after the exchange (A48)."""
    return own - {given} | {MATTO}, other - {MATTO} | {given}
