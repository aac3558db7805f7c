"""What all connections of this node share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from server.crowd import Crowd
from server.door import replies
from server.door.failed_logins import FailedLogins
from server.door.guestbook import Guestbook
from server.door.hints import Hints
from server.door.lost_sessions import LostSessions
from server.faults import NO_FAULTS, Faults
from server.health import Health
from server.hub.copies import Copies
from server.hub.hub import Hub
from server.hub.lobby import Lobby
from server.hub.opening import Opener
from server.hub.pulse import Pulse
from server.hub.store_clock import StoreClock
from server.identity import Doorkeeper
from server.metrics import NO_METRICS, Metrics
from server.ports import Bots, Chance, Clock
from server.settings import Settings
from server.stalls import Stalls
from server.store import TableStore
from server.throttle import Rate, Shares

if TYPE_CHECKING:
    from server.identity import Entry
    from server.outbox import Outbox


class Member(Protocol):
    """A connection, as the others see it."""

    outbox: Outbox

    @property
    def is_welcome(self) -> bool:
        """Whether hello was said and accepted."""

    @property
    def entry(self) -> Entry | None:
        """Who it is, once hello was accepted."""

    @property
    def session(self) -> str | None:
        """Id of the session, once it is known."""

    @property
    def table(self) -> str | None:
        """The table that the connection came to last; None at no table."""

    def supersede(self) -> None:
        """The same person has connected again elsewhere."""

    def revoke(self) -> None:
        """The session has been ended for everybody who holds it."""

    def restart(self, retry_ms: int) -> None:
        """The server is about to end: say so, and end after the command under way."""


@dataclass(slots=True)
class Service:
    """The parts that a connection calls, and the connections themselves."""

    node: str
    settings: Settings
    clock: Clock
    chance: Chance
    store_clock: StoreClock
    store: TableStore
    doorkeeper: Doorkeeper
    hub: Hub
    copies: Copies
    pulse: Pulse
    lobby: Lobby
    opener: Opener
    failed_logins: FailedLogins
    """Who has guessed too often."""
    bots: Bots
    """Who plays for seats, and gives hints."""
    by_user: dict[str, Member] = field(default_factory=dict)
    """The newest connection of each person on this node, by user."""
    connections: set[Member] = field(default_factory=set)
    matching: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever opens a table for a quick match: the next one looks again."""
    talk: Shares = field(init=False)
    """How much each person may say."""
    hints: Hints = field(init=False)
    """What people are told of what they may do."""
    guests: Guestbook = field(init=False)
    """Whom this node has let in."""
    lost_sessions: LostSessions = field(init=False)
    """Whose token the store may have lost."""
    metrics: Metrics = NO_METRICS
    crowd: Crowd | None = None
    """Counts connections; without it there is no limit."""
    health: Health | None = None
    """Whether this node should be sent people; without it, it always should."""
    faults: Faults = NO_FAULTS
    """What happens at the named points of a command's way; for tests."""
    draining: bool = False
    """Whether the server is about to end and takes nobody in."""
    stalls: Stalls = field(init=False)
    """When this process stood still."""

    def __post_init__(self) -> None:
        """Watch from now on whether the process stands still; bound talk as wanted."""
        self.stalls = Stalls(self.clock)
        rate = Rate(self.settings.talk_per_s, self.settings.talk_burst)
        self.talk = Shares(rate)
        self.hints = Hints(self.copies, self.bots, self.clock, self.metrics)
        settings = self.settings
        self.guests = Guestbook(
            settings.max_connections,
            settings.table.reserved_ms,
            self.clock.monotonic_ms,
        )
        check_ms = round(settings.session_check_s * 1000)
        self.lost_sessions = LostSessions(self.store, self.pulse, check_ms)

    def house(self) -> replies.House:
        """What this node says of itself in a welcome."""
        return replies.House(
            node=self.node,
            now_ms=self.store_clock.now_ms(),
            messages_per_s=self.settings.messages_per_s,
            burst=self.settings.messages_burst,
            grace_ms=self.settings.table.grace_ms,
            reserved_ms=self.settings.table.reserved_ms,
            levels=self.bots.levels,
        )

    def tell_store_away(self) -> None:
        """Tell everybody that nothing can be done until the store is back."""
        self._tell_everybody(replies.store(is_back=False))

    def tell_store_back(self) -> None:
        """Tell everybody that the tables go on."""
        self._tell_everybody(replies.store(is_back=True))

    def _tell_everybody(self, frame: bytes) -> None:
        for connection in self.connections:
            if connection.is_welcome:
                connection.outbox.tell(frame)
