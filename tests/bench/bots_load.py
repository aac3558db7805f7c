"""Tables of four bots on the server's own pool of processes, without sockets and store.

Each table asks for a move when it is due, whether or not the one before has come in time,
and a move's time counts from when it was due. Tables are spread over the deal, so that
every trick is asked about at any moment. A timer in the same event loop says how late
that is.

    python -m tests.bench.bots_load --tables 200 --level expert --seconds 60
    python -m tests.bench.bots_load --start       # from nothing compiled to a first move

The exit code is 1 when a bot gave no answer.
"""

import argparse
import asyncio
import math
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random

import structlog

from engine.deal import DealState, Phase, decide, evolve, start
from engine.players.by_rule import MEDIUM
from engine.players.levels import LEVELS
from engine.view import view_of
from server.adapters.bot_processes import BotProcesses, usual_workers
from server.background import cancelled
from server.ports import BotFailed, BotQuestion
from tests.support.play import chance
from tests.support.strategies import dealt_at_random

BOT_SEED = bytes(range(16))
MOVES_IN_DEAL = 65
_TICK_S = 0.01


@dataclass
class Measured:
    """What came of a run; times in milliseconds."""

    cards: list[float] = field(default_factory=list)
    """From when each card or declaration was due to its answer."""
    discards: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """How late a timer of the event loop was."""
    lowered: int = 0
    failed: int = 0


def states(rng: Random, skipped: int) -> Iterator[DealState]:
    """Deal after deal, each state of which somebody is on turn; moves come from outside.

    The one who takes a state sends back the next one. The first moves are made at once.
    """
    for number in count():
        state = start(dealt_at_random(rng))
        for _ in range(skipped if number == 0 else 0):
            assert state.turn is not None
            action = MEDIUM.choose(view_of(state, state.turn))
            for event in decide(state, action):
                state = evolve(state, event)
        yield state


async def play(
    bots: BotProcesses, level: str, rng: Random, every_s: float, measured: Measured
) -> None:
    """One table, until cancelled."""
    loop = asyncio.get_running_loop()
    due_s = loop.time() + rng.random() * every_s
    for first in states(rng, rng.randrange(MOVES_IN_DEAL)):
        state = first
        while state.turn is not None:
            await asyncio.sleep(max(0.0, due_s - loop.time()))
            question = BotQuestion(view_of(state, state.turn), level, BOT_SEED)
            try:
                answer = await bots.choose(question)
            except BotFailed:
                measured.failed += 1
                action = MEDIUM.choose(question.view)
            else:
                action = answer.action
                measured.lowered += answer.level != level
            took_ms = (loop.time() - due_s) * 1000
            is_discard = state.phase is Phase.DISCARD
            (measured.discards if is_discard else measured.cards).append(took_ms)
            for event in decide(state, action):
                state = evolve(state, event)
            due_s += every_s


async def watch(measured: Measured) -> None:
    """How late the event loop is, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due_s = loop.time() + _TICK_S
        await asyncio.sleep(_TICK_S)
        measured.lags.append(max(0.0, loop.time() - due_s) * 1000)


async def loaded(asked: argparse.Namespace) -> Measured:
    """The measured time of a run, after a while that is not counted."""
    bots = BotProcesses(asked.workers, most_waiting=10_000)
    await bots.start()
    measured = Measured()
    every_s = 1 / asked.moves_per_s
    work = [
        asyncio.create_task(play(bots, asked.level, chance(n), every_s, measured))
        for n in range(asked.tables)
    ]
    work.append(asyncio.create_task(watch(measured)))
    await asyncio.sleep(asked.before_s)
    for kept in (measured.cards, measured.discards, measured.lags):
        kept.clear()
    measured.lowered = measured.failed = 0
    await asyncio.sleep(asked.seconds)
    for task in work:
        await cancelled(task)
    await bots.aclose()
    return measured


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share does not exceed; 0 of none."""
    if not values:
        return 0.0
    return sorted(values)[math.ceil(share * len(values)) - 1]


def told(measured: Measured, asked: argparse.Namespace, cpu_s: float) -> str:
    """What came of a run, in words."""
    lines = [
        (
            f"{asked.tables} tables of four {asked.level} bots, "
            f"{asked.moves_per_s:g} moves a second each, {asked.workers} processes, "
            f"{asked.seconds:g} s; load of the machine {os.getloadavg()[0]:.1f}"
        ),
        f"moves a second: {len(measured.cards + measured.discards) / asked.seconds:.0f}",
    ]
    for name, values in (
        ("card or declaration, ms from when it was due", measured.cards),
        ("discard, ms from when it was due", measured.discards),
        ("event loop late, ms", measured.lags),
    ):
        figures = ", ".join(
            f"p{100 * share:g} {quantile(values, share):.1f}"
            for share in (0.5, 0.99, 1.0)
        )
        lines.append(f"{name}: {figures} ({len(values)})")
    lines.append(
        f"by a lower level: {measured.lowered}; without answer: {measured.failed}"
    )
    lines.append(f"CPU of the processes, with their start: {cpu_s:.1f} s")
    return "\n".join(lines)


async def first_move(level: str) -> float:
    """Seconds from nothing started to the first card of a deal."""
    rng = chance(1)
    state = start(dealt_at_random(rng))
    while state.phase is not Phase.PLAY:
        assert state.turn is not None
        for event in decide(state, MEDIUM.choose(view_of(state, state.turn))):
            state = evolve(state, event)
    assert state.turn is not None
    question = BotQuestion(view_of(state, state.turn), level, BOT_SEED)
    begun_s = time.monotonic()
    bots = BotProcesses(1, answer_s=60)
    await bots.start()
    await bots.choose(question)
    took_s = time.monotonic() - begun_s
    await bots.aclose()
    return took_s


def starts(level: str) -> str:
    """How long a first move takes with nothing compiled, and then."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        cold, warm = (_timed_start(level) for _ in range(2))
    return f"first move of {level}: cold {cold}; warm {warm}"


def _timed_start(level: str) -> str:
    before_s = _children_s()
    took_s = asyncio.run(first_move(level))
    return f"{took_s:.1f} s, of which {_children_s() - before_s:.1f} s of a core"


def _children_s() -> float:
    """Processor time of the processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Measure; 0 when every bot has answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--level", choices=LEVELS, default="expert")
    parser.add_argument("--moves-per-s", type=float, default=1.0, help="of a table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--before-s", type=float, default=5.0, help="not counted")
    parser.add_argument("--workers", type=int, default=usual_workers())
    parser.add_argument("--start", action="store_true", help="the first move instead")
    asked = parser.parse_args()
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    if asked.start:
        print(starts(asked.level))
        return 0
    with suppress(KeyboardInterrupt):
        measured = asyncio.run(loaded(asked))
        print(told(measured, asked, _children_s()))
        return int(measured.failed > 0)
    return 1


if __name__ == "__main__":
    sys.exit(main())
