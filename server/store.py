"""The store of tables, as the server sees it.

Every node may change every table: a change is one conditional call that names the
position it was decided on, and is refused when the table has moved on. What was
accepted is durable before the call returns, and published to whoever watches.

All calls have a deadline of their own. Calls that change something go on in the
background when their caller is cancelled: a change is never cut in half. All of them
raise `StoreUnavailable` when there is no definite answer, and `ValueError` for values
out of bounds, with nothing changed.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from server.store_outcomes import (
    ApplyOutcome,
    CreateOutcome,
    EventsOutcome,
    News,
    NumberOutcome,
    RebaseOutcome,
    SayOutcome,
    Uses,
)
from server.store_records import (
    Append,
    DueDeadline,
    Heartbeat,
    Loaded,
    Mark,
    NewTable,
    Presence,
    Rebase,
    Receipt,
)
from server.store_talk import Speech, Talk

Listener = Callable[[News], None]
"""Is called on the event loop, must not block, and must not raise."""


class Danger(Protocol):
    """A setting of the store under which a promise of the server does not hold."""

    @property
    def name(self) -> str:
        """The word by which a host may override it."""

    @property
    def message(self) -> str:
        """What was found, what it means, and what to set instead."""


class Feed(Protocol):
    """News of the tables that this node looks at."""

    async def watch(self, table: str) -> None:
        """Ask for news of a table; returns once they flow.

        A table that is watched already is left as it is. When the store cannot be
        reached the wish is kept, `StoreUnavailable` is raised, and `Watching` tells
        when it came true.
        """

    async def unwatch(self, table: str) -> None:
        """End the news of a table; harmless when it is not watched."""

    async def aclose(self) -> None:
        """End all news."""


class TableStore(Protocol):
    """Tables as histories of events, with what belongs to them."""

    # ---------------------------------------------------------------- histories

    async def create(self, new: NewTable) -> CreateOutcome:
        """Create a table, all of it or nothing."""

    async def load(self, table: str) -> Loaded | None:
        """Give the snapshot and the events after it; `None` for an unknown table.

        Raises:
            HistoryBroken: The parts do not fit together.
        """

    async def apply(self, append: Append) -> ApplyOutcome:
        """Store a command's effect if the table is where the command expects it.

        The checks, in this order: repeat of the session's last command (`Duplicate`,
        `Conflicting`, `Outdated`); `Gone`; `EpochChanged`; `UpgradeNeeded`;
        `Rewound`; `Stale`; `Skewed`. Only then everything is written at once.

        When an answer is lost, the store asks again by itself for a few seconds. What
        was not stored meanwhile is then `Skewed`, its clock being old by now: the
        caller decides anew, under the same receipt.
        """

    async def rebase(self, rebase: Rebase) -> RebaseOutcome:
        """Give a table a new epoch; of several nodes that try, one succeeds."""

    async def events_after(self, table: str, at: Mark, limit: int) -> EventsOutcome:
        """Give up to `limit` (1 to 256) events after a position, or why not."""

    async def marks(self, tables: Sequence[str]) -> Mapping[str, Mark]:
        """Give where these tables are now; unknown tables are left out."""

    async def forget(self, table: str, *, after_ms: int = 0) -> None:
        """Drop a table's deadlines and lobby row, and the rest after a while."""

    # ---------------------------------------------------------- clock, deadlines

    async def now_ms(self, table: str = "") -> int:
        """Give the clock that counts for this table (a cluster has several)."""

    async def claim_due(
        self, shards: Sequence[int], *, limit: int = 64
    ) -> tuple[DueDeadline, ...]:
        """Take up to `limit` due deadlines of each shard for two seconds."""

    async def claim(self, table: str, kind: str) -> DueDeadline | None:
        """Take one deadline for two seconds if it is due and not taken."""

    async def scheduled(self, shards: Sequence[int]) -> tuple[DueDeadline, ...]:
        """Give all deadlines of these shards, due or not, without taking them."""

    # --------------------------------------------------------------------- lobby

    async def lobby(self) -> Mapping[str, bytes]:
        """Give the rows of all open tables."""

    # ------------------------------------------------------------ people at tables

    async def put_presence(self, table: str, presence: Presence) -> bool:
        """Note who holds a seat; refused for an older generation or no table."""

    async def drop_presence(self, table: str, session: str, generation: int) -> bool:
        """Remove that note, if it is of this generation."""

    async def presences(self, table: str) -> tuple[Presence, ...]:
        """Give the notes of a table, by session."""

    async def put_user_seat(self, user: str, table: str, payload: bytes) -> None:
        """Note that a user has a seat at a table; kept for two days."""

    async def drop_user_seat(self, user: str, table: str) -> None:
        """Remove that note."""

    async def user_seats(self, user: str) -> Mapping[str, bytes]:
        """Give the notes of a user by table. An index only, tables are the truth."""

    # ---------------------------------------------------------------------- talk

    async def say(self, speech: Speech) -> SayOutcome:
        """Add a line of talk and publish it, once for one receipt.

        Receipts count as for `apply`: what is said at a table and what is done there
        are commands of one row.
        """

    async def talk_after(self, table: str, number: int, limit: int) -> tuple[Talk, ...]:
        """Give up to `limit` lines after a number; the last 200 are kept."""

    async def meet(self, wish: str, table: str, *, instead_of: str = "") -> str:
        """Propose a table to all who have the same wish; the table that stands.

        Of several that are proposed at once one stands, for a minute, or until another
        is proposed instead of it.
        """

    async def count_use(self, user: str, what: str, *, period_ms: int) -> Uses:
        """Count one use of what a user may do only so often, wherever it is done.

        A count ends `period_ms` after its first use.
        """

    async def give_use_back(self, user: str, what: str) -> None:
        """Count one use less, as what was counted was not done."""

    # ------------------------------------------------------- commands of no table

    async def take_number(self, receipt: Receipt) -> NumberOutcome:
        """Take a number for a command that names no table, before it does anything.

        The receipt's result is where the command leads, empty while that is not known;
        the same command may come again with it, and hears what was noted last.
        """

    # ------------------------------------------------------------ finished deals

    async def archive(
        self, table: str, deal: str, payload: bytes, *, keep_ms: int
    ) -> None:
        """Keep the record of a finished deal; the first one written stays."""

    async def archived(self, table: str, deal: str) -> bytes | None:
        """Give the record of a finished deal, while it is kept."""

    # --------------------------------------------------------------------- nodes

    async def beat(
        self, node: str, payload: bytes, *, keep_ms: int, gap_ms: int
    ) -> Heartbeat:
        """Give a node's sign of life, seen by others for `keep_ms`.

        When no node gave one for more than `gap_ms`, that time is noted as an outage.
        """

    async def nodes(self) -> Mapping[str, bytes]:
        """Give what the living nodes say of themselves."""

    # ------------------------------------------------------------- news and health

    async def feed(self, listener: Listener) -> Feed:
        """Open a stream of news; nothing comes before a table is watched."""

    async def check_settings(self) -> tuple[Danger, ...]:
        """Look for settings under which acknowledged would not mean durable."""

    async def prove(self) -> None:
        """Prove that the store takes all that a server sends, news included.

        Raises:
            StoreUnavailable: It does not; `detail` says what it lacks.
        """

    async def try_changes(self) -> None:
        """Prove only that it takes what changes something; cheaper than `prove`.

        Raises:
            StoreUnavailable: It does not; `detail` says what it lacks.
        """

    async def fullness(self) -> float | None:
        """Give how full the store's memory is, 0 to 1; `None` without a limit.

        Beyond 1 is possible: the last change may take more than was left.
        """

    async def aclose(self) -> None:
        """Wait for running changes, then close all links."""
