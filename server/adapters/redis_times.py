"""Clock, deadlines and nodes on Redis."""

from collections.abc import Mapping, Sequence

from server.adapters.redis_calls import RedisCalls, sensible
from server.adapters.redis_keys import (
    NODES_OUTAGES,
    NODES_SEEN,
    deadlines_key,
    node_key,
    table_keys,
)
from server.adapters.redis_replies import as_bytes, as_int, as_list
from server.store_records import (
    VISIBILITY_MS,
    DueDeadline,
    Heartbeat,
    Outage,
    check_name,
)

FEW_SHARDS = 4
"""Up to here each shard is asked at once, without looking first."""
LOOK_AHEAD_MS = 1_000
"""The nodes of a cluster have clocks of their own; the script decides exactly."""
NODES_MAX_MS = 24 * 3600 * 1000


class RedisTimes(RedisCalls):
    """The part of the store that knows when."""

    async def now_ms(self, table: str = "") -> int:
        """Give the clock that counts for this table (a cluster has several)."""
        key = table_keys(table).meta if table else deadlines_key(0)
        with sensible():
            return as_int(await self._ask("clock", [key]))

    async def claim_due(
        self, shards: Sequence[int], *, limit: int = 64
    ) -> tuple[DueDeadline, ...]:
        """Take up to `limit` due deadlines of each shard for two seconds."""
        if len(shards) > FEW_SHARDS:
            shards = await self._with_something_due(shards)
        found: list[DueDeadline] = []
        for shard in shards:
            arguments = [VISIBILITY_MS, max(1, limit)]
            # Who was cancelled acts on nothing: what is due is left to others.
            answer = await self._change(
                "claim", [deadlines_key(shard)], arguments, goes_on=False
            )
            with sensible(unknown=True):
                found.extend(_deadlines(answer.reply))
        return tuple(found)

    async def _with_something_due(self, shards: Sequence[int]) -> list[int]:
        looks = [("ZRANGE", deadlines_key(s), 0, 0, "WITHSCORES") for s in shards]
        until_ms = await self.now_ms() + LOOK_AHEAD_MS
        replies = await self._link.read(looks)
        with sensible():
            return [
                shard
                for shard, reply in zip(shards, replies, strict=True)
                if any(first.due_ms <= until_ms for first in _deadlines(reply))
            ]

    async def claim(self, table: str, kind: str) -> DueDeadline | None:
        """Take one deadline for two seconds if it is due and not taken."""
        keys = [table_keys(table).deadlines]
        check_name(kind)
        answer = await self._change(
            "claim_one", keys, [VISIBILITY_MS, f"{table}|{kind}"]
        )
        if answer.reply is None:
            return None
        with sensible(unknown=True):
            return DueDeadline(table, kind, as_int(answer.reply))

    async def scheduled(self, shards: Sequence[int]) -> tuple[DueDeadline, ...]:
        """Give all deadlines of these shards, due or not, without taking them."""
        looks = [("ZRANGE", deadlines_key(s), 0, -1, "WITHSCORES") for s in shards]
        replies = await self._link.read(looks)
        with sensible():
            return tuple(due for reply in replies for due in _deadlines(reply))

    async def beat(
        self, node: str, payload: bytes, *, keep_ms: int, gap_ms: int
    ) -> Heartbeat:
        """Give a node's sign of life, seen by others for `keep_ms`."""
        keys = [NODES_SEEN, NODES_OUTAGES, node_key(node)]
        answer = await self._change("beat", keys, [node, payload, keep_ms, gap_ms])
        with sensible(unknown=True):
            now, outages, before = as_list(answer.reply)
            return Heartbeat(
                as_int(now),
                tuple(map(_outage, as_list(outages))),
                None if as_int(before) < 0 else as_int(before),
            )

    async def nodes(self) -> Mapping[str, bytes]:
        """Give what the living nodes say of themselves."""
        reply = await self._ask("nodes", [NODES_SEEN], [NODES_MAX_MS])
        with sensible():
            names = [as_bytes(name).decode() for name in as_list(reply)]
            notes = await self._link.read([("GET", node_key(name)) for name in names])
            return {
                name: as_bytes(note)
                for name, note in zip(names, notes, strict=True)
                if note is not None
            }


def _deadlines(reply: object) -> list[DueDeadline]:
    flat = as_list(reply)
    found = []
    for member, score in zip(flat[::2], flat[1::2], strict=True):
        table, _, kind = as_bytes(member).decode().rpartition("|")
        found.append(DueDeadline(table, kind, int(float(as_bytes(score)))))
    return found


def _outage(line: object) -> Outage:
    start, _, end = as_bytes(line).partition(b" ")
    return Outage(int(start), int(end))
