"""Tables to try a store with: ids and tokens that never repeat, and short spellings."""

import asyncio
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from server.store import TableStore
from server.store_outcomes import Applied, ApplyOutcome, News
from server.store_records import (
    ACTIVE_MS,
    Append,
    Change,
    LobbyRow,
    Mark,
    NewEvent,
    NewTable,
    Rebase,
    Receipt,
    Row,
)
from server.store_talk import Speech

WAIT_S = 20.0
"""How long a test waits for what must come; it comes at once unless something broke."""
PATIENT_MS = 60_000
"""Skew allowed in tests that are about something else: a machine may be slow."""

_numbers = itertools.count(1)


def fresh(count: int = 8) -> bytes:
    """Give bytes that no other call gives."""
    return next(_numbers).to_bytes(count, "big")


def fresh_table() -> str:
    """Give the id of a table that no other test has."""
    return f"T{next(_numbers)}"


def event(payload: bytes = b"card") -> NewEvent:
    """Give an event with a token of its own."""
    return NewEvent(payload, fresh())


def change(
    now_ms: int,
    *payloads: bytes,
    snapshot: bytes | None = None,
    deadlines: Mapping[str, int | None] | None = None,
    lobby_row: LobbyRow = Row.KEEP,
    writer: int = 1,
    minimum_writer: int | None = None,
    trim_before: int | None = None,
    phase: str = "",
    expire_ms: int = ACTIVE_MS,
    ends_table: bool = False,
) -> Change:
    """Give a change with an event for each payload."""
    return Change(
        now_ms=now_ms,
        events=tuple(map(event, payloads)),
        snapshot=snapshot,
        deadlines=deadlines or {},
        lobby_row=lobby_row,
        phase=phase,
        writer=writer,
        minimum_writer=minimum_writer,
        expire_ms=expire_ms,
        ends_table=ends_table,
        trim_before=trim_before,
    )


def receipt(
    session: str = "ann", number: int = 1, digest: bytes = b"d", result: bytes = b"ok"
) -> Receipt:
    """Give what is remembered of a command."""
    return Receipt(session, number, digest, result)


@dataclass
class Played:
    """A table in a store, and the place where this test believes it to be."""

    store: TableStore
    name: str
    mark: Mark
    now_ms: int
    numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @classmethod
    async def new(cls, store: TableStore, *payloads: bytes, name: str = "") -> "Played":
        """Create a table with an event for each payload, snapshot included."""
        name = name or fresh_table()
        now_ms = await store.now_ms(name)
        new = NewTable(
            name, fresh(), receipt("host"), change(now_ms, *payloads, snapshot=b"start")
        )
        outcome = await store.create(new)
        assert isinstance(outcome, Applied)
        assert outcome.mark == new.mark
        return cls(store, name, outcome.mark, outcome.now_ms)

    def append(self, *payloads: bytes, at: Mark | None = None) -> Append:
        """Give the next command of a session, at this test's place or another."""
        given = receipt("ann", next(self.numbers))
        return Append(self.name, at or self.mark, given, change(self.now_ms, *payloads))

    async def play(self, *payloads: bytes) -> Append:
        """Append, which must succeed, and move on."""
        append = self.append(*payloads)
        await self.apply(append)
        return append

    async def apply(self, append: Append) -> Applied:
        """Apply, which must succeed, and move on."""
        outcome = await self.store.apply(append)
        assert isinstance(outcome, Applied)
        self.mark, self.now_ms = outcome.mark, outcome.now_ms
        return outcome

    async def payloads(self) -> list[bytes]:
        """Give the payloads that are stored after the snapshot, in order."""
        loaded = await self.store.load(self.name)
        assert loaded is not None
        return [event.payload for event in loaded.events]

    def speech(
        self, line: bytes | None, given: Receipt | None = None, *, table: str = ""
    ) -> Speech:
        """Give what somebody says here: under the next number, or a given one."""
        own = receipt("ann", next(self.numbers)) if given is None else given
        return Speech(table or self.name, self.mark, own, line)

    async def say(self, line: bytes) -> None:
        """Say a line, which must be heard."""
        assert isinstance(await self.store.say(self.speech(line)), Applied)

    def rebase(self, *payloads: bytes, at: Mark | None = None) -> Rebase:
        """Give a rebase from this test's place or another."""
        return Rebase(
            self.name,
            at or self.mark,
            fresh(),
            change(self.now_ms, *payloads, snapshot=b"rebased"),
        )


def applied(outcomes: list[ApplyOutcome]) -> list[Applied]:
    """Give those that were stored."""
    return [outcome for outcome in outcomes if isinstance(outcome, Applied)]


async def eventually(is_so: Callable[[], bool]) -> None:
    """Return when something is so that nobody reports; the wait is bounded."""
    async with asyncio.timeout(WAIT_S):
        while True:
            if is_so():
                return
            await asyncio.sleep(0.001)


class Inbox:
    """A listener that keeps what it hears, in order."""

    def __init__(self) -> None:
        self._news: asyncio.Queue[News] = asyncio.Queue()

    def __call__(self, news: News) -> None:
        """Take news in."""
        self._news.put_nowait(news)

    async def next(self) -> News:
        """Give the next news, waiting for them if need be."""
        async with asyncio.timeout(WAIT_S):
            return await self._news.get()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was heard that was not fetched."""
        return self._news.empty()
