"""All persons and tables of a run: brought up, kept busy, brought to rest, compared."""

import asyncio
import random
from array import array
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

from server.background import cancelled
from tests.bench.swarm.board import Board
from tests.bench.swarm.errands import SwarmFailed
from tests.bench.swarm.ledger import Ledger
from tests.bench.swarm.person import Person
from tests.bench.swarm.rabble import Crowd
from tests.bench.swarm.steps import Stage, Trouble
from tests.bench.swarm.tally import StageLog, Tally

One = TypeVar("One")

CONNECTING = 64
OPENING = 32
"""So many at once."""
REST_S = 20.0
"""For what is under way at the end."""
TICK_S = 0.01


class Mishaps(Protocol):
    """What may befall the servers and the store meanwhile."""

    async def restart(self) -> None:
        """Restart one server, the next one each time."""

    async def strike(self, trouble: Trouble) -> None:
        """Let a trouble befall whom it befalls."""


class Swarm:
    """Persons, and the tables that they sit at.

    Args:
        urls: Servers; persons are spread over them in turn.
        tables: How many.
        people: At each table; bots have the other seats.
        deals: At each table, before its people go on to another one.
        say: Told how it goes.
    """

    def __init__(
        self,
        urls: Sequence[str],
        *,
        tables: int,
        people: int,
        deals: int,
        say: Callable[[str], None],
    ) -> None:
        self.tally = Tally()
        self.lag_s = array("d")
        """How late this process ran a timer, each time it looked."""
        self.shown_out: Counter[str] = Counter()
        """How often those were who do not play, by kind."""
        self._say = say
        self._urls = urls
        self._loop = asyncio.get_running_loop()
        rng = random.Random()  # noqa: S311 - moves and moments, and no secrets
        self._rng = rng
        self._people = [
            Person(number, urls, self.tally, rng) for number in range(people * tables)
        ]
        self._boards = [
            Board(self._people[first : first + people], deals, self.tally, rng)
            for first in range(0, people * tables, people)
        ]

    @property
    def ledgers(self) -> list[Ledger]:
        """Of all tables."""
        return [ledger for board in self._boards for ledger in board.ledgers]

    @property
    def deals_settled(self) -> int:
        """At all tables so far."""
        return sum(board.deals_settled for board in self._boards)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Everybody connected, until the end of the block."""
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(self._watch())
            places = asyncio.Semaphore(CONNECTING)
            async with asyncio.TaskGroup() as coming:
                for person in self._people:
                    coming.create_task(self._bring(person, group, places))
            yield
            watching.cancel()
            for person in self._people:
                person.leave()

    async def open_tables(self) -> None:
        """Everybody seated, and every first deal begun."""
        await _each(self._boards, Board.open, at_once=OPENING)

    async def play(
        self, stage: Stage, mishaps: Mishaps
    ) -> tuple[StageLog, float | None]:
        """One stage; with a storm, also the seconds until everybody was back.

        Args:
            stage: What is played.
            mishaps: What befalls the servers and the store, if the stage has that.
        """
        log = StageLog(stage)
        for board in self._boards:
            board.begin(log, stage.moves_per_s / len(self._boards))
        begun_s = self._loop.time()
        troubles = asyncio.gather(
            self._restarts(stage.restarts, mishaps), _troubles(stage, mishaps)
        )
        beside = [asyncio.create_task(self._cuts(stage))]
        crowd = Crowd(self._urls, [ledger.table for ledger in self.ledgers])
        beside.append(asyncio.create_task(crowd.stay(stage.rabble)))
        back_s = await self._storm() if stage.begins_with_storm else None
        while (left_s := begun_s + stage.seconds - self._loop.time()) > 0:
            # A timer may ring a little early: what is left then is no turn of its own.
            await asyncio.sleep(max(TICK_S, min(5.0, left_s)))
            self._say(
                f"{stage.name}: {self._loop.time() - begun_s:.0f} of "
                f"{stage.seconds:.0f} s, {log.done} of {log.offered} moves"
            )
        await troubles
        for task in beside:
            await cancelled(task)
        self.shown_out += crowd.shown_out
        for board in self._boards:
            board.end()
        return log, back_s

    async def rest(self) -> None:
        """Wait for what is under way, and compare everybody with the server."""
        end_s = self._loop.time() + REST_S
        while self._is_busy():
            if self._loop.time() > end_s:
                self._say("not everything came to rest in time")
                break
            await asyncio.sleep(TICK_S)
        for board in self._boards:
            await board.aclose()
        self.tally.undelivered += sum(len(ledger.awaited) for ledger in self.ledgers)
        await _each(self._people, Person.compare, at_once=CONNECTING)
        for person in self._people:
            person.follower = None  # what comes from here on is not compared

    def _is_busy(self) -> bool:
        return any(not person.errands.is_idle for person in self._people) or any(
            board.ledgers[-1].awaited for board in self._boards
        )

    async def _bring(
        self, person: Person, group: asyncio.TaskGroup, places: asyncio.Semaphore
    ) -> None:
        async with places:
            living = group.create_task(person.live())
            coming = asyncio.create_task(person.came.wait())
            await asyncio.wait((living, coming), return_when=asyncio.FIRST_COMPLETED)
            coming.cancel()
            if living.done():
                raise SwarmFailed("a person could not connect")

    async def _storm(self) -> float:
        """Cut everybody off; the seconds until the last one was back."""
        begun_s = self._loop.time()
        for person in self._people:
            person.drop()
        # Each of them notices at once; only then is nobody here any more.
        while any(person.back_s < begun_s for person in self._people):
            if self._loop.time() - begun_s > 2 * REST_S:
                raise SwarmFailed("not everybody came back after the storm")
            await asyncio.sleep(TICK_S)
        took_s = max(person.back_s for person in self._people) - begun_s
        self._say(f"all are back after {took_s:.1f} s")
        return took_s

    async def _restarts(self, count: int, mishaps: Mishaps) -> None:
        """Restart servers, each when everybody is back after the one before."""
        for number in range(1, count + 1):
            begun_s = self._loop.time()
            await mishaps.restart()
            serves_s = self._loop.time()
            while not all(person.came.is_set() for person in self._people):
                if self._loop.time() - serves_s > 2 * REST_S:
                    raise SwarmFailed("not everybody came back after a restart")
                await asyncio.sleep(TICK_S)
            took_s = self._loop.time() - begun_s
            self._say(f"restart {number} of {count}: all are back after {took_s:.1f} s")

    async def _cuts(self, stage: Stage) -> None:
        """Cut people off one by one, as many in a minute as the stage has it."""
        if not stage.cut_per_minute:
            return
        while True:
            await asyncio.sleep(60 / (stage.cut_per_minute * len(self._people)))
            self._rng.choice(self._people).drop()

    async def _watch(self) -> None:
        """Measure how late timers are here, and see to overdue answers."""
        looked_s = self._loop.time()
        while True:
            due_s = self._loop.time() + TICK_S
            await asyncio.sleep(TICK_S)
            now_s = self._loop.time()
            self.lag_s.append(max(0.0, now_s - due_s))
            if now_s - looked_s > 1:
                looked_s = now_s
                for person in self._people:
                    person.look(now_s)


async def _troubles(stage: Stage, mishaps: Mishaps) -> None:
    """Let the stage's troubles happen, each at its time."""
    loop = asyncio.get_running_loop()
    begun_s = loop.time()
    for number, trouble in enumerate(stage.troubles, 1):
        due_s = begun_s + stage.seconds * number / (len(stage.troubles) + 1)
        await asyncio.sleep(max(0.0, due_s - loop.time()))
        await mishaps.strike(trouble)


async def _each(
    those: Sequence[One], work: Callable[[One], Awaitable[None]], *, at_once: int
) -> None:
    """Do the same for each of many."""
    places = asyncio.Semaphore(at_once)

    async def do(one: One) -> None:
        async with places:
            await work(one)

    async with asyncio.TaskGroup() as group:
        for one in those:
            group.create_task(do(one))
