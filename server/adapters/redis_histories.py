"""Histories of tables on Redis: create, load, append, rebase, read on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from server.adapters.redis_calls import Answer, RedisCalls, sensible
from server.adapters.redis_keys import table_keys
from server.adapters.redis_replies import (
    Refusal,
    Repeat,
    as_bytes,
    as_int,
    as_list,
    as_pairs,
    change_of,
    events_of,
    following_of,
    loaded_of,
)
from server.adapters.redis_scripts import (
    apply_arguments,
    create_arguments,
    rebase_arguments,
    say_arguments,
)
from server.store_outcomes import (
    Applied,
    ApplyOutcome,
    Conflicting,
    CreateOutcome,
    Duplicate,
    EpochChanged,
    EventsOutcome,
    Exists,
    Following,
    Gone,
    HistoryBroken,
    Outdated,
    RebaseOutcome,
    Rewound,
    SayOutcome,
    Skewed,
    Stale,
    StoreUnavailable,
    Trouble,
    UpgradeNeeded,
)
from server.store_records import (
    EVENTS_READ_MAX,
    Append,
    Loaded,
    Mark,
    NewTable,
    Rebase,
    Receipt,
    Remains,
)
from server.store_talk import Speech

PAGES = 64
"""Most answers for one load: more events than a table may have."""

_CREATE_NEVER = (Gone, EpochChanged, UpgradeNeeded, Rewound, Stale)
_REBASE_NEVER = (Duplicate, Conflicting, Outdated, Exists)
_SAY_NEVER = (Exists, EpochChanged, UpgradeNeeded, Rewound, Stale, Skewed)


class RedisHistories(RedisCalls):
    """The part of the store that keeps histories."""

    async def create(self, new: NewTable) -> CreateOutcome:
        """Create a table, all of it or nothing."""
        arguments = create_arguments(new, self._link.publish_verb, self._skew_ms)
        answer = await self._change("create", table_keys(new.table).all, arguments)
        nowhere = Mark(new.epoch, 0, b"")
        outcome = _outcome(answer, nowhere, new.mark, new.receipt)
        if isinstance(outcome, _CREATE_NEVER):
            raise _senseless(outcome)
        return outcome

    async def apply(self, append: Append) -> ApplyOutcome:
        """Store a command's effect if the table is where the command expects it."""
        arguments = apply_arguments(append, self._link.publish_verb, self._skew_ms)
        name = "apply_last" if append.change.ends_table else "apply"
        answer = await self._change(name, table_keys(append.table).all, arguments)
        after = append.change.mark_after(append.at)
        outcome = _outcome(answer, append.at, after, append.receipt)
        if isinstance(outcome, Exists):
            raise _senseless(outcome)
        return outcome

    async def rebase(self, rebase: Rebase) -> RebaseOutcome:
        """Give a table a new epoch; of several nodes that try, one succeeds."""
        arguments = rebase_arguments(rebase, self._link.publish_verb, self._skew_ms)
        answer = await self._change("rebase", table_keys(rebase.table).all, arguments)
        outcome = _outcome(answer, rebase.at, rebase.mark, None)
        if isinstance(outcome, _REBASE_NEVER):
            raise _senseless(outcome)
        return outcome

    async def say(self, speech: Speech) -> SayOutcome:
        """Add a line of talk and publish it, once for one receipt."""
        arguments = say_arguments(speech, self._link.publish_verb)
        answer = await self._change("say", table_keys(speech.table).all, arguments)
        outcome = _outcome(answer, speech.at, speech.at, speech.receipt)
        if isinstance(outcome, _SAY_NEVER):
            raise _senseless(outcome)
        return outcome

    async def load(self, table: str) -> Loaded | None:
        """Give the snapshot and the events after it.

        One trip, unless a table has gone for more than 256 events without a snapshot.

        Raises:
            HistoryBroken: The parts do not fit together.
        """
        for _ in range(3):
            reply = await self._ask("load", table_keys(table).all, [EVENTS_READ_MAX])
            with sensible():
                loaded = loaded_of(table, reply)
            if loaded is None or not loaded.events:
                return loaded
            whole = await self._read_on(table, loaded)
            if whole is not None:
                return whole
            # A newer snapshot came in between, and the events before it went.
        raise StoreUnavailable(
            Trouble.BUSY, "the table changes too fast", unknown=False
        )

    async def remains(self, table: str) -> Remains | None:
        """Give what is stored of a table as it is, whether it can be read or not."""
        keys = table_keys(table)
        reads = [
            ("HGETALL", keys.meta),
            ("GET", keys.state),
            ("XRANGE", keys.events, "-", "+"),
        ]
        meta, snapshot, events = await self._link.read(reads)
        with sensible():
            fields = {name.decode(): value for name, value in as_pairs(meta)}
            kept = None if snapshot is None else as_bytes(snapshot)
            found = Remains(fields, kept, events_of(events))
        return found if fields or found.events or kept is not None else None

    async def _read_on(self, table: str, loaded: Loaded) -> Loaded | None:
        mark, events = loaded.mark, list(loaded.events)
        for _ in range(PAGES):
            last = events[-1]
            if last.version == mark.version:
                return replace(loaded, mark=mark, events=tuple(events))
            at = Mark(mark.epoch, last.version, last.token)
            following = await self.events_after(table, at, EVENTS_READ_MAX)
            if not isinstance(following, Following):
                return None
            mark = following.mark
            events.extend(following.events)
        raise HistoryBroken(table, "events without end")

    async def events_after(self, table: str, at: Mark, limit: int) -> EventsOutcome:
        """Give up to `limit` (1 to 256) events after a position, or why not."""
        if not 1 <= limit <= EVENTS_READ_MAX:
            msg = f"1 to {EVENTS_READ_MAX} events, not {limit}"
            raise ValueError(msg)
        keys = table_keys(table).all
        reply = await self._ask("events", keys, [at.epoch, at.version, at.token, limit])
        with sensible():
            return following_of(reply, at.epoch, at.version)

    async def marks(self, tables: Sequence[str]) -> Mapping[str, Mark]:
        """Give where these tables are now; unknown tables are left out."""
        commands = [
            ("HMGET", table_keys(table).meta, "e", "n", "tk") for table in tables
        ]
        replies = await self._link.read(commands)
        found = {}
        with sensible():
            for table, reply in zip(tables, replies, strict=True):
                epoch, version, token = as_list(reply)
                if epoch is not None:
                    mark = Mark(as_bytes(epoch), as_int(version), as_bytes(token))
                    found[table] = mark
        return found

    async def forget(self, table: str, *, after_ms: int = 0) -> None:
        """Drop a table's deadlines and lobby row, and the rest after a while."""
        await self._change("forget", table_keys(table).all, [table, max(0, after_ms)])


def _outcome(
    answer: Answer, at: Mark, after: Mark, receipt: Receipt | None
) -> Applied | Duplicate | Refusal:
    with sensible(unknown=True):
        found = change_of(answer.reply, at.epoch, at.version)
    if isinstance(found, int):
        return Applied(after, found)
    if isinstance(found, Repeat):
        # Sent again because the answer was lost: it is this node's own command that
        # the script remembers, not the same one by way of another node.
        own = receipt is not None and found.result == receipt.result
        if answer.was_unknown and own and found.mark == after:
            return Applied(after, found.now_ms)
        return Duplicate(found.result, found.mark.version)
    return found


def _senseless(outcome: Applied | Duplicate | Refusal) -> StoreUnavailable:
    """Give the failure for an answer that the script asked never gives."""
    return StoreUnavailable(Trouble.BROKEN, type(outcome).__name__, unknown=True)
