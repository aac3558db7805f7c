"""Clock, deadlines and nodes in memory."""

from collections.abc import Callable, Mapping, Sequence

from server.adapters.memory_shelf import MemoryShelf
from server.store_records import (
    OUTAGES_KEPT,
    SKEW_MS,
    VISIBILITY_MS,
    DueDeadline,
    Heartbeat,
    Outage,
    check_name,
    check_table,
    shard_of,
)


class MemoryTimes(MemoryShelf):
    """The part of the store that knows when."""

    def __init__(self, clock: Callable[[], int], *, skew_ms: int = SKEW_MS) -> None:
        super().__init__(clock, skew_ms=skew_ms)
        self._beats: dict[str, tuple[int, bytes]] = {}
        """Node to the end of its time and what it said."""
        self._beaten_ms: dict[str, int] = {}
        """Node to its last sign of life."""
        self._newest_beat_ms: int | None = None
        self._outages: list[Outage] = []

    async def now_ms(self, table: str = "") -> int:  # noqa: ARG002
        """Give the clock that counts for this table: there is one."""
        return self._clock()

    async def claim_due(
        self, shards: Sequence[int], *, limit: int = 64
    ) -> tuple[DueDeadline, ...]:
        """Take up to `limit` due deadlines of each shard for two seconds."""
        now = self._clock()
        found: list[DueDeadline] = []
        for shard in shards:
            due = [d for d in self._in_shard(shard) if d.due_ms <= now]
            found.extend(due[: max(1, limit)])
        for deadline in found:
            self._deadlines[deadline.table, deadline.kind] = now + VISIBILITY_MS
        return tuple(found)

    async def claim(self, table: str, kind: str) -> DueDeadline | None:
        """Take one deadline for two seconds if it is due and not taken."""
        check_table(table)
        check_name(kind)
        now = self._clock()
        due_ms = self._deadlines.get((table, kind))
        if due_ms is None or due_ms > now:
            return None
        self._deadlines[table, kind] = now + VISIBILITY_MS
        return DueDeadline(table, kind, due_ms)

    async def scheduled(self, shards: Sequence[int]) -> tuple[DueDeadline, ...]:
        """Give all deadlines of these shards, due or not, without taking them."""
        return tuple(due for shard in shards for due in self._in_shard(shard))

    def _in_shard(self, shard: int) -> list[DueDeadline]:
        found = [
            (due_ms, table, kind)
            for (table, kind), due_ms in self._deadlines.items()
            if shard_of(table) == shard
        ]
        return [
            DueDeadline(table, kind, due_ms) for due_ms, table, kind in sorted(found)
        ]

    async def beat(
        self, node: str, payload: bytes, *, keep_ms: int, gap_ms: int
    ) -> Heartbeat:
        """Give a node's sign of life, seen by others for `keep_ms`."""
        check_name(node)
        now, newest = self._clock(), self._newest_beat_ms
        if newest is not None and now - newest > gap_ms:
            self._outages = [*self._outages, Outage(newest, now)][-OUTAGES_KEPT:]
        self._newest_beat_ms = now
        self._beats[node] = (now + keep_ms, payload)
        before = self._beaten_ms.get(node)
        self._beaten_ms[node] = now
        return Heartbeat(now, tuple(self._outages), before)

    async def nodes(self) -> Mapping[str, bytes]:
        """Give what the living nodes say of themselves."""
        now = self._clock()
        self._beats = {n: beat for n, beat in self._beats.items() if beat[0] > now}
        return {node: payload for node, (_, payload) in sorted(self._beats.items())}
