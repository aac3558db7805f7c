"""Bots in processes of their own: a search never holds up the sockets.

Each process answers one question after another, over pipes. One that dies, hangs or
answers nonsense is ended and replaced, and its question goes to whoever asked as
`BotFailed`. Questions wait in the order in which they came, at most so many and at most
so long; a table asks one at a time, so each has its turn. When many wait, a lower level
than wished plays, which is told with the answer.

The library's pool of processes is not used: it has no way to end one process that
hangs, leaves its processes behind when the server is killed, and costs four times the
time of the event loop's thread for each question.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import structlog

import engine
from engine.players.levels import LEVELS, RULE_LEVELS, best_level, can_search
from server.adapters.bot_worker import (
    FAILED,
    LENGTH_BYTES,
    MOST_BYTES,
    Wanted,
    action_from,
    advice_from,
    levels_from,
    question_bytes,
)
from server.metrics import NO_METRICS
from server.ports import BotAdvice, BotAnswer, BotFailed

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable, Collection

    from server.metrics import Metrics
    from server.ports import BotQuestion

_T = TypeVar("_T")

log = structlog.get_logger()

START_S: Final = 120.0
"""For a process to say its first word: compiling takes seconds, and more under load."""
BEARABLE: Final = 8
"""So many questions may wait for each process before lower levels play."""
LEVEL_UNDER_LOAD: Final = "hard"
_BEARABLE_LEVELS: Final = LEVELS[: LEVELS.index(LEVEL_UNDER_LOAD) + 1]
_PAUSE_S: Final = 0.1
_PAUSE_MOST_S: Final = 5.0
_END_S: Final = 2.0
_ROOT: Final = str(Path(engine.__file__).parents[1])
_START: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from server.adapters.bot_worker import main; main()"
)


def usual_workers() -> int:
    """One process for each core that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BotProcesses:
    """Asks bots in processes.

    Args:
        workers: How many processes, at least 1.
        answer_s: For an answer, waiting included.
        most_waiting: Questions that may wait; one more fails at once.
        metrics: What is counted.
    """

    def __init__(
        self,
        workers: int,
        *,
        answer_s: float = 2.0,
        most_waiting: int = 64,
        metrics: Metrics = NO_METRICS,
    ) -> None:
        self._workers = workers
        self._answer_s = answer_s
        self._most_waiting = most_waiting
        self._metrics = metrics
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all: set[_Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self.waiting = 0
        """Questions that wait for a process now."""
        self.levels = LEVELS if can_search() else RULE_LEVELS
        """The levels that are played here; before the start, those that should be."""

    async def start(self) -> None:
        """Start the processes; returns once each has answered.

        A process that does not start is tried again, until cancelled. The first one
        compiles what the others then find on disk.
        """
        await self._start_one()
        await asyncio.gather(*(self._start_one() for _ in range(self._workers - 1)))
        _say_levels(self.levels)

    async def aclose(self) -> None:
        """End all processes."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in tuple(self._all)))

    async def choose(self, question: BotQuestion) -> BotAnswer:
        """The action of the seat on turn.

        Raises:
            BotFailed: There was no answer in time, or none that makes sense.
        """
        if self.waiting >= self._most_waiting:
            self._metrics.bot_answers.add("queue_full")
            raise BotFailed
        begun_s = self._metrics.now_s()
        wanted = question.level
        if self._is_loaded:
            wanted = best_level(wanted, _BEARABLE_LEVELS)
        action, level = await self._answer(
            replace(question, level=wanted),
            Wanted.ACTION,
            lambda told: action_from(told, question.view),
        )
        if level != question.level:
            self._metrics.bot_lowered.add()
        self._metrics.bot_think_s.observe(self._metrics.now_s() - begun_s)
        return BotAnswer(action, level)

    async def advise(self, question: BotQuestion) -> BotAdvice:
        """What the seat on turn may do and what it comes to.

        Raises:
            BotFailed: As for `choose`, or so many wait that no hint should.
        """
        if self._is_loaded:
            raise BotFailed
        return BotAdvice(*await self._answer(question, Wanted.ADVICE, advice_from))

    @property
    def _is_loaded(self) -> bool:
        return self.waiting >= BEARABLE * self._workers

    async def _answer(
        self, question: BotQuestion, wanted: Wanted, read: Callable[[bytes], _T]
    ) -> tuple[_T, str]:
        """What a process answers, as read, and the level that has answered."""
        try:
            async with asyncio.timeout(self._answer_s):
                told, level = await self._ask(question, wanted)
            answer = read(told)
        except TimeoutError as fault:
            self._metrics.bot_answers.add("late")
            raise BotFailed from fault
        except (OSError, EOFError) as fault:
            self._metrics.bot_answers.add("died")
            raise BotFailed from fault
        except Exception as fault:  # whatever a bot does wrong, its table goes on
            self._metrics.bot_answers.add("failed")
            raise BotFailed from fault
        self._metrics.bot_answers.add("answered")
        return answer, level

    async def _ask(self, question: BotQuestion, wanted: Wanted) -> tuple[bytes, str]:
        self.waiting += 1
        try:
            worker = await self._living()
        finally:
            self.waiting -= 1
        level = best_level(question.level, worker.levels)
        asked = replace(question, level=level)
        try:
            told = await worker.ask(question_bytes(asked, wanted))
        except BaseException as fault:
            # What it may still answer would be taken for the answer to the next.
            worker.kill()
            self._replace(worker, type(fault).__name__)
            raise
        self._idle.put_nowait(worker)
        if told == FAILED:
            raise ValueError("the player raised an error")
        return told, level

    async def _living(self) -> _Worker:
        """The next process that is free; those that died between questions go."""
        while not (worker := await self._idle.get()).is_alive:
            self._replace(worker, "it had ended")
        return worker

    def _replace(self, worker: _Worker, why: str) -> None:
        log.warning("a bot's process is replaced", why=why)
        task = asyncio.create_task(self._start_instead_of(worker))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _start_instead_of(self, worker: _Worker) -> None:
        await worker.end()
        self._all.discard(worker)
        await self._start_one()

    async def _start_one(self) -> None:
        pause_s = _PAUSE_S
        while True:
            worker = _Worker()
            self._all.add(worker)
            try:
                async with asyncio.timeout(START_S):
                    await worker.start()
            except Exception as fault:  # noqa: BLE001 - else there would be one fewer
                await worker.end()
                self._all.discard(worker)
                self._metrics.faults.add("bot_start")
                why = type(fault).__name__
                log.warning("a bot's process does not start", why=why)
                await asyncio.sleep(pause_s)
                pause_s = min(_PAUSE_MOST_S, pause_s * 2)
            else:
                self.levels = _in_order(worker.levels)
                self._idle.put_nowait(worker)
                return


def _in_order(offered: Collection[str]) -> tuple[str, ...]:
    return tuple(level for level in LEVELS if level in offered)


def _say_levels(levels: tuple[str, ...]) -> None:
    """Log which levels there are on this server, and what the others need."""
    log.info("bots are ready", levels=list(levels))
    if len(levels) < len(LEVELS):
        log.warning(
            "bots that search are not offered; the best there is plays for them",
            advice="install numba, where there is one for this machine",
        )


class _Worker:
    """One process."""

    def __init__(self) -> None:
        self.levels: tuple[str, ...] = ()
        """What it can play, once it has started."""
        self._process: Process | None = None

    @property
    def is_alive(self) -> bool:
        """Whether it runs, as far as is known: its end is heard of a moment later."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it and wait for its first sign."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # else a folder called engine where the server runs would be taken
            "-c",
            _START,
            _ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # a traceback could name cards
            # Ctrl-C in a terminal is for the server; this process ends after it.
            start_new_session=True,
        )
        self.levels = levels_from(await self._read())

    async def ask(self, question: bytes) -> bytes:
        """The answer to a question."""
        process = self._process
        assert process is not None  # noqa: S101 - started before it is handed out
        assert process.stdin is not None  # noqa: S101
        try:
            process.stdin.write(question)
        except RuntimeError as fault:  # how uvloop says that the pipe is closed
            raise BrokenPipeError from fault
        await process.stdin.drain()
        return await self._read()

    def kill(self) -> None:
        """End it without a word."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def end(self) -> None:
        """End it, and wait for that."""
        if self._process is None:
            return
        self.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_S):
                await self._process.wait()

    async def _read(self) -> bytes:
        process = self._process
        assert process is not None  # noqa: S101 - see `ask`
        assert process.stdout is not None  # noqa: S101
        head = await process.stdout.readexactly(LENGTH_BYTES)
        length = int.from_bytes(head, "big")
        if length > MOST_BYTES:
            raise ValueError("an answer without end")
        return await process.stdout.readexactly(length)
