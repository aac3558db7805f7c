"""What happens at a table: the items of an `events` message.

Every item stands for one event of the table's history and so for one version. What a
seat may not know comes as `hidden`, in its place: numbers never have gaps. An item of
a kind that the client does not know takes its place likewise and changes nothing.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Discriminator, Field, Tag

from protocol import limits
from protocol.base import Told
from protocol.clock_items import (
    BankSpent,
    ClockCredited,
    ClockReceipt,
    LagNoted,
    Paused,
    PauseEnded,
    PauseWished,
)
from protocol.fields import (
    CardCode,
    Commitment,
    DealNumber,
    Entropy,
    FourCards,
    FourHandCounts,
    Hand,
    SeatNumber,
    ShownName,
    TrickNumber,
    TwoCards,
    TwoPoints,
    VersionOfTable,
    Word,
)
from protocol.scores import Combinations, Settlement
from protocol.views import Control, PlayedBy


class SeatTaken(Told):
    """Somebody sits down, or a bot takes the seat."""

    kind: Literal["seat_taken"] = "seat_taken"
    seat: SeatNumber
    occupant: Literal["person", "bot"]
    name: ShownName
    level: Word | None
    """The level of a bot."""
    you: bool
    """Whether it is the client that is told."""
    extra_time: bool = False
    """Whether the seat has twice the time."""
    host: SeatNumber | None
    """The seat of the host from now on."""


class SeatLeft(Told):
    """The seat is empty again."""

    kind: Literal["seat_left"] = "seat_left"
    seat: SeatNumber
    host: SeatNumber | None
    """The seat of the host from now on."""


class ControlChanged(Told):
    """Somebody else plays the seat from now on, or its person is away or back."""

    kind: Literal["control"] = "control"
    seat: SeatNumber
    control: Control
    connected: bool


class DealCommitted(Told):
    """The server has chosen the secret of the next deal and can no longer change it."""

    kind: Literal["deal_committed"] = "deal_committed"
    deal: DealNumber
    commitment: Commitment
    """SHA-256 of the secret."""


class EntropyAdded(Told):
    """A seat has added bytes of its own to the next deal; its last ones count."""

    kind: Literal["entropy_added"] = "entropy_added"
    seat: SeatNumber
    entropy: Entropy


class DealStarted(Told):
    """The cards are dealt."""

    kind: Literal["deal_started"] = "deal_started"
    deal: DealNumber
    dealer: SeatNumber
    counts: FourHandCounts
    """17 for the dealer, 15 for the others (R4)."""
    hand: Hand | None
    """One's own; None for somebody who looks on."""


class Discarded(Told):
    """The dealer has laid two cards away (R5)."""

    kind: Literal["discarded"] = "discarded"
    seat: SeatNumber
    cards: TwoCards | None
    """Told to the dealer only."""


class Declared(Told):
    """A seat has declared; the cards that count are public from now on (A28)."""

    kind: Literal["declared"] = "declared"
    seat: SeatNumber
    score: Combinations


class Skipped(Told):
    """A seat declares nothing, whether it had something or not (A27)."""

    kind: Literal["skipped"] = "skipped"
    seat: SeatNumber


class CardPlayed(Told):
    """A card falls."""

    kind: Literal["card_played"] = "card_played"
    seat: SeatNumber
    card: CardCode
    by: PlayedBy
    clock: ClockReceipt | None = None
    """Where the time went; None for a card that no person played."""


class TrickWon(Told):
    """A trick is complete."""

    kind: Literal["trick_won"] = "trick_won"
    trick: TrickNumber
    leader: SeatNumber
    cards: FourCards
    """In the order played."""
    winner: SeatNumber
    """Leads the next one (R11)."""


class DealSettled(Told):
    """The deal is over and counted."""

    kind: Literal["deal_settled"] = "deal_settled"
    deal: DealNumber
    settlement: Settlement
    """The result."""
    match: TwoPoints
    """Sum of the totals of the deals played, this one included, by team."""
    deals_played: Annotated[int, Field(ge=0, le=10_000)]
    """Of this match, this one included."""


class KickVoted(Told):
    """Somebody wants a person to leave; once most of the others do, it happens."""

    kind: Literal["kick_voted"] = "kick_voted"
    seat: SeatNumber
    """Who is to leave."""
    by: SeatNumber
    """Who wants it."""


class Ready(Told):
    """A person asks for the next deal."""

    kind: Literal["ready"] = "ready"
    seat: SeatNumber


class MatchBegan(Told):
    """All deals were played; the table plays again from zero."""

    kind: Literal["match_began"] = "match_began"


class SignGiven(Told):
    """A leader has given a permitted signal with the card that was led (H43)."""

    kind: Literal["sign"] = "sign"
    seat: SeatNumber
    sign: Word
    """`busso`, `striscio` or `volo`."""


class UndoAsked(Told):
    """A seat wants its last card back (H44)."""

    kind: Literal["undo_asked"] = "undo_asked"
    seat: SeatNumber


class UndoAnswered(Told):
    """A seat agrees to that; or the question is over."""

    kind: Literal["undo_answered"] = "undo_answered"
    seat: SeatNumber
    """Who answers; the seat that asked, when time was up."""
    agrees: bool
    """False ends the question, whoever says it."""


class TakenBack(Told):
    """All agree: the last card goes back to the hand it came from.

    If it had completed a trick, the trick lies open again.
    """

    kind: Literal["taken_back"] = "taken_back"
    seat: SeatNumber
    card: CardCode


class ClaimMade(Told):
    """A seat says that the rest of the tricks is decided, and shows its hand (H45)."""

    kind: Literal["claim_made"] = "claim_made"
    seat: SeatNumber
    ours: bool
    hand: Hand


class ClaimAnswered(Told):
    """An opponent agrees to a claim; or play goes on."""

    kind: Literal["claim_answered"] = "claim_answered"
    seat: SeatNumber
    """Who answers; the seat that claimed, when time was up or it cannot hold."""
    agrees: bool
    """False ends the question, whoever says it."""


class Rewound(Told):
    """The store had lost the end of this history."""

    kind: Literal["rewound"] = "rewound"
    lost: VersionOfTable
    """So many events are gone."""


class Restored(Told):
    """The store had lost the table; a server put it back."""

    kind: Literal["restored"] = "restored"


class HandsLookedAt(Told):
    """Whoever runs the server has looked at the hidden cards of this table."""

    kind: Literal["hands_looked_at"] = "hands_looked_at"


class TableClosed(Told):
    """Nothing more happens here."""

    kind: Literal["table_closed"] = "table_closed"
    reason: Word


class Hidden(Told):
    """Something that this seat may not know."""

    kind: Literal["hidden"] = "hidden"


class UnknownItem(Told):
    """Something that only newer clients know."""

    kind: Annotated[
        str,
        Field(
            max_length=limits.TEXT_LENGTH,
            json_schema_extra=lambda schema: schema.update(
                {"not": {"enum": sorted(KINDS)}}
            ),
        ),
    ]


KnownItem: TypeAlias = (
    SeatTaken
    | SeatLeft
    | ControlChanged
    | DealCommitted
    | EntropyAdded
    | DealStarted
    | Discarded
    | Declared
    | Skipped
    | CardPlayed
    | TrickWon
    | DealSettled
    | KickVoted
    | Ready
    | MatchBegan
    | SignGiven
    | BankSpent
    | LagNoted
    | ClockCredited
    | PauseWished
    | Paused
    | PauseEnded
    | UndoAsked
    | UndoAnswered
    | TakenBack
    | ClaimMade
    | ClaimAnswered
    | Rewound
    | Restored
    | HandsLookedAt
    | TableClosed
    | Hidden
)
KINDS: Final = frozenset(
    known.model_fields["kind"].default for known in get_args(KnownItem)
)
"""The kinds of this version."""


def _kind_of(item: object) -> str:
    kind = item.get("kind") if isinstance(item, dict) else getattr(item, "kind", None)
    return kind if isinstance(kind, str) and kind in KINDS else "unknown"


Item: TypeAlias = KnownItem | UnknownItem
TaggedItem: TypeAlias = Annotated[
    Annotated[SeatTaken, Tag("seat_taken")]
    | Annotated[SeatLeft, Tag("seat_left")]
    | Annotated[ControlChanged, Tag("control")]
    | Annotated[DealCommitted, Tag("deal_committed")]
    | Annotated[EntropyAdded, Tag("entropy_added")]
    | Annotated[DealStarted, Tag("deal_started")]
    | Annotated[Discarded, Tag("discarded")]
    | Annotated[Declared, Tag("declared")]
    | Annotated[Skipped, Tag("skipped")]
    | Annotated[CardPlayed, Tag("card_played")]
    | Annotated[TrickWon, Tag("trick_won")]
    | Annotated[DealSettled, Tag("deal_settled")]
    | Annotated[KickVoted, Tag("kick_voted")]
    | Annotated[Ready, Tag("ready")]
    | Annotated[MatchBegan, Tag("match_began")]
    | Annotated[SignGiven, Tag("sign")]
    | Annotated[BankSpent, Tag("bank")]
    | Annotated[LagNoted, Tag("lag")]
    | Annotated[ClockCredited, Tag("clock_credited")]
    | Annotated[PauseWished, Tag("pause_wished")]
    | Annotated[Paused, Tag("paused")]
    | Annotated[PauseEnded, Tag("pause_ended")]
    | Annotated[UndoAsked, Tag("undo_asked")]
    | Annotated[UndoAnswered, Tag("undo_answered")]
    | Annotated[TakenBack, Tag("taken_back")]
    | Annotated[ClaimMade, Tag("claim_made")]
    | Annotated[ClaimAnswered, Tag("claim_answered")]
    | Annotated[Rewound, Tag("rewound")]
    | Annotated[Restored, Tag("restored")]
    | Annotated[HandsLookedAt, Tag("hands_looked_at")]
    | Annotated[TableClosed, Tag("table_closed")]
    | Annotated[Hidden, Tag("hidden")]
    | Annotated[UnknownItem, Tag("unknown")],
    Discriminator(_kind_of),
]
"""An item as it is read: by its kind, or as unknown."""
