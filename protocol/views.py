"""A table as one seat may see it.

The view of a seat has a place for its own hand and discards and none for those of the
others, so there is nothing in it that could be shown by mistake. `Situation` says what
can be done now; it is worked out by the server, so that a client needs no rules.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from protocol.base import Told
from protocol.fields import (
    Commitment,
    DealNumber,
    FourCards,
    FourHandCounts,
    Hand,
    Milliseconds,
    SeatNumber,
    ShownName,
    TableId,
    Trick,
    TwoCards,
    TwoPoints,
    TwoTrickCounts,
    Word,
)
from protocol.scores import Combinations, Settlement

Control: TypeAlias = Literal["person", "grace", "bot"]
"""Who plays a seat: its person; nobody yet, since its person is away; a bot."""
PlayedBy: TypeAlias = Literal["person", "bot", "timer", "claim"]
"""Who played a card: the person, a bot, the table because time was up, or the table
because a claim was agreed to."""


FourLevels: TypeAlias = Annotated[
    tuple[Word | None, Word | None, Word | None, Word | None], Field(strict=False)
]


class ShownOptions(Told):
    """The options of a table, as it was created."""

    deals: Annotated[int, Field(ge=1, le=10_000)]
    level: Word
    levels: FourLevels
    """The level of the bot at a single seat, where it differs."""
    pace_ms: Milliseconds
    private: bool
    password: bool
    """Whether sitting down asks for a password."""
    invited: bool = False
    """Whether only those may sit down who were invited."""
    people: Annotated[int, Field(ge=1, le=4)]
    fill_ms: Milliseconds
    ready_ms: Milliseconds
    turn_ms: Milliseconds
    bank_ms: Milliseconds
    increment_ms: Milliseconds = 0
    """What each move in time adds to the bank."""
    extra_time: bool = False
    """Whether somebody may have twice the time."""
    bot_seats: Word
    """When a person may take a bot's seat: `between_deals` or `at_once`."""
    spectators: bool
    spectator_delay_ms: Milliseconds = 0
    """How much later than the table people without a seat are told."""
    talk: Word
    """What may be said: `off` nothing, `phrases` those of the list, `free` texts as
    well between deals, `always` texts at any time."""
    signals: Word
    """Whether signs may go with a led card: `off`, `on` or `after_king`."""
    undo: bool
    claims: bool
    recall: Word
    """Which tricks a client may show again: `last` or `all`."""
    hints: bool
    counting: bool
    lag_budget_ms: Milliseconds = 0
    """What the moves of a seat may take on their way in a deal, not charged to it."""
    grace_ms: Milliseconds
    reserved_ms: Milliseconds


class SeatInfo(Told):
    """Who sits there."""

    occupant: Literal["empty", "person", "bot"]
    name: ShownName | None
    level: Word | None
    """The level of a bot."""
    control: Control | None
    """None for an empty seat."""
    connected: bool
    """Whether the person is connected; true for a bot."""
    ready: bool
    """Whether the person has asked for the next deal."""
    wants_pause: bool
    bank_ms: Milliseconds
    """What is left of the extra time for this deal."""
    extra_time: bool = False
    """Whether the seat has twice the time, of the turn and of the bank."""
    lag_ms: Milliseconds = 0
    """What each move may take on its way: half of the usual round trip, 500 at most."""
    lag_left_ms: Milliseconds = 0
    """What is left for that in this deal."""


class PlayedTrick(Told):
    """A finished trick."""

    leader: SeatNumber
    cards: FourCards
    """In the order played."""
    winner: SeatNumber


class Declaration(Told):
    """What a seat did when it was asked to declare."""

    skipped: bool
    """Also for a hand that had nothing to declare (A27)."""
    score: Combinations | None
    """None if it skipped."""


PlayedTricks: TypeAlias = Annotated[
    tuple[PlayedTrick, ...], Field(strict=False, max_length=15, fail_fast=True)
]
FourDeclarations: TypeAlias = Annotated[
    tuple[
        Declaration | None, Declaration | None, Declaration | None, Declaration | None
    ],
    Field(strict=False),
]


class ClaimInfo(Told):
    """A claim that waits for answers (H45)."""

    seat: SeatNumber
    ours: bool
    """Whether it claims all the tricks that are left, or gives all of them up."""


class ShownHand(Told):
    """A hand that was shown with a claim."""

    seat: SeatNumber
    hand: Hand
    """What is left of it."""


ShownHands: TypeAlias = Annotated[
    tuple[ShownHand, ...], Field(strict=False, max_length=64, fail_fast=True)
]


class DealView(Told):
    """A deal as the seat sees it."""

    deal: DealNumber
    dealer: SeatNumber
    counts: FourHandCounts
    """Cards in each hand, by seat."""
    hand: Hand | None
    """One's own cards, in card order; None for somebody without a seat."""
    discarded: bool
    """Whether the dealer has discarded."""
    discards: TwoCards | None
    """One's own, if one was the dealer."""
    declarations: FourDeclarations
    """By seat; None for a seat that has not been asked yet."""
    leader: SeatNumber
    """Who leads, or led, the trick that is on the table."""
    trick: Trick
    """The cards on the table, in the order played; empty between tricks."""
    tricks: PlayedTricks
    tricks_won: TwoTrickCounts
    """By team."""
    settlement: Settlement | None
    """The result, once the deal is over."""
    claim: ClaimInfo | None
    undo: SeatNumber | None
    """The seat that wants its last card back and waits for answers."""
    shown_hands: ShownHands


FourSeats: TypeAlias = Annotated[
    tuple[SeatInfo, SeatInfo, SeatInfo, SeatInfo], Field(strict=False)
]


class View(Told):
    """A table as the seat sees it."""

    table: TableId
    options: ShownOptions
    host: SeatNumber | None
    """The seat of the host, if he sits."""
    seats: FourSeats
    you: SeatNumber | None
    """One's own seat."""
    deals_played: Annotated[int, Field(ge=0, le=10_000)]
    match: TwoPoints
    """Sum of the totals of the deals played, by team."""
    commitment: Commitment | None
    """SHA-256 of the secret of the deal that runs; once it is over and the secret of the
    next one is chosen, of that."""
    paused: bool
    deal: DealView | None
    """The deal that runs, or the last one; None before the first."""
    closed: Word | None
    """Why the table was closed; None while it is open."""


class Situation(Told):
    """What happens next at the table, and what this seat may do about it."""

    phase: Literal["waiting", "discard", "declare", "play", "settled", "closed"]
    turn: SeatNumber | None
    """The seat that is to act."""
    deadline: Milliseconds | None
    """Server time at which the table goes on by itself; None if it waits. For a turn with
    a clock: when turn time, what the line may take, and bank are used up."""
    legal: Hand
    """One's own cards that fit the trick on the table, also while others are to act."""
    discardable: Hand
    """One's own cards that may be discarded, when one is to discard."""
    offer: Combinations | None
    """What one would declare, when one is asked; its total may be 0."""
    led: Literal["S", "B", "C", "D", "T"] | None
    """What was led: a suit, or T for trumps; None if nothing, or only the Matto."""
    winning: Annotated[int, Field(ge=0, le=3)] | None
    """Which card of the trick wins so far, 0 for the first."""
    asked: Literal["undo", "claim"] | None = None
    """What one is asked to agree to, by `reply`."""


NOTHING_TO_DO = Situation(
    phase="waiting",
    turn=None,
    deadline=None,
    legal=(),
    discardable=(),
    offer=None,
    led=None,
    winning=None,
)
"""A situation in which nobody can act."""
