"""What happened at a table. Stored for ever in this form: fields are only added.

The engine's events are stored among them as they are. Secrets stand in these events,
so none of them goes to a client as it is; `server.translate` says who is told what.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.events import DealStarted
from engine.events import Event as DealEvent
from engine.seats import Seat
from server.table.commands import Sign
from server.table.options import TableOptions
from server.table.state import Control


class Author(Enum):
    """Who brought an event about; the value is its name in data."""

    PERSON = "person"
    BOT = "bot"
    TIMER = "timer"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table exists."""

    table: str
    host: str
    options: TableOptions
    pace_seed: bytes
    bot_seed: bytes = b""
    """As in the state of the table."""


@dataclass(frozen=True, slots=True)
class DealPromised:
    """The secret of the next deal is fixed; its commitment is told, itself not."""

    number: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person sits down."""

    seat: Seat
    user: str
    name: str
    extra_time: bool = False
    """Whether the person has twice the time at this table."""


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A bot takes an empty seat."""

    seat: Seat
    level: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A person is gone for good; during a deal a bot plays on in the seat."""

    seat: Seat
    barred: bool = False
    """Whether the person was sent away and cannot come back."""


@dataclass(frozen=True, slots=True)
class KickVoted:
    """Somebody wants a person to leave."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class ControlPassed:
    """The seat is acted for by somebody else from here on."""

    seat: Seat
    control: Control
    connected: bool
    arrived: bool = False
    """Whether a new client of the person has come."""


@dataclass(frozen=True, slots=True)
class EntropyAdded:
    """A seat adds random bytes of its own to the next deal."""

    seat: Seat
    entropy: bytes


@dataclass(frozen=True, slots=True)
class ReadyGiven:
    """A person is ready for the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """All deals were played, and the same table plays again from zero."""


@dataclass(frozen=True, slots=True)
class DealBegan:
    """The cards are dealt."""

    number: int
    started: DealStarted


@dataclass(frozen=True, slots=True)
class SignGiven:
    """A leader has given a permitted signal with the card that was led."""

    seat: Seat
    sign: Sign


@dataclass(frozen=True, slots=True)
class BankSpent:
    """A move took longer than the time for it."""

    seat: Seat
    spent_ms: int


@dataclass(frozen=True, slots=True)
class BankGrown:
    """A move in time has added to the bank."""

    seat: Seat
    by_ms: int


@dataclass(frozen=True, slots=True)
class LagNoted:
    """What the line of a seat takes is another time than before, or was made use of."""

    seat: Seat
    lag_ms: int
    """Left to each move."""
    left_ms: int
    """Left to all moves of this deal that are yet to come."""


@dataclass(frozen=True, slots=True)
class ClockCredited:
    """Time in which no server was there is given back to the seat on turn."""

    credit_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class PauseWished:
    """A person wants a pause, or no longer."""

    seat: Seat
    wish: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """All people want it: clocks and bots stand still."""


@dataclass(frozen=True, slots=True)
class PauseEnded:
    """The table goes on."""


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat wants its card back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    """A seat agrees to an undo, or ends it."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A seat says that the rest of the tricks is decided, and shows its hand."""

    seat: Seat
    ours: bool


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """An opponent agrees to a claim, or play goes on."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class HistoryRewound:
    """The store had lost the end of this history; it goes on from what was left."""

    lost: int
    """So many events are gone."""


@dataclass(frozen=True, slots=True)
class HistoryRestored:
    """The store had lost the table; it was put back from a server's memory."""


@dataclass(frozen=True, slots=True)
class DealArchived:
    """The record of a settled deal is kept apart; its events may go one day."""

    number: int


@dataclass(frozen=True, slots=True)
class HandsLookedAt:
    """Whoever runs the server has looked at the hidden cards; the table is told."""


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is over; nothing can happen at it any more."""

    reason: str
    """`left` by everybody, `idle`, or a host's word."""


TableEvent: TypeAlias = (
    TableOpened
    | DealPromised
    | SeatTaken
    | BotSeated
    | SeatLeft
    | KickVoted
    | ControlPassed
    | EntropyAdded
    | ReadyGiven
    | MatchBegan
    | DealBegan
    | SignGiven
    | BankSpent
    | BankGrown
    | LagNoted
    | ClockCredited
    | PauseWished
    | Paused
    | PauseEnded
    | UndoAsked
    | UndoAnswered
    | ClaimMade
    | ClaimAnswered
    | HistoryRewound
    | HistoryRestored
    | DealArchived
    | HandsLookedAt
    | TableClosed
    | DealEvent
)


@dataclass(frozen=True, slots=True)
class ClockReceipt:
    """Where the time of a person's move went."""

    think_ms: int
    """From the question to the moment at which a node received the move."""
    lag_ms: int
    """What of that was left to the line, and charged to no clock."""
    server_ms: int
    """From there to the decision, charged to nobody."""


@dataclass(frozen=True, slots=True)
class BotReceipt:
    """Who has chosen a bot's move.

    With the table's bot seed and the view of the seat the move follows from the log, and
    can be worked out again.
    """

    level: str
    """The level that has played: another one than the seat's under load or in trouble,
    `FIRST_LEGAL` when none did."""
    players_version: int
    """Of the players of that node, as in `engine.players.decision_seeds`."""


@dataclass(frozen=True, slots=True)
class Stamped:
    """An event with its time and author."""

    event: TableEvent
    at_ms: int
    """The store's clock."""
    by: Author
    clock: ClockReceipt | None = None
    """With the move of a person."""
    bot: BotReceipt | None = None
    """With the move of a bot; none before servers kept any."""
