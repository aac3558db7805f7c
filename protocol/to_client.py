"""What a server may tell: the closed family that a client reads.

A client ignores fields, kinds and ops that it does not know. `events` and `snapshot`
carry the position in the table's history that a client comes to by them: epoch, version
and token. Position, answers and times are all that a client needs to lose nothing.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from protocol import limits
from protocol.base import Told
from protocol.fields import (
    CardCode,
    CodeWord,
    CommandNumber,
    Epoch,
    Hand,
    Milliseconds,
    ResumeToken,
    RuleNumber,
    SeatNumber,
    SessionId,
    ShownName,
    TableId,
    Token,
    VersionOfTable,
    Versions,
    Wait,
    Word,
)
from protocol.items import TaggedItem
from protocol.previews import Previewed
from protocol.views import ShownOptions, Situation, View

Names: TypeAlias = Annotated[
    tuple[ShownName, ...], Field(strict=False, max_length=4, fail_fast=True)
]
Levels: TypeAlias = Annotated[
    tuple[Word, ...], Field(strict=False, max_length=16, fail_fast=True)
]
GoneTables: TypeAlias = Annotated[
    tuple[TableId, ...], Field(strict=False, max_length=1_024, fail_fast=True)
]


class SeatOf(Told):
    """A seat that the session holds."""

    table: TableId
    seat: SeatNumber


class ServerLimits(Told):
    """What this server asks its clients to keep to."""

    message_bytes: Annotated[int, Field(ge=1, le=limits.MAX_INT)]
    """Most bytes of one message to the server."""
    messages_per_s: Annotated[int, Field(ge=1, le=limits.MAX_INT)]
    """Messages in the long run."""
    burst: Annotated[int, Field(ge=1, le=limits.MAX_INT)]
    """Messages at once."""
    replay_events: VersionOfTable
    """Who missed more gets a snapshot."""
    grace_ms: Milliseconds
    """How long a seat waits for its person before a bot plays on."""
    reserved_ms: Milliseconds
    """How long a seat is kept for its person."""


Seats: TypeAlias = Annotated[
    tuple[SeatOf, ...], Field(strict=False, max_length=limits.ITEMS, fail_fast=True)
]


class Welcome(Told):
    """The answer to `hello`."""

    op: Literal["welcome"] = "welcome"
    version: Annotated[int, Field(ge=1, le=1_000)]
    """The version that both sides speak from now on."""
    session: SessionId
    """Another one than before means: the old session is gone, with its commands."""
    name: ShownName
    resume: ResumeToken = Field(repr=False)
    """For the next connection; the one before stays good until this one was used."""
    node: SessionId
    """The server process, for logs."""
    now: Milliseconds
    seats: Seats
    """Where the session sits, the seat taken last at the end; ask for each table with
    `resync`."""
    last_n: Annotated[int, Field(ge=0, le=limits.MAX_INT)]
    """Highest command number that is known of this session, 0 for none."""
    limits: ServerLimits
    levels: Levels = ()
    """How well bots can play here, the weakest level first; empty from a server that
    does not say. A table that is opened with another one is played at the best below it,
    as its options then tell."""


class Ok(Told):
    """The command counts, and is stored."""

    op: Literal["ok"] = "ok"
    n: CommandNumber
    table: TableId | None
    """The table it was for; for `create` and `quick` the one it led to."""
    version: VersionOfTable | None
    """The version of the table after it; None for `create`."""
    dup: bool
    """True for an answer that is given again; false also where that is not known."""


ArgumentText: TypeAlias = Annotated[str, Field(max_length=limits.TEXT_LENGTH)]
Arguments: TypeAlias = Annotated[
    dict[
        Annotated[str, Field(max_length=limits.WORD_LENGTH)],
        ArgumentText
        | int
        | Annotated[
            tuple[ArgumentText, ...],
            Field(strict=False, max_length=limits.ITEMS, fail_fast=True),
        ],
    ],
    Field(max_length=16),
]


class Refused(Told):
    """The command does not count, and has changed nothing."""

    op: Literal["refused"] = "refused"
    n: CommandNumber
    code: CodeWord
    rule: RuleNumber | None
    """The rule of the game behind it."""
    args: Arguments
    """What a client's sentence may want to name."""
    legal: Hand | None
    """One's own cards that would have been taken, where that is the question."""


PastItems: TypeAlias = Annotated[
    tuple[TaggedItem, ...],
    Field(strict=False, max_length=limits.EVENTS_PER_MESSAGE, fail_fast=True),
]
Items: TypeAlias = Annotated[
    tuple[TaggedItem, ...],
    Field(
        strict=False, min_length=1, max_length=limits.EVENTS_PER_MESSAGE, fail_fast=True
    ),
]


class Events(Told):
    """What happened at a table, one item for each version."""

    op: Literal["events"] = "events"
    table: TableId
    epoch: Epoch
    first: Annotated[int, Field(ge=1, le=limits.MAX_INT)]
    """The version of the first item; the others follow without a gap."""
    token: Token
    """Of the last item's version."""
    at: Milliseconds
    """When the last item was stored, in server time."""
    items: Items
    situation: Situation | None
    """After the last item; None when more follows at once."""

    @property
    def last(self) -> int:
        """The version of the last item."""
        return self.first + len(self.items) - 1


class Snapshot(Told):
    """A table as it is; it replaces everything the client knew of it."""

    op: Literal["snapshot"] = "snapshot"
    table: TableId
    epoch: Epoch
    version: VersionOfTable
    token: Token
    reason: Word
    """`sat asked trimmed rewound new_epoch slow reloaded`, or a word of a newer server."""
    said: VersionOfTable = 0
    """Number of the last line of talk at the table, 0 for none."""
    view: View
    situation: Situation


class Replayed(Told):
    """The end of what `resync` asked for, when it was answered by events."""

    op: Literal["replayed"] = "replayed"
    table: TableId
    count: VersionOfTable
    """How many events were sent."""
    version: VersionOfTable
    """The version of the table to which they led."""


class PastEvents(Told):
    """A part of the deal since its beginning, told as to whoever has one's seat now.

    Nothing of it is news: it is folded from its own `view` on, and never into what one
    knows of the table.
    """

    op: Literal["past"] = "past"
    table: TableId
    epoch: Epoch
    first: Annotated[int, Field(ge=1, le=limits.MAX_INT)]
    """The version of the first item; a `view` is as it was right before it."""
    view: View | None
    """The table when the cards had just been dealt, or as early as the server still
    knows the deal. None in an answer that goes on after a version of this deal."""
    items: PastItems
    more: bool
    """Whether there are later ones: ask again, with `after` the version of the last."""


class Candidate(Told):
    """One thing that a seat may do, and what it comes to."""

    cards: Annotated[
        tuple[CardCode, ...],
        Field(strict=False, min_length=1, max_length=2, fail_fast=True),
    ]
    """The card to play, or the two to lay away."""
    points: Annotated[int, Field(ge=-100_000, le=100_000)] | None
    """Points of one's team less those of the other at the end of the deal, as expected.
    None where the level does not reckon them."""


Candidates: TypeAlias = Annotated[
    tuple[Candidate, ...],
    Field(strict=False, max_length=limits.HINT_CANDIDATES, fail_fast=True),
]


class Hints(Told):
    """The answer to `hint`: what one may do now, the best first.

    It is worked out as a bot does it that knows what one's seat may know, and from
    nothing else: the same question has the same answer.
    """

    op: Literal["hint"] = "hint"
    table: TableId
    version: VersionOfTable
    """The version of the table that was looked at, 0 where there was none."""
    level: Word | None
    """The level of the bot that has looked."""
    declare: bool
    """Whether to declare first. It is worth it whenever it can be done."""
    candidates: Candidates
    """Each card that may be played, or the most promising pairs to lay away; only the
    best where there are no points."""
    code: CodeWord | None
    """Why there is no hint; None with one."""
    retry_ms: Wait | None
    """With `E_RATE` and `E_BUSY`: how long to wait before asking again."""


class Error(Told):
    """A message could not be taken, or a table asked for does not exist.

    `E_FROZEN` comes unasked, to everybody at a table that stands still; `detail` names it.
    """

    op: Literal["error"] = "error"
    code: CodeWord
    detail: Annotated[str, Field(max_length=limits.DETAIL_LENGTH)]
    """Where the fault lies, for the author of the client."""
    n: CommandNumber | None = None
    """The number of the command, where one could be read; it is then answered."""
    table: TableId | None = None
    """The table that was asked for, by `resync`."""
    versions: Versions | None = None
    """With `E_VERSION`: what the server speaks."""
    retry_ms: Wait | None = None
    """With `E_RATE`: how long to wait before saying it again."""


class GoAway(Told):
    """The server will close the connection."""

    op: Literal["goaway"] = "goaway"
    code: Annotated[int, Field(ge=1_000, le=4_999)]
    """The close code that will follow."""
    retry_ms: Wait
    """How long to wait before connecting again; may differ between clients."""


class Said(Told):
    """Somebody says something at a table; it is no event of the table."""

    op: Literal["said"] = "said"
    table: TableId
    number: VersionOfTable
    """Counts what is said at the table; who is muted leaves a gap. It is told in order,
    and what one has been told already may come again after a `resync`."""
    seat: SeatNumber | None
    """None for somebody who looks on, or for the host of the server."""
    name: ShownName
    phrase: Word | None
    """A phrase of the list, or a newer one."""
    text: Annotated[str, Field(max_length=limits.TEXT_LENGTH)] | None
    """As it was typed: a client must escape it."""


class LobbyRow(Told):
    """One open table."""

    table: TableId
    phase: Word
    """`waiting` for the first deal, `playing`, `between` two deals or `over`."""
    people: Annotated[int, Field(ge=0, le=4)]
    """Seats that persons hold."""
    bots: Annotated[int, Field(ge=0, le=4)]
    """Seats that bots hold."""
    free: Annotated[int, Field(ge=0, le=4)]
    """Seats that a person could take now, those that a bot would give up included."""
    names: Names
    """Who sits there, in the order of the seats."""
    options: ShownOptions
    since: Milliseconds
    """When the first person sat down."""


LobbyRowList: TypeAlias = Annotated[
    tuple[LobbyRow, ...], Field(strict=False, max_length=64, fail_fast=True)
]


class LobbyRows(Told):
    """Open tables: all of them, or what changed since the message before."""

    op: Literal["lobby"] = "lobby"
    seq: VersionOfTable
    """Counts these messages on a connection; ask again when one is missing."""
    whole: bool
    """True begins the list anew; false adds to it and replaces rows in it."""
    more: bool
    """Whether another message follows before the list is complete."""
    rows: LobbyRowList
    """New rows, and those that have changed."""
    gone: GoneTables
    """Tables that are in the list no longer."""


class StoreState(Told):
    """Whether moves can count at all at the moment."""

    op: Literal["store"] = "store"
    state: Word
    """`away`: nothing counts, clocks will be credited; `back`: the tables go on."""


class Pong(Told):
    """The answer to `ping`."""

    op: Literal["pong"] = "pong"
    t: Milliseconds
    now: Milliseconds


Answer: TypeAlias = Ok | Refused
"""What answers a command."""
ToClient: TypeAlias = (
    Welcome
    | Answer
    | Events
    | Snapshot
    | Replayed
    | PastEvents
    | Hints
    | Previewed
    | Said
    | LobbyRows
    | StoreState
    | Error
    | GoAway
    | Pong
)
