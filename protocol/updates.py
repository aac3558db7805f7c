"""What a session tells its user, and how a command can fail without an answer.

Updates come in the order in which things happened. Those about a table or the lobby carry
what was known before and what is known now, so that a screen or a bot needs no memory of
its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from protocol.codec import BadMessage, Unknown
from protocol.codes import Retry
from protocol.fold import Known
from protocol.previews import Previewed
from protocol.to_client import (
    Answer,
    Error,
    Events,
    GoAway,
    Hints,
    LobbyRow,
    PastEvents,
    Said,
    Snapshot,
    StoreState,
    Welcome,
)
from protocol.to_server import Command

REWOUND: Final = "rewound"
"""The reason of a snapshot with which the server says that it has lost events."""


@dataclass(frozen=True, slots=True)
class Online:
    """Connected and welcomed."""

    at_ms: int
    welcome: Welcome
    away_ms: int | None
    """How long the connection was lost; None at the first one."""
    same_session: bool
    """False: the old session is gone, and all that was known of its tables."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is lost; the session tries again by itself."""

    at_ms: int
    code: int
    """Close code; 1006 for a connection that broke."""
    why: str


@dataclass(frozen=True, slots=True)
class Retrying:
    """The next attempt to connect follows after a wait."""

    at_ms: int
    attempt: int
    """1 for the first attempt after a loss."""
    in_ms: int
    why: str


@dataclass(frozen=True, slots=True)
class Changed:
    """Something happened at a table."""

    message: Events
    before: Known
    known: Known

    @property
    def fresh_from(self) -> int:
        """Index of the first item of the message that was not known before."""
        return self.before.mark.version + 1 - self.message.first


@dataclass(frozen=True, slots=True)
class Replaced:
    """A snapshot has replaced what was known of a table."""

    message: Snapshot
    before: Known | None
    known: Known

    @property
    def was_set_back(self) -> bool:
        """Whether the table lacks something that was known: it did not happen.

        The server says so of what it knows to be lost. Besides, a shorter history
        tells it by itself, and so does a new one in which the game is not as far.
        """
        if self.before is None:
            return False
        if self.message.reason == REWOUND:
            return True
        before, now = self.before.mark, self.known.mark
        if now.epoch == before.epoch:
            # Another server may show a table that is shown late even later.
            return now.version < before.version and not _is_shown_late(self.known)
        is_shorter = now.version <= before.version
        return is_shorter or _progress(self.known) < _progress(self.before)


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """All that was missed of a table has been told."""

    table: str
    count: int
    """How many events that was."""
    known: Known


@dataclass(frozen=True, slots=True)
class Gone:
    """The session follows a table no longer."""

    table: str
    code: str
    """`left`, `unwatched`, or the error code that says why there is nothing to follow."""


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody has said something at a table that the session follows."""

    message: Said


@dataclass(frozen=True, slots=True)
class PastTold:
    """A part of a deal since its beginning, which was asked for; it is no news."""

    message: PastEvents


@dataclass(frozen=True, slots=True)
class HintTold:
    """A hint that was asked for, or why there is none."""

    message: Hints


@dataclass(frozen=True, slots=True)
class PreviewTold:
    """What could be declared without two cards, which was asked for, or why not."""

    message: Previewed


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The list of open tables, which was asked for, has come or changed."""

    before: tuple[LobbyRow, ...] | None
    """None for the first list."""
    rows: tuple[LobbyRow, ...]
    """The open tables that are known, by their ids."""
    complete: bool = True
    """False while more of a long list is on its way."""


@dataclass(frozen=True, slots=True)
class StoreAway:
    """Nothing counts for now; commands are sent again until the store is back."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class StoreBack:
    """Moves count again."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a command that nobody was waiting for any more."""

    command: Command
    answer: Answer


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a user may want to log."""

    message: Error | GoAway | StoreState | Unknown | BadMessage


@dataclass(frozen=True, slots=True)
class TokenNotSaved:
    """The token store failed: this session cannot be resumed by another program."""

    why: str


@dataclass(frozen=True, slots=True)
class Overrun:
    """The user was too slow: updates were dropped; this is how things stand now.

    What was said meanwhile is lost.
    """

    dropped: int
    online: bool
    tables: tuple[Known, ...]
    lobby: tuple[LobbyRow, ...] | None = None
    """The open tables, if they were asked for."""


def _is_shown_late(known: Known) -> bool:
    return known.view.you is None and known.view.options.spectator_delay_ms > 0


def _progress(known: Known) -> tuple[int, ...]:
    """How far the game is: more of the same history is never less."""
    deal = known.view.deal
    if deal is None:
        return ()
    return (
        deal.deal,
        deal.settlement is not None,
        deal.discarded,
        sum(declared is not None for declared in deal.declarations),
        len(deal.tricks),
        len(deal.trick),
    )


class EndReason(Enum):
    """Why a session is over for good."""

    CLOSED_HERE = "closed by this side"
    CLOSED_THERE = "closed by the server, not to be tried again"
    REFUSED = "the server, or a proxy before it, refuses the connection"
    UNTRUSTED = "this client does not trust the certificate of the server"
    NO_VERSION = "client and server share no version of the protocol"
    FAULT = "a fault in this client"


@dataclass(frozen=True, slots=True)
class Ended:
    """The session is over; this is the last update."""

    at_ms: int
    reason: EndReason
    code: int | None
    """Close code, if the server closed."""
    retry: Retry
    why: str
    error: str | None = None
    """Code of the error with which the server has answered the hello, if it was that."""


Update: TypeAlias = (
    Online
    | Lost
    | Retrying
    | Changed
    | Replaced
    | CaughtUp
    | Gone
    | Talked
    | PastTold
    | HintTold
    | PreviewTold
    | LobbyChanged
    | StoreAway
    | StoreBack
    | Answered
    | Notice
    | TokenNotSaved
    | Overrun
    | Ended
)


class NoAnswerError(Exception):
    """A command was not answered in time.

    Attributes:
        sent: False means that it never left and was taken back: it does not count.
            True means that nobody knows yet; it is still sent again until it is
            answered, and the answer comes as an `Answered` update.
    """

    def __init__(self, *, sent: bool) -> None:
        super().__init__(
            "sent, and not answered yet" if sent else "not sent, and taken back"
        )
        self.sent = sent


class SessionEndedError(Exception):
    """The session is over, or ended before the answer came.

    Attributes:
        ended: Why; None if this command's session was lost and a new one has begun.
        sent: Whether the command had been sent, so that it may count.
    """

    def __init__(self, ended: Ended | None, *, sent: bool) -> None:
        super().__init__("a new session has begun" if ended is None else ended.why)
        self.ended = ended
        self.sent = sent


class TooManyCommandsError(Exception):
    """More commands wait to be sent than a session keeps; this one was not taken."""
