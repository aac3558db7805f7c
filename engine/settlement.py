"""The end of a deal: discards, Matto, count (R21, R22, R34-R38, A29-A32, A41-A49).

The order is fixed (A44): the discards go to a team, then the Matto is settled, then
everything is counted. The result says where every point comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.card_points import card_points, count_value, value_sum
from engine.cards import (
    ACES,
    ANGEL,
    BEGATO,
    MATTO,
    MOON,
    MOORS,
    NUMBERED_TRUMPS,
    PLAIN_SUITS,
    SUN,
    WORLD,
    Card,
    CardSet,
    card_named,
)
from engine.combinations import CombinationScore, combinations_of
from engine.errors import BrokenInvariant
from engine.seats import TEAMS, Seat, Team, other_team, team_of

LAST_TRICK_POINTS: Final = 6
"""For the team that wins the fifteenth trick, outside the 87 (R21, A32)."""

GIVING_ORDER: Final[tuple[Card, ...]] = (
    *(card_named(s, rank) for s in PLAIN_SUITS for rank in ("6", "7", "8", "9", "10")),
    *reversed(NUMBERED_TRUMPS),
    *MOORS,
    MOON,
    SUN,
    *ACES,
    *(card_named(suit, rank) for suit in PLAIN_SUITS for rank in ("F", "C", "Q", "R")),
    BEGATO,
    WORLD,
    ANGEL,
)
"""A47, step 3: which card is given when several serve the owner equally well."""
PLAIN_PIPS: Final = CardSet.from_cards(GIVING_ORDER[:20])
"""The cards 6 to 10 of the four suits, which are in no combination."""


class MattoCase(Enum):
    """How the Matto was settled; the value is its name in data."""

    KEPT = "kept"
    """The owner's team won its trick (R34)."""
    EXCHANGED = "exchanged"
    """The other team won its trick and got a card for it (R35, R36)."""
    LOST = "lost"
    """The owner's team won no trick (R37)."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """What a deal has come to when the last card is on the table."""

    trick_piles: tuple[CardSet, CardSet]
    """Cards of the tricks each team won; the Matto lies where it was played."""
    tricks_won: tuple[int, int]
    """By team; fifteen together."""
    dealer: Seat
    discards: tuple[Card, Card]
    matto_owner: Seat
    """The seat that was dealt the Matto, and so played it."""
    last_trick_team: Team
    declarations: tuple[CombinationScore | None, ...]
    """By seat; None for a seat that skipped."""


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The four parts of a team's total (R22), and the pile they come from."""

    pile: CardSet
    """Captured cards after discards and Matto were settled."""
    combinations: CombinationScore
    """Of the pile (A41)."""
    declaration_points: int
    """Of both seats of the team; kept whoever captured the cards (A29)."""
    last_trick_points: int
    """6 or 0 (R21)."""

    @property
    def value_sum(self) -> int:
        """Count values of the pile, before half a point a card is taken off (R19)."""
        return value_sum(self.pile)

    @property
    def card_points(self) -> int:
        """Card points of the pile (R20)."""
        return card_points(self.pile)

    @property
    def combination_points(self) -> int:
        """Points of the captured combinations after doubling."""
        return self.combinations.total

    @property
    def total(self) -> int:
        """All four parts together (R22)."""
        return (
            self.card_points
            + self.last_trick_points
            + self.combination_points
            + self.declaration_points
        )


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a deal."""

    teams: tuple[TeamScore, TeamScore]
    tricks_won: tuple[int, int]
    declared_by_seat: tuple[int, int, int, int]
    matto_case: MattoCase
    matto_owner: Seat
    given_for_matto: Card | None
    """Set if and only if the Matto was exchanged."""
    discards: tuple[Card, Card]
    discards_team: Team
    """The team in whose pile the discards count (R5, R38)."""

    @property
    def winner(self) -> Team | None:
        """The team with the higher total; None for a draw (R2, A49)."""
        first, second = (team.total for team in self.teams)
        if first == second:
            return None
        return TEAMS[0] if first > second else TEAMS[1]


def settle(played: PlayedDeal) -> Settlement:
    """Settle and count a deal whose fifteen tricks are played."""
    piles = list(played.trick_piles)
    discards_team = _settle_discards(played, piles)
    case, given = _settle_matto(played, piles)
    declared = [0 if score is None else score.total for score in played.declarations]
    teams = [
        TeamScore(
            pile=piles[team],
            combinations=combinations_of(piles[team]),
            declaration_points=declared[team] + declared[team + 2],
            last_trick_points=(
                LAST_TRICK_POINTS if team == played.last_trick_team else 0
            ),
        )
        for team in TEAMS
    ]
    return Settlement(
        teams=(teams[0], teams[1]),
        tricks_won=played.tricks_won,
        declared_by_seat=(declared[0], declared[1], declared[2], declared[3]),
        matto_case=case,
        matto_owner=played.matto_owner,
        given_for_matto=given,
        discards=played.discards,
        discards_team=discards_team,
    )


def _settle_discards(played: PlayedDeal, piles: list[CardSet]) -> Team:
    team = team_of(played.dealer)  # R5, A41
    if played.tricks_won[team] == 0:
        team = other_team(team)  # R38, A42
    piles[team] |= CardSet.from_cards(played.discards)
    return team


def _settle_matto(
    played: PlayedDeal, piles: list[CardSet]
) -> tuple[MattoCase, Card | None]:
    """Settle the Matto between two piles that hold the discards already (A44)."""
    owner = team_of(played.matto_owner)
    other = other_team(owner)
    if MATTO in piles[owner]:
        return MattoCase.KEPT, None  # R34, A43: the owner won its trick
    if played.tricks_won[owner] == 0:
        return MattoCase.LOST, None  # R37, A43
    given = card_for_matto(piles[owner], piles[other])  # R35
    piles[owner] = piles[owner].without_card(given).with_card(MATTO)
    piles[other] = piles[other].without_card(MATTO).with_card(given)  # A48
    return MattoCase.EXCHANGED, given


def card_for_matto(own_pile: CardSet, other_pile: CardSet) -> Card:
    """The card that the owner of the Matto gives for it (R35, R36, A45-A47).

    Args:
        own_pile: The owner's whole pile, discards included, without the Matto.
        other_pile: The other team's pile, with the Matto.

    Raises:
        BrokenInvariant: If the own pile is empty, which A46 rules out.
    """
    pips = own_pile & PLAIN_PIPS
    if pips.bits:  # A47: a plain pip is in no combination, so the first one serves
        return next(card for card in GIVING_ORDER if card in pips)
    if not own_pile.bits:
        msg = "the owner of the Matto has won a trick and holds no card"
        raise BrokenInvariant(msg)
    lowest = min(count_value(card) for card in own_pile)  # R35, or R36 if above 1
    candidates = [
        card
        for card in GIVING_ORDER
        if card in own_pile and count_value(card) == lowest
    ]
    return max(  # the first of equals wins, so the order of A47 breaks ties
        candidates, key=lambda card: _gain_of_giving(card, own_pile, other_pile)
    )


def _gain_of_giving(card: Card, own_pile: CardSet, other_pile: CardSet) -> int:
    """Own captured combinations less the others', after the exchange (A47)."""
    own = own_pile.without_card(card).with_card(MATTO)
    other = other_pile.without_card(MATTO).with_card(card)
    return combinations_of(own).total - combinations_of(other).total
