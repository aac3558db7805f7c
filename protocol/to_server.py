"""What a client may say: the closed family that a server reads.

A command carries `n`, the command number: it counts up within a session, may leave
gaps, and is sent again unchanged until it is answered. Whom a command acts for follows
from the session alone; no field can name another seat. `at` says which version of the
table the player was looking at: when the turn or the question that it was meant for is
over, however it ended, the command is refused as `E_STALE` and does not fall into the
next one. So is one that was chosen before the table was set back.
"""

from typing import Annotated, ClassVar, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from protocol import limits
from protocol.base import Message
from protocol.fields import (
    CardText,
    CardTexts,
    CommandNumber,
    Entropy,
    Epoch,
    LoginToken,
    Milliseconds,
    Name,
    ResumeToken,
    SeatNumber,
    TableId,
    Text,
    Token,
    VersionOfTable,
    Versions,
)
from protocol.options import Level, Options
from protocol.previews import Preview

Phrase: TypeAlias = Literal[
    "hello",
    "good_luck",
    "well_played",
    "nice_hand",
    "thanks",
    "sorry",
    "one_moment",
    "i_am_back",
    "hurry_up",
    "one_more",
    "good_game",
    "goodbye",
]
"""What can be said where only phrases are allowed; clients say it in any language."""
Sign: TypeAlias = Literal["busso", "striscio", "volo"]
"""Play your best; I have more of this suit; this was my last of it."""


class Hello(Message):
    """The first message of a connection.

    Alone in this family it may hold fields that the server does not know: a newer
    client has to be understood before a version is agreed.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="ignore")

    op: Literal["hello"] = "hello"
    versions: Versions
    """Lowest and highest version of the protocol that the client speaks."""
    client: Annotated[str, Field(max_length=limits.CLIENT_LENGTH)]
    """Name and version of the program, for the host's logs."""
    name: Name | None = None
    """What the others see; without one the server makes one up."""
    resume: ResumeToken | None = Field(default=None, repr=False)
    """The newest token that the client has; without one a new session begins."""
    login: LoginToken | None = Field(default=None, repr=False)
    """A signed token (JWT) of the host's own login, where the host has one. It is read
    only without `resume`."""


class Create(Message):
    """Open a table; whoever opens it is its host, and is not seated yet."""

    op: Literal["create"] = "create"
    n: CommandNumber
    options: Options = Options()


class Sit(Message):
    """Take a seat."""

    op: Literal["sit"] = "sit"
    n: CommandNumber
    table: TableId
    seat: SeatNumber | None = None
    """None takes the first free one."""
    entropy: Entropy | None = None
    """Random bytes of one's own for the next deal."""
    password: Annotated[str, Field(max_length=64)] = ""
    """The table's password, where it has one."""
    extra_time: bool = False
    """Ask for twice the time at this seat, where the table lets it: all see that."""


class Leave(Message):
    """Give the seat up for good; a bot plays on in it."""

    op: Literal["leave"] = "leave"
    n: CommandNumber
    table: TableId


class Start(Message):
    """Ask for the next deal; it begins when all people who are there have done so.

    Nobody is waited for longer than the table's `ready_ms`. Bots take the empty seats.
    """

    op: Literal["start"] = "start"
    n: CommandNumber
    table: TableId
    entropy: Entropy | None = None
    """Random bytes of one's own for this deal."""


class Discard(Message):
    """Lay two cards away, as the dealer (R5)."""

    op: Literal["discard"] = "discard"
    n: CommandNumber
    table: TableId
    cards: CardTexts
    """Two; another number is answered by the rules, with `E_DISCARD_COUNT`."""
    at: VersionOfTable | None = None


class Declare(Message):
    """Declare every combination of the hand (R7)."""

    op: Literal["declare"] = "declare"
    n: CommandNumber
    table: TableId
    at: VersionOfTable | None = None


class Skip(Message):
    """Declare nothing in this deal (R7)."""

    op: Literal["skip"] = "skip"
    n: CommandNumber
    table: TableId
    at: VersionOfTable | None = None


class Play(Message):
    """Play a card to the trick (R8)."""

    op: Literal["play"] = "play"
    n: CommandNumber
    table: TableId
    card: CardText
    at: VersionOfTable | None = None
    sign: Sign | None = None
    """A signal to the partner with a led card, where the table allows it."""


class Quick(Message):
    """Sit down where people wait, or a bot gives up its seat, or at a table of one's own.

    Tables that wait for their first deal come before those that play, and only those at
    which somebody is connected. With `private`, `password`, `invited` or `people` 1 it is
    a table of one's own.
    """

    op: Literal["quick"] = "quick"
    n: CommandNumber
    options: Options = Options()
    """For the table that is opened when no other will do, and for which one will: one that
    is played in the same way. The wait for bots is compared only where it is given."""
    entropy: Entropy | None = None
    """Random bytes of one's own for the next deal. At a table that this very command
    opens, they reach the server together with the wish; who wants to see the promise of
    the deal first sends `create`, `sit`, and them with `start`."""
    extra_time: bool = False
    """As in `sit`."""


class Kick(Message):
    """Want a person to leave, between deals: the host's word, or one vote of many.

    Whoever is sent away cannot sit down at this table again.
    """

    op: Literal["kick"] = "kick"
    n: CommandNumber
    table: TableId
    seat: SeatNumber
    at: VersionOfTable | None = None


class Back(Message):
    """Act again in place of the bot that took over, while one is connected."""

    op: Literal["back"] = "back"
    n: CommandNumber
    table: TableId


class Pause(Message):
    """Want a pause, or no longer.

    The table pauses once all people who are connected want it, and goes on when one of
    them does not want it any more, or after ten minutes.
    """

    op: Literal["pause"] = "pause"
    n: CommandNumber
    table: TableId
    wish: bool


class Undo(Message):
    """Want the card back that one has just played; all others are asked.

    The next card that is played, or ten seconds without all answers, end the question.
    """

    op: Literal["undo"] = "undo"
    n: CommandNumber
    table: TableId
    at: VersionOfTable | None = None


class Claim(Message):
    """Say that the rest of the tricks is decided, when it is one's turn to lead.

    It shows one's hand to everybody, and both opponents are asked. If they agree, the
    server plays the deal to its end, card by card, in a line in which the claim holds;
    if one does not, or twenty seconds pass, play goes on.
    """

    op: Literal["claim"] = "claim"
    n: CommandNumber
    table: TableId
    ours: bool
    """True claims all of them for one's team, false gives all of them up."""
    at: VersionOfTable | None = None


class Reply(Message):
    """Agree, or not, to the undo or the claim that is being asked; see `asked`."""

    op: Literal["reply"] = "reply"
    n: CommandNumber
    table: TableId
    agrees: bool
    at: VersionOfTable | None = None


class Say(Message):
    """Say something at a table where one sits: either a phrase or a text.

    Texts only where the table allows them, and only between deals where it says so:
    `E_PHASE` while one runs. More than one a second, or three at once, is
    `E_RATE`. Everybody who follows the table is told by `said`, the speaker too.
    """

    op: Literal["say"] = "say"
    n: CommandNumber
    table: TableId
    phrase: Phrase | None = None
    """A phrase of the list."""
    text: Annotated[Text, Field(min_length=1, max_length=200)] | None = None
    """At most 512 bytes; what steers a terminal or the direction of writing is dropped."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.phrase is None) == (self.text is None):
            raise ValueError("either a phrase or a text")
        return self


class Mute(Message):
    """Hear somebody no more at a table, or again; nobody is told.

    It holds for this connection, and until somebody else has the seat. On a new
    connection it may be said before the `resync` of the table.
    """

    op: Literal["mute"] = "mute"
    table: TableId
    seat: SeatNumber | None = None
    """None for everybody; with `on` false it also ends the mutes of single seats."""
    on: bool
    """True to hear no more."""


class Lobby(Message):
    """Ask for the open tables, once or from now on: all, or those that fit.

    A table that fits no longer is told as gone. At most 1,024 tables are told.
    """

    op: Literal["lobby"] = "lobby"
    follow: bool = False
    """Whether changes are to be told as well; false also ends that."""
    free: Annotated[int, Field(ge=0, le=4)] = 0
    """At least so many seats that a person could take."""
    people: Annotated[int, Field(ge=0, le=4)] = 0
    """At least so many seats that persons hold."""
    deals: Annotated[int, Field(ge=1, le=16)] | None = None
    """So many deals a match."""
    clock: bool | None = None
    """With a clock, or without one."""
    level: Level | None = None
    """Bots of this level in every seat that gets one."""
    password: bool | None = None
    """With a password, or without one."""
    phase: Literal["waiting", "playing", "between", "over"] | None = None
    """As in a row of the list."""


class Unwatch(Message):
    """Look on no longer at a table at which one does not sit."""

    op: Literal["unwatch"] = "unwatch"
    table: TableId


class Resync(Message):
    """Ask for what was missed at a table, or, without a position, for all of it."""

    op: Literal["resync"] = "resync"
    table: TableId
    epoch: Epoch | None = None
    version: VersionOfTable | None = None
    token: Token | None = None
    heard: VersionOfTable | None = None
    """Number of the last line of talk that one was told: what was said since follows
    the answer, without those whom one has muted, and at most the latest 50 lines."""

    @model_validator(mode="after")
    def _whole_position_or_none(self) -> Self:
        given = [part is not None for part in (self.epoch, self.version, self.token)]
        if any(given) and not all(given):
            raise ValueError("epoch, version and token go together")
        return self


class Past(Message):
    """Ask for the running deal from its beginning, as one may see it from where one is.

    It is for somebody who sits at the table or looks on there. The deal that was played
    last counts as well, until the next one begins. It changes nothing, and says nothing
    of what comes next: to come up to date there is `resync`.
    """

    op: Literal["past"] = "past"
    table: TableId
    after: VersionOfTable | None = None
    """The version up to which one was told already; None begins at the beginning."""


class Hint(Message):
    """Ask what each thing that one may do now is worth; nobody else is told."""

    op: Literal["hint"] = "hint"
    table: TableId


class Ping(Message):
    """Ask for a `pong` that gives `t` back."""

    op: Literal["ping"] = "ping"
    t: Milliseconds
    """Any number; the client's own clock as a rule."""


class Bye(Message):
    """End the connection on purpose; the seats are kept, and bots play there meanwhile.

    A connection that breaks is waited for instead, as long as the table's `grace_ms`.
    """

    op: Literal["bye"] = "bye"
    forget: bool = False
    """Whether the session ends as well, and its resume token with it. A guest who has
    not left his tables before is then somebody who does not come back."""


TurnCommand: TypeAlias = Discard | Declare | Skip | Play
TableCommand: TypeAlias = (
    Sit | Leave | Start | TurnCommand | Kick | Back | Pause | Undo | Claim | Reply
)
"""What a table judges; it is answered by `ok` or `refused` with the same number."""
Command: TypeAlias = Create | Quick | Say | TableCommand
"""Everything that carries a number and is answered under it."""
StandingRequest: TypeAlias = Lobby | Mute | Unwatch
Question: TypeAlias = Past | Hint | Preview
Request: TypeAlias = Resync | Question | StandingRequest | Ping | Bye
"""What carries no number: sending it twice does no harm."""
ToServer: TypeAlias = Hello | Command | Request
