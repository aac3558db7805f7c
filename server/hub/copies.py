"""The tables that this node knows, and how a copy catches up with the store."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from server.hub import broken_promises
from server.hub.history import (
    advanced,
    position_of,
    snapshot_position,
    unfolded,
)
from server.hub.leak_audit import NO_AUDIT
from server.hub.live_table import OTHERS_FIRST_MS, LiveTable, Viewer
from server.hub.missed_talk import hear_missed, last_said
from server.hub.talk_lines import line_of
from server.metrics import NO_METRICS
from server.store_outcomes import (
    EpochChanged,
    Following,
    Gone,
    HistoryBroken,
    Published,
    Rewound,
    Said,
    Stale,
    StoreUnavailable,
    Trimmed,
    Watching,
)
from server.stored import NewerSchema, StoredFault

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from server.hub.history import Position, Step
    from server.hub.leak_audit import LeakAudit
    from server.hub.repair import Repair
    from server.hub.store_clock import StoreClock
    from server.metrics import Metrics
    from server.ports import Outlet
    from server.store import Feed, TableStore
    from server.store_outcomes import News
    from server.store_records import Loaded, StoredEvent

log = structlog.get_logger()

MOST_TABLES: Final = 2_000
_CATCH_UP_EVENTS: Final = 256
_CATCH_UPS: Final = 8


async def _nothing_more(live: LiveTable) -> None:
    """Nothing else has to be done about a new history."""


class NoSuchTable(Exception):  # noqa: N818 - an answer, not a fault
    """The store knows no such table."""


class Copies:
    """Copies of tables, each with its viewers.

    Args:
        store: Where tables are kept.
        clock: The store's clock, set by each load.
        repair: For histories that the store has damaged.
        metrics: What is counted.
    """

    def __init__(
        self,
        store: TableStore,
        clock: StoreClock,
        repair: Repair,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self.metrics = metrics
        """Counted by this class, its tables, and the hub."""
        self.audit: LeakAudit = NO_AUDIT
        """Of tables that are loaded from here on."""
        self._store = store
        self._clock = clock
        self._repair = repair
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._feed: Feed | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.most = MOST_TABLES
        """Tables with viewers, and copies that are kept without one beside them."""
        self.others_first_ms = OTHERS_FIRST_MS
        self.on_change: Callable[[LiveTable], None] = lambda _live: None
        """Called after each change of a copy that this class brought about."""
        self.on_new_history: Callable[[LiveTable], Coroutine[object, object, None]] = (
            _nothing_more
        )
        """Done when a table goes on under a new epoch: the store may have lost what
        stands beside histories too."""

    async def open(self) -> None:
        """Begin to hear of changes made by other nodes."""
        self._feed = await self._store.feed(self._heard)

    async def aclose(self) -> None:
        """End it; copies are simply forgotten."""
        for task in self._tasks:
            task.cancel()
        if self._feed is not None:
            await self._feed.aclose()

    async def live(self, table: str) -> LiveTable:
        """The copy of a table, loaded if this node has none.

        Raises:
            NoSuchTable: The store knows no such table.
            StoreUnavailable: The store does not answer.
        """
        found = self._live.get(table)
        if found is not None:
            self._live.move_to_end(table)
            return found
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load_live(table))
            task.add_done_callback(lambda _done: self._loading.pop(table, None))
        return await asyncio.shield(task)

    def known(self) -> tuple[LiveTable, ...]:
        """All copies of this node."""
        return tuple(self._live.values())

    def has_room_for(self, table: str | None = None) -> bool:
        """Whether people may be told of this table, or of a new one.

        There is room where people are told of it already.
        """
        found = None if table is None else self._live.get(table)
        if found is not None and found.viewers:
            return True
        return sum(bool(live.viewers) for live in self._live.values()) < self.most

    def drop(self, live: LiveTable) -> None:
        """Forget a copy."""
        self._live.pop(live.table, None)

    async def attach(self, live: LiveTable, outlet: Outlet, viewer: Viewer) -> None:
        """Let an outlet hear of a table from here on; the caller holds the table."""
        if not live.viewers and self._feed is not None:
            await self._feed.watch(live.table)
            # What happened before the watch began is read from the store.
            await self.catch_up(live)
            live.talk_heard = await last_said(self._store, live.table)
        live.viewers[outlet] = viewer

    async def detach(self, live: LiveTable, outlet: Outlet) -> None:
        """Let an outlet hear no more of a table."""
        live.viewers.pop(outlet, None)
        # A newer copy may have taken this one's place, with viewers of its own.
        newest = self._live.get(live.table, live)
        if not newest.viewers and self._feed is not None:
            await self._feed.unwatch(live.table)

    async def catch_up(self, live: LiveTable) -> None:
        """Bring a copy up to where the store is; the caller holds the table."""
        for _ in range(_CATCH_UPS):
            outcome = await self._store.events_after(
                live.table, live.position.mark, _CATCH_UP_EVENTS
            )
            match outcome:
                case Following(mark, events):
                    if not events:
                        return
                    self.metrics.catch_ups.add()
                    live.advance(*self._advanced(live.position, events, mark.epoch))
                case Trimmed():
                    live.replace(await self._load(live.table), "trimmed")
                case EpochChanged():
                    await self._begin_anew(live, "new_epoch")
                case Rewound(mark):
                    broken_promises.note_lost(
                        self.metrics, live.position, left=mark.version
                    )
                    await self._repair.rebase(live.position)
                    await self._begin_anew(live, "rewound", "rebased")
                case Gone():
                    await self.missed(live)

    async def read_whole(self, live: LiveTable) -> None:
        """Show the table as it is stored, and no copy that may be wrong.

        The caller holds it.

        Raises:
            NoSuchTable: The store knows no such table.
            StoreUnavailable: The store does not answer; the copy is as it was.
        """
        live.replace(await self._load(live.table), "reloaded")
        self.on_change(live)

    async def missed(self, live: LiveTable) -> None:
        """The store knows nothing of a table that this node holds a copy of.

        Raises:
            NoSuchTable: It was over anyway.
            StoreUnavailable: Not now: another node may have a copy that is newer.
        """
        is_over = live.position.state.closed is not None
        if not is_over:
            live.let_others_go_first(self._clock.now_ms(), self.others_first_ms)
            broken_promises.note_lost(self.metrics, live.position)
        if is_over or not await self._repair.put_back(live.position):
            self.drop(live)
            raise NoSuchTable
        await self._begin_anew(live, "new_epoch", "put_back")

    async def mend(self, table: str) -> None:
        """Write a table anew that cannot be read from the store, if a copy is here.

        Else the wish is made again, at once, so that another node comes upon it.

        Raises:
            StoredFault: It cannot be read, or not what happened after the copy.
        """
        live = await self.live(table)
        if live.is_frozen:
            await self._ask_for_help(table)
            return
        async with live.turn_taken(patient=True):
            await self.catch_up(live)
            if await self._repair.write_anew(live.position):
                await self._begin_anew(live, "new_epoch", "written_anew")

    async def _begin_anew(self, live: LiveTable, reason: str, how: str = "") -> None:
        """Go on in another history; `how` this node has mended it, if it has."""
        position = await self._load(live.table)
        broken_promises.note_new_history(self.metrics, how, live.position, position)
        # The store may have lost talk too: then its numbers begin anew.
        live.talk_heard = await last_said(self._store, live.table)
        live.replace(position, reason)
        self._spawn(self.on_new_history(live))

    async def check_all(self) -> None:
        """Compare the copies that somebody looks at with the store, and catch up.

        News may be lost on the way; this finds what nothing else would.
        """
        watched = {live.table: live for live in self.known() if live.viewers}
        marks = await self._store.marks(list(watched))
        for table, live in watched.items():
            if marks.get(table) != live.position.mark:
                await self._read_anew(live)

    async def follow(
        self, live: LiveTable, outcome: Stale | EpochChanged | Rewound
    ) -> None:
        """Take over what the store said when it refused a change."""
        if isinstance(outcome, Stale) and outcome.events:
            epoch = outcome.mark.epoch
            live.advance(*self._advanced(live.position, outcome.events, epoch))
            return
        await self.catch_up(live)

    def _heard(self, news: News) -> None:
        """The store tells of a change; it may be our own, late, or after a gap."""
        live = self._live.get(news.table)
        if live is None or not live.viewers:
            return
        match news:
            case Published():
                if not live.is_ahead_of(news.mark):
                    live.news.append(news)
                    if not live.waiting:
                        self._begin_with_news(live)
            case Watching():
                self._spawn(self._read_anew(live))
                self._spawn(hear_missed(self._store, live))
            case Said(_, number, payload):
                if number > live.talk_heard + 1:
                    self._spawn(hear_missed(self._store, live))
                else:
                    live.hear(line_of(news.table, number, payload))

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin_with_news(self, live: LiveTable) -> None:
        """Nobody holds the table: see to its news, unless the copy has them already."""
        while live.news and live.is_ahead_of(live.news[0].mark):
            live.news.popleft()
        if live.news:
            self._spawn(self._take_news(live))

    async def _take_news(self, live: LiveTable) -> None:
        async with live.turn_taken(patient=True):
            while live.news:
                news = live.news.popleft()
                if not live.is_ahead_of(news.mark) and not self._joined(live, news):
                    live.news.clear()  # whatever they say, the store knows it
                    break
            else:
                return
        await self._read_anew(live)

    def _joined(self, live: LiveTable, news: Published) -> bool:
        """Go on with the news if they begin where the copy ends."""
        mark = live.position.mark
        first = news.mark.version - len(news.events) + 1
        if news.mark.epoch != mark.epoch or first != mark.version + 1:
            return False
        # What the news hold may be damaged on the way; the store decides.
        with suppress(StoredFault):
            position, steps = advanced(live.position, news.events, mark.epoch)
            live.advance(position, steps)
            late_ms = self._clock.now_ms() - steps[-1].stamped.at_ms
            self.metrics.delivered_elsewhere_s.observe(max(0, late_ms) / 1000)
            self.on_change(live)
            return True
        return False

    async def _read_anew(self, live: LiveTable) -> None:
        """Read what was missed; when the store is away, a later look does it."""
        try:
            async with live.turn_taken(patient=True):
                await self.catch_up(live)
                self.on_change(live)
        except (NoSuchTable, StoreUnavailable):
            return
        except NewerSchema:
            self._outgrown(live)
        except (StoredFault, HistoryBroken) as fault:
            # One damaged table must not keep others from being looked at.
            broken_promises.note_unreadable(self.metrics, live.table, fault)
            await self._ask_for_help(live.table)

    async def _ask_for_help(self, table: str) -> None:
        with suppress(StoreUnavailable):
            await self._repair.ask_for_help(table)

    def _outgrown(self, live: LiveTable) -> None:
        """Let those who look at a table look at it over a newer node."""
        log.warning("a table goes on at newer servers", table=live.table)
        self.drop(live)
        for viewer in list(live.viewers.values()):
            if viewer.outgrown is not None:
                viewer.outgrown()

    async def _load_live(self, table: str) -> LiveTable:
        try:
            loaded = await self._loaded(table)
            with broken_promises.mismatches_noted(self.metrics, table):
                position, steps = unfolded(loaded)
        except NewerSchema:
            raise
        except (StoredFault, HistoryBroken):
            await self._ask_for_help(table)
            raise
        live = LiveTable(
            position,
            on_news=self._begin_with_news,
            metrics=self.metrics,
            audit=self.audit,
        )
        live.begin_late(snapshot_position(loaded), steps, loaded.now_ms)
        live.recent.extend(steps)
        self._live[table] = live
        self._make_room()
        return live

    async def _loaded(self, table: str) -> Loaded:
        loaded = await self._store.load(table)
        if loaded is None:
            raise NoSuchTable
        self._clock.seen(loaded.now_ms)
        return loaded

    async def _load(self, table: str) -> Position:
        loaded = await self._loaded(table)
        with broken_promises.mismatches_noted(self.metrics, table):
            return position_of(loaded)

    def _advanced(
        self, position: Position, events: Sequence[StoredEvent], epoch: bytes
    ) -> tuple[Position, tuple[Step, ...]]:
        with broken_promises.mismatches_noted(self.metrics, position.state.table):
            return advanced(position, events, epoch)

    def _make_room(self) -> None:
        for live in list(self._live.values()):
            if len(self._live) <= self.most:
                return
            if not live.viewers and not live.waiting:
                del self._live[live.table]
