"""What a table may be asked to do: by a person, by a bot, by the clock.

A person's commands name the user and no seat of their own: which seat that is, the
table knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from engine.actions import Action
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """A person wants a seat; the first free one, if none is named."""

    user: str
    name: str
    seat: Seat | None = None
    entropy: bytes = b""
    password: str = ""
    extra_time: bool = False
    """Whether the person asks for twice the time."""


@dataclass(frozen=True, slots=True)
class GiveUpSeat:
    """A person leaves for good."""

    user: str


@dataclass(frozen=True, slots=True)
class Kick:
    """A person wants somebody to leave: the host's word, or a vote of the others."""

    user: str
    seat: Seat
    seen_version: int | None = None
    """The version the person was looking at: whoever sat down later is not meant."""


@dataclass(frozen=True, slots=True)
class StartDeal:
    """A person is ready for the next deal; bots take the empty seats."""

    user: str
    entropy: bytes = b""


@dataclass(frozen=True, slots=True)
class DiscardMove:
    """Card codes as a client sent them: whether such cards exist, the rules say."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeclareMove:
    """Declare every combination."""


@dataclass(frozen=True, slots=True)
class SkipMove:
    """Declare nothing."""


class Sign(Enum):
    """What a leader may tell his partner; the value is its name in data."""

    BUSSO = "busso"
    """Play your best."""
    STRISCIO = "striscio"
    """I have more of these."""
    VOLO = "volo"
    """My last one."""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """A card code as a client sent it."""

    card: str
    sign: Sign | None = None
    """A signal that goes with a led card."""


Move: TypeAlias = DiscardMove | DeclareMove | SkipMove | PlayMove


@dataclass(frozen=True, slots=True)
class MakeMove:
    """A person moves."""

    user: str
    move: Move
    seen_version: int | None = None
    """The version the person was looking at; a move for an older turn is refused."""
    lag_ms: int = 0
    """How long a move is on its way over this connection, as a rule."""
    outages: tuple[tuple[int, int], ...] = ()
    """As in `TimeUp`."""
    received_ms: int | None = None
    """When a node received it, on the store's clock; None for now."""


FIRST_LEGAL: Final = "first_legal"
"""In the place of a level: no player had an answer that the rules allow."""


@dataclass(frozen=True, slots=True)
class BotAction:
    """A bot's answer for a seat it acts for."""

    action: Action
    generation: int
    """Controller generation of the seat when the bot was asked."""
    turn_version: int
    """Which turn the bot was asked for."""
    level: str
    """The level that has answered, or `FIRST_LEGAL`."""


@dataclass(frozen=True, slots=True)
class AskUndo:
    """A person wants the card back that was just played."""

    user: str
    seen_version: int | None = None
    """As in `MakeMove`."""


@dataclass(frozen=True, slots=True)
class MakeClaim:
    """A person says that the rest of the tricks is decided, and shows the hand."""

    user: str
    ours: bool
    seen_version: int | None = None
    """As in `MakeMove`."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A person agrees, or not, to what was asked: an undo or a claim."""

    user: str
    agrees: bool
    seen_version: int | None = None
    """The version the person was looking at: no later question is meant."""


@dataclass(frozen=True, slots=True)
class WishPause:
    """A person wants a pause, or no longer."""

    user: str
    wish: bool


@dataclass(frozen=True, slots=True)
class PersonConnected:
    """A person's client is there."""

    user: str


@dataclass(frozen=True, slots=True)
class PersonBack:
    """A person who is connected wants to act again in place of the bot."""

    user: str


@dataclass(frozen=True, slots=True)
class PersonLost:
    """A person's client is gone; the seat is kept."""

    user: str
    arrival: int
    """Of that client: a newer client is not affected."""
    on_purpose: bool = False
    """Whether it said so: then nobody has to be waited for."""


@dataclass(frozen=True, slots=True)
class NoteArchived:
    """The record of a settled deal was kept."""

    number: int


@dataclass(frozen=True, slots=True)
class LookAtHands:
    """Whoever runs the server wants to see the hidden cards."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The host of the server closes the table."""

    reason: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A deadline of the table has come; harmless when it no longer stands."""

    kind: str
    outages: tuple[tuple[int, int], ...] = ()
    """Times, from and to, in which no node was alive: no clock ran in them."""


TableCommand: TypeAlias = (
    TakeSeat
    | GiveUpSeat
    | Kick
    | StartDeal
    | MakeMove
    | BotAction
    | AskUndo
    | MakeClaim
    | Answer
    | WishPause
    | PersonConnected
    | PersonBack
    | PersonLost
    | NoteArchived
    | LookAtHands
    | CloseTable
    | TimeUp
)
