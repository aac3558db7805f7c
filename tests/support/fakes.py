"""Doubles that behave: a clock moved by hand, seeded chance, bots that do as told.

A run on these repeats exactly. Nothing here waits for real time: who sleeps on the
clock wakes when a test moves it.
"""

from __future__ import annotations

import asyncio
import heapq
from typing import TYPE_CHECKING

from engine.players.by_rule import MEDIUM
from engine.players.levels import LEVELS
from engine.players.player import Advice
from protocol.codec import BadMessage, Unknown, decode_to_client
from server.adapters.memory_sessions import MemorySessions
from server.adapters.memory_store import MemoryStore
from server.ports import BotAdvice, BotAnswer, BotFailed, BotQuestion
from server.store_outcomes import ApplyOutcome, StoreUnavailable, Trouble
from tests.support.play import chance

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from engine.actions import Action
    from engine.view import SeatView
    from protocol.to_client import ToClient
    from server.store_outcomes import CreateOutcome, EventsOutcome, News
    from server.store_records import (
        Append,
        DueDeadline,
        Heartbeat,
        Loaded,
        Mark,
        NewTable,
    )
    from server.store_talk import Talk

START_MS = 1_700_000_000_000
"""Where the store's clock begins, so that times look like times."""


class HandClock:
    """A clock that a test moves; the store's and all nodes' at once.

    Args:
        ahead_ms: How far this node's own count is ahead of the clock that it follows.
        follows: The clock that really moves; this one, if there is none.
    """

    def __init__(self, *, ahead_ms: int = 0, follows: HandClock | None = None) -> None:
        self._now_ms = START_MS
        self._ahead_ms = ahead_ms
        self._follows = follows or self
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    def store_ms(self) -> int:
        """The time of the store."""
        return self._follows._now_ms

    def monotonic_ms(self) -> int:
        """The time of this node."""
        return self.store_ms() + self._ahead_ms

    async def sleep_ms(self, wait_ms: int) -> None:
        """Return when the clock was moved so far, and never at once."""
        moved = self._follows
        if wait_ms <= 0:
            await asyncio.sleep(0)
            return
        wakes: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        moved._count += 1
        entry = (moved.store_ms() + wait_ms, moved._count, wakes)
        heapq.heappush(moved._sleepers, entry)
        await wakes

    async def advance(self, ms: int) -> None:
        """Let time pass: each sleeper wakes at its own time, and works, in order."""
        end_ms = self._now_ms + ms
        while True:
            await settled()
            if not self._sleepers or self._sleepers[0][0] > end_ms:
                break
            when_ms, _, wakes = heapq.heappop(self._sleepers)
            self._now_ms = max(self._now_ms, when_ms)
            if not wakes.done():
                wakes.set_result(None)
        self._now_ms = end_ms
        await settled()

    def jump(self, ms: int) -> None:
        """Let time pass while nobody works."""
        self._now_ms += ms


async def settled(rounds: int = 60) -> None:
    """Let everything that can run without waiting run."""
    for _ in range(rounds):
        await asyncio.sleep(0)


class SeededChance:
    """Random bytes that are the same in every run."""

    def __init__(self, seed: int) -> None:
        self._rng = chance(seed)

    def fresh(self, count: int) -> bytes:
        """So many random bytes."""
        return self._rng.randbytes(count)


class ToldBots:
    """Bots that answer as a test says, otherwise by simple rules."""

    def __init__(self) -> None:
        self.answers: list[Callable[[SeatView], Action]] = []
        """Used up one after the other; what one raises becomes `BotFailed`."""
        self.asked: list[BotQuestion] = []
        self.plays_as = ""
        """The level that answers; empty for the one that was asked for."""
        self.holds = asyncio.Event()
        """While cleared, answers are kept back."""
        self.holds.set()
        self.levels: tuple[str, ...] = LEVELS
        """That are played."""
        self.hints: list[BotQuestion] = []
        """Questions for advice."""
        self.cannot_advise = False

    async def advise(self, question: BotQuestion) -> BotAdvice:
        """A hint that names what may go, each card worth the points of its number."""
        self.hints.append(question)
        await self.holds.wait()
        if self.cannot_advise:
            raise BotFailed
        view = question.view
        cards = reversed(list(view.legal | view.discardable))
        candidates = tuple(Advice((card,), int(card)) for card in cards)
        return BotAdvice(candidates, question.level)

    async def choose(self, question: BotQuestion) -> BotAnswer:
        """The action of the seat on turn."""
        self.asked.append(question)
        answer = self.answers.pop(0) if self.answers else MEDIUM.choose
        await self.holds.wait()
        try:
            return BotAnswer(answer(question.view), self.plays_as or question.level)
        except ArithmeticError as fault:
            raise BotFailed from fault


class Inbox:
    """An outlet that keeps what it is told."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def tell(self, frame: bytes) -> None:
        """Keep a frame."""
        self.frames.append(frame)

    def messages(self) -> list[ToClient]:
        """All frames, read as a client reads them; each has to be good."""
        return [read(frame) for frame in self.frames]


def read(frame: bytes) -> ToClient:
    """The message of a frame, which has to be one that clients understand."""
    message = decode_to_client(frame)
    assert not isinstance(message, BadMessage | Unknown), message
    return message


class FaultyStore(MemoryStore, MemorySessions):
    """A store in memory that can be told to fail, to lose answers, to keep silent."""

    def __init__(self, clock: Callable[[], int]) -> None:
        MemoryStore.__init__(self, clock)
        MemorySessions.__init__(self, clock)
        self.faults: list[str] = []
        """For the next changes: `before` and `full` fail with nothing changed, `after`
        carries the change out and loses the answer, an empty text does as it should."""
        self.is_away = False
        """Whether nothing answers at all."""
        self.is_full = False
        """Whether it has room for nothing but the end of tables."""
        self.loses_news = False
        self.fails_notes = 0
        """So many notes about seats of users fail."""
        self.dawdles: Callable[[], int] | None = None
        """How many turns of the event loop a call takes, before and after."""
        self.before_apply: Callable[[], Awaitable[None]] | None = None
        """What another node does just before each append."""
        self.applied: list[Append] = []
        """Every change that was asked for."""

    async def create(self, new: NewTable) -> CreateOutcome:
        """Create a table."""
        await self._dawdle()
        self._check_room()
        fault = self._fault()
        outcome = await super().create(new)
        await self._dawdle()
        self._lose(fault)
        return outcome

    async def apply(self, append: Append) -> ApplyOutcome:
        """Store a command's effect."""
        self.applied.append(append)
        if self.before_apply is not None:
            await self.before_apply()
        await self._dawdle()
        if not append.change.ends_table:
            self._check_room()
        fault = self._fault()
        outcome = await super().apply(append)
        await self._dawdle()
        self._lose(fault)
        return outcome

    async def load(self, table: str) -> Loaded | None:
        """Give a table."""
        await self._dawdle()
        self._check_there()
        loaded = await super().load(table)
        await self._dawdle()
        return loaded

    async def events_after(self, table: str, at: Mark, limit: int) -> EventsOutcome:
        """Give events."""
        await self._dawdle()
        self._check_there()
        found = await super().events_after(table, at, limit)
        await self._dawdle()
        return found

    async def lobby(self) -> Mapping[str, bytes]:
        """Give rows."""
        self._check_there()
        return await super().lobby()

    async def marks(self, tables: Sequence[str]) -> Mapping[str, Mark]:
        """Give positions."""
        self._check_there()
        return await super().marks(tables)

    async def claim_due(
        self, shards: Sequence[int], *, limit: int = 64
    ) -> tuple[DueDeadline, ...]:
        """Take deadlines."""
        self._check_there()
        return await super().claim_due(shards, limit=limit)

    async def claim(self, table: str, kind: str) -> DueDeadline | None:
        """Take one deadline."""
        self._check_there()
        claimed = await super().claim(table, kind)
        await self._dawdle()
        return claimed

    async def beat(
        self, node: str, payload: bytes, *, keep_ms: int, gap_ms: int
    ) -> Heartbeat:
        """Take a sign of life."""
        self._check_there()
        self._check_room()
        return await super().beat(node, payload, keep_ms=keep_ms, gap_ms=gap_ms)

    async def nodes(self) -> Mapping[str, bytes]:
        """Give who lives."""
        self._check_there()
        return await super().nodes()

    async def user_seats(self, user: str) -> Mapping[str, bytes]:
        """Give notes."""
        self._check_there()
        return await super().user_seats(user)

    async def talk_after(self, table: str, number: int, limit: int) -> tuple[Talk, ...]:
        """Give lines."""
        self._check_there()
        return await super().talk_after(table, number, limit)

    async def put_user_seat(self, user: str, table: str, payload: bytes) -> None:
        """Keep a note."""
        self._check_there()
        if self.fails_notes:
            self.fails_notes -= 1
            raise StoreUnavailable(Trouble.NO_ANSWER, unknown=True)
        await super().put_user_seat(user, table, payload)

    async def archive(
        self, table: str, deal: str, payload: bytes, *, keep_ms: int
    ) -> None:
        """Keep a record."""
        self._check_there()
        self._check_room()
        await super().archive(table, deal, payload, keep_ms=keep_ms)

    def _publish(self, news: News) -> None:
        if not self.loses_news:
            super()._publish(news)

    async def _dawdle(self) -> None:
        for _ in range(0 if self.dawdles is None else self.dawdles()):
            await asyncio.sleep(0)

    def _fault(self) -> str:
        self._check_there()
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "before":
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
        if fault == "full":
            raise StoreUnavailable(Trouble.FULL, unknown=False)
        return fault

    def _lose(self, fault: str) -> None:
        if fault == "after":
            raise StoreUnavailable(Trouble.NO_ANSWER, unknown=True)

    def _check_room(self) -> None:
        if self.is_full:
            raise StoreUnavailable(Trouble.FULL, unknown=False)

    def _check_there(self) -> None:
        if self.is_away:
            raise StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
