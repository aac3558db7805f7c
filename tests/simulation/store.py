"""The store of all nodes, whose log is noted down as it grows.

It keeps what it has acknowledged, as one does that syncs to its disk: through stalls
and restarts. Only `roll_back` breaks that word.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from server.adapters.memory_server_store import MemoryServerStore
from tests.simulation.history import RolledBack, Stored, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from server.adapters.memory_tables import MemoryTable
    from server.store_outcomes import Applied, News
    from server.store_records import Change, DueDeadline, Mark, Receipt
    from tests.simulation.history import Happening
    from tests.simulation.store_link import StoreLink

START_MS: Final = 1_700_000_000_000
"""Where the store's clock begins, so that times look like times."""
_CONTENT: Final = (
    "_tables", "_deadlines", "_rows", "_seats", "_numbers", "_meetings", "_uses",
    "_archive", "_sessions", "_ended", "_users", "_beats", "_beaten_ms",
    "_newest_beat_ms", "_outages",
)  # fmt: skip
"""Everything that is kept."""


class SimulatedStore(MemoryServerStore):
    """Tables and sessions, asked over links by nodes.

    Args:
        clock: Its own, in milliseconds.
        note: Notes down what happens.
    """

    def __init__(
        self, clock: Callable[[], int], note: Callable[[Happening], None]
    ) -> None:
        super().__init__(clock)
        self._note = note
        self._asking = ""
        """The node whose call is carried out."""
        self._checkpoint: dict[str, Any] = {}
        self._has_lost = False
        self._added = 0
        """So many additions there were to the log, lost ones included."""
        self._added_before = 0
        """So many there were when everything was last kept."""
        self.links: list[StoreLink] = []
        """Of the nodes that live."""
        self.is_stalled = False
        """Whether calls wait."""
        self.is_down = False
        """Whether nobody reaches it."""

    def carry_out(self, node: str, name: str, args: Any, named: Any) -> Any:
        """Do what a call asks for, at once.

        Raises:
            HistoryBroken: A table's parts do not fit together.
            ValueError: A value is out of bounds.
        """
        self._asking = node
        work: Coroutine[Any, Any, Any] = getattr(self, name)(*args, **named)
        try:
            work.send(None)
        except StopIteration as done:
            return done.value
        msg = f"{name} waits for something"
        raise AssertionError(msg)

    async def claim_due(
        self, shards: Sequence[int], *, limit: int = 64
    ) -> tuple[DueDeadline, ...]:
        """Take what is due; to look through all shards for nothing takes long."""
        now_ms = self._clock()
        if all(due_ms > now_ms for due_ms in self._deadlines.values()):
            return ()
        return await super().claim_due(shards, limit=limit)

    def stall(self) -> None:
        """Do nothing for now; whatever is asked waits."""
        self._note(Trouble("the store stalls"))
        self.is_stalled = True

    def go_on(self) -> None:
        """Carry out what has waited, and everything from now on."""
        if not self.is_stalled:
            return
        self._note(Trouble("the store goes on"))
        self.is_stalled = False
        for link in list(self.links):
            link.carry_out_waiting()

    def go_down(self) -> None:
        """Let nobody reach it; what was under way is lost on either side."""
        if self.is_down:
            return
        self._note(Trouble("the store goes down"))
        self.is_down, self.is_stalled = True, False
        for link in list(self.links):
            link.cut()

    def come_up(self) -> None:
        """Be there again."""
        if not self.is_down:
            return
        self._note(Trouble("the store is up"))
        self.is_down = False
        for link in list(self.links):
            link.join()

    def keep(self) -> None:
        """Remember everything as it is, for a later `roll_back`."""
        self._added_before = self._added
        self._checkpoint = {
            name: copy.deepcopy(getattr(self, name)) for name in _CONTENT
        }

    def roll_back(self) -> None:
        """Come back as it was when it was last kept; nobody is connected yet.

        Once in a run: a store that loses also how servers have mended its first loss is
        beyond what anybody has promised.
        """
        if not self._checkpoint or self._has_lost:
            return
        self._has_lost = True
        self.go_down()
        for name, value in self._checkpoint.items():
            setattr(self, name, copy.deepcopy(value))
        self._note(RolledBack(self._added_before))
        self.is_down = False

    def mark_of(self, table: str) -> Mark | None:
        """Where a table is."""
        kept = self._tables.get(table)
        return None if kept is None else kept.mark

    def _write(
        self,
        name: str,
        table: MemoryTable,
        change: Change,
        at: Mark,
        receipt: Receipt | None = None,
    ) -> Applied:
        applied = super()._write(name, table, change, at, receipt)
        events = table.after(at.version, len(change.events))
        self._added += 1
        self._note(
            Stored(
                self._asking,
                name,
                at.epoch,
                at.version,
                at.token,
                events,
                change.snapshot,
                receipt,
            )
        )
        return applied

    def _publish(self, news: News) -> None:
        for link in self.links:
            link.hear(news)
