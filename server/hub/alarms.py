"""Deadlines that come due: found by any node, taken by one, judged by the table.

A node remembers the deadlines of tables it has just seen and takes them when they are
due. Every two seconds it also asks the store for any that nobody took, so that none
depends on the node that set it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from server.hub.copies import NoSuchTable
from server.hub.due_queue import DueQueue
from server.metrics import NO_METRICS
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.store_records import SHARDS
from server.stored import StoredFault

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from server.hub.live_table import LiveTable
    from server.hub.store_clock import StoreClock
    from server.metrics import Metrics
    from server.ports import Clock
    from server.store import TableStore
    from server.store_records import DueDeadline

log = structlog.get_logger()

_LOOK_EVERY_MS: Final = 2_000
_AT_ONCE: Final = 64
_LATE_MS: Final = 2
"""The store's clock is only known about; a little late costs less than too early."""


class Alarms:
    """Calls `fire(table, kind)` for deadlines that this node has taken."""

    def __init__(
        self,
        store: TableStore,
        clock: Clock,
        store_clock: StoreClock,
        fire: Callable[[str, str], Awaitable[None]],
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._metrics = metrics
        self._store = store
        self._clock = clock
        self._store_clock = store_clock
        self._fire = fire
        self._due = DueQueue()
        self._changed = asyncio.Event()
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._running: set[asyncio.Task[None]] = set()

    def note(self, live: LiveTable) -> None:
        """Remember the deadlines of a table as it is now."""
        for kind, due_ms in live.position.deadlines.items():
            if self._due.note(live.table, kind, due_ms):
                self._changed.set()  # it comes before what is being waited for

    async def run(self) -> None:
        """Take deadlines until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._run_noted())
                group.create_task(self._run_looking())
        finally:
            for task in self._running:
                task.cancel()

    async def _run_noted(self) -> None:
        while True:
            self._changed.clear()
            wait_ms = self._wait_ms()
            while wait_ms <= 0:
                await self._begin(self._take(*self._due.pop()))
                wait_ms = self._wait_ms()
            sleep = asyncio.ensure_future(self._clock.sleep_ms(wait_ms))
            change = asyncio.ensure_future(self._changed.wait())
            try:
                await asyncio.wait((sleep, change), return_when=asyncio.FIRST_COMPLETED)
            finally:
                sleep.cancel()
                change.cancel()

    def _wait_ms(self) -> int:
        """How long until the next noted deadline, or until it is looked again."""
        next_ms = self._due.next_ms
        if next_ms is None:
            return _LOOK_EVERY_MS
        return min(_LOOK_EVERY_MS, next_ms + _LATE_MS - self._store_clock.now_ms())

    async def _run_looking(self) -> None:
        while True:
            try:
                found = await self._store.claim_due(range(SHARDS))
            except StoreUnavailable:
                found = ()
            for due in found:
                await self._begin(self._call(due))
            await self._clock.sleep_ms(_LOOK_EVERY_MS)

    async def _begin(self, work: Awaitable[None]) -> None:
        await self._slots.acquire()
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Future[None]) -> None:
        self._running.discard(task)
        self._slots.release()
        if not task.cancelled() and task.exception() is not None:
            self._metrics.faults.add("alarm")
            log.error("an alarm failed", exc_info=task.exception())

    async def _take(self, table: str, kind: str) -> None:
        try:
            claimed = await self._store.claim(table, kind)
        except StoreUnavailable:
            return
        if claimed is not None:
            await self._call(claimed)

    async def _call(self, due: DueDeadline) -> None:
        self._metrics.alarms.add(due.kind.partition(":")[0])
        late_ms = self._store_clock.now_ms() - due.due_ms
        self._metrics.alarm_late_s.observe(max(0, late_ms) / 1000)
        try:
            await self._fire(due.table, due.kind)
        except (NoSuchTable, StoreUnavailable, StoredFault, HistoryBroken):
            return  # the deadline comes back two seconds after it was taken
