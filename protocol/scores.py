"""Scores on the wire: every point with the cards it comes from and the rule behind it.

The lines of a score add up to its totals, so that a client can show where each point
comes from and needs to know no rule for it.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from protocol.base import Told
from protocol.fields import (
    CardCode,
    Commitment,
    Entropy,
    Hand,
    Pile,
    Points,
    RuleNumber,
    SeatNumber,
    ShownName,
    TeamNumber,
    TrickCount,
    TwoCards,
    TwoTrickCounts,
)


class StandIn(Told):
    """A contatore in the place of a missing card (R31)."""

    contatore: Literal["BG", "MT"]
    stands_for: CardCode


class ScoreLine(Told):
    """One combination: a cricca or a sequence."""

    kind: Literal["cricca", "sequence"]
    name: Literal[
        "tarocchi",
        "kings",
        "queens",
        "knights",
        "jacks",
        "swords",
        "batons",
        "cups",
        "coins",
        "aces",
        "moors",
        "grande",
    ]
    cards: Annotated[
        tuple[CardCode, ...], Field(strict=False, min_length=2, max_length=22)
    ]
    """The real cards, in the order of the row."""
    stand_ins: Annotated[tuple[StandIn, ...], Field(strict=False, max_length=2)]
    added: Annotated[tuple[CardCode, ...], Field(strict=False, max_length=2)]
    """Contatori that only make the row longer (R33)."""
    length: Annotated[int, Field(ge=3, le=22)]
    """How many cards count, contatori included."""
    points: Points
    """Before doubling."""
    factor: Annotated[int, Field(ge=1, le=2)]
    """2 when three or more of this kind double each other (R24, R26)."""
    rule: RuleNumber


ScoreLines: TypeAlias = Annotated[
    tuple[ScoreLine, ...], Field(strict=False, max_length=12, fail_fast=True)
]


class Combinations(Told):
    """All combinations of a hand or a pile."""

    cricche_total: Points
    """Points of the cricche after doubling."""
    sequences_total: Points
    """Points of the sequences after doubling."""
    total: Points
    public_cards: Pile
    """The cards that count in some combination (A28), in card order."""
    lines: ScoreLines


class DeclaredPoints(Told):
    """What one seat of the team declared."""

    seat: SeatNumber
    total: Points


DeclaredByTeam: TypeAlias = Annotated[
    tuple[DeclaredPoints, ...], Field(strict=False, max_length=2, fail_fast=True)
]


class TeamScore(Told):
    """The four parts of a team's result (R22), and what they were counted from."""

    card_points: Points
    """Count values less half a point per card (R20)."""
    pile: Pile
    """All cards of the team after discards and Matto are settled, in card order."""
    value_sum: Points
    """Sum of the count values of the pile (R19)."""
    last_trick: Annotated[int, Field(ge=0, le=6)]
    """6 for the team that won it, else 0 (R21)."""
    captured: Points
    """Combinations of the pile; the same as `combinations.total`."""
    declared: Points
    """Sum of `declarations`."""
    total: Points
    combinations: Combinations
    declarations: DeclaredByTeam


FourHands: TypeAlias = Annotated[tuple[Hand, Hand, Hand, Hand], Field(strict=False)]
FourEntropies: TypeAlias = Annotated[
    tuple[Entropy | None, Entropy | None, Entropy | None, Entropy | None],
    Field(strict=False),
]
FourCounts: TypeAlias = Annotated[
    tuple[TrickCount, TrickCount, TrickCount, TrickCount], Field(strict=False)
]
FourNames: TypeAlias = Annotated[
    tuple[ShownName, ShownName, ShownName, ShownName], Field(strict=False)
]


class Settlement(Told):
    """A finished deal: how it was settled, and everything that was hidden."""

    teams: Annotated[tuple[TeamScore, TeamScore], Field(strict=False)]
    tricks_won: TwoTrickCounts
    given_for_matto: CardCode | None
    """The card given in exchange for the Matto (R35, R36), if there was one."""
    matto: Literal["kept", "exchanged", "lost"]
    matto_owner: TeamNumber
    """The team that was dealt it."""
    matto_winner: TeamNumber
    """The team that won the trick with the Matto in it."""
    discards: TwoCards
    discards_to: TeamNumber
    """The team for which the discards count (R38)."""
    result: Literal["team 0", "team 1", "draw"]
    hands: FourHands
    """As dealt, the dealer's 17 cards included, by seat."""
    secret: Commitment
    """What the commitment of the deal was made from."""
    entropies: FourEntropies
    """What each seat added of its own, by seat."""
    dealer_drawn: bool
    """Whether the dealer was drawn by lot from the same secret."""
    bot_plays: FourCounts
    """How many cards a bot played for each seat."""
    names: FourNames
    """Who sat there when the deal ended, by seat."""
