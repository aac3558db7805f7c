"""Measure the search: how fast its kernel is, what a decision costs, how well it plays.

    python -m tests.bench.kernel speed                # playouts a second and core
    python -m tests.bench.kernel cost --deals 20      # a decision, trick by trick
    python -m tests.bench.kernel match --worlds 24 --deals 200   # against medium

Speeds are told by the processor's time of the thread, which other work on the machine
changes least; beside it stands the time by the clock. Matches are duplicate deals.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Final

import numpy as np

from client_cli.offline.arena_figures import figures_of
from client_cli.offline.contenders import LevelContender
from client_cli.offline.duplicate import Pair, play_pair
from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.deal import Phase
from engine.players.by_rule import MEDIUM
from engine.players.player import NO_SEED
from engine.search.analysis import analyse, choose_discard, warm_up
from engine.search.kernel.chance import stream_of
from engine.search.kernel.playouts import random_playouts
from engine.search.kernel.rollouts import duplicate_margins
from engine.search.tuned import WEIGHTS
from engine.search.weights import table_of
from engine.view import SeatView

PLAYOUTS: Final = 400_000
ROLLOUTS: Final = 10_000
"""Duplicate deals, so twice as many deals."""


class Searcher:
    """A player that searches; its seeds follow from the turn and a word of its own.

    Args:
        worlds: Worlds for a card.
        pairs: Pairs of discards that are played out.
        discard_worlds: Worlds for the discard.
        word: What its seeds follow from.
    """

    def __init__(
        self, worlds: int, pairs: int, discard_worlds: int, word: str = "bench"
    ) -> None:
        self._worlds = worlds
        self._pairs = pairs
        self._discard_worlds = discard_worlds
        self._word = word
        self.times_s: dict[int, list[float]] = defaultdict(list)
        """By trick from 1: processor time of each decision; 0 is the discard."""

    def choose(self, view: SeatView, bot_seed: bytes = NO_SEED) -> Action:
        """The action of the seat on turn, by the chance of its own word."""
        del bot_seed
        public = view.public
        if public.phase is Phase.DECLARE:
            can = view.declarable is not None and view.declarable.total
            return Declare(view.seat) if can else Skip(view.seat)
        begun_s = time.thread_time()
        seed = self._seed(view)
        if public.phase is Phase.DISCARD:
            found = choose_discard(view, self._pairs, self._discard_worlds, seed)
            self.times_s[0].append(time.thread_time() - begun_s)
            return Discard(view.seat, found.best.cards)
        found = analyse(view, self._worlds, seed)
        self.times_s[len(public.tricks) + 1].append(time.thread_time() - begun_s)
        return PlayCard(view.seat, found.best.cards[0])

    def _seed(self, view: SeatView) -> int:
        played = 4 * len(view.public.tricks) + len(view.public.trick)
        text = f"{self._word} {view.seat} {played}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time of this thread, and time by the clock, in seconds."""
    begun_s, clock_s = time.thread_time(), time.perf_counter()
    work()
    return time.thread_time() - begun_s, time.perf_counter() - clock_s


def speed() -> None:
    """Playouts a second, and how two threads do beside one."""
    table = table_of(WEIGHTS)
    policies = np.array([table, table])

    def playouts() -> tuple[float, float]:
        return timed(lambda: random_playouts(stream_of(1), PLAYOUTS))

    random_playouts(stream_of(1), 1)
    duplicate_margins(stream_of(1), policies, 1)
    ones = []
    twos = []
    for _ in range(5):  # by turns, so that both see the same machine
        ones.append(playouts())
        with ThreadPoolExecutor(2) as threads:
            both = [threads.submit(playouts) for _ in range(2)]
        twos.append([one.result() for one in both])
    alone_s = min(cpu_s for cpu_s, _ in ones)
    beside_s = min(statistics.mean(cpu_s for cpu_s, _ in two) for two in twos)
    print(f"random playouts a second of a core: {PLAYOUTS / alone_s:,.0f}")
    print(f"  each of two threads at once:      {PLAYOUTS / beside_s:,.0f}")
    clock_s = min(taken_s for _, taken_s in ones)
    both_s = min(max(taken_s for _, taken_s in two) for two in twos)
    print(f"  two threads do, by the clock:     {2 * clock_s / both_s:.2f} times one")
    cpu_s, _ = timed(lambda: duplicate_margins(stream_of(1), policies, ROLLOUTS))
    print(f"deals by the policy a second of a core: {2 * ROLLOUTS / cpu_s:,.0f}")


async def pairs_of(first: Searcher, deals: int, seed: str) -> list[Pair]:
    """Duplicate deals of a searcher against medium."""
    sides = (
        LevelContender("search", first, seed),
        LevelContender("medium", MEDIUM, seed),
    )
    found = []
    for number in range(1, deals + 1):
        found.append(await play_pair(*sides, seed, number))
        if number % max(1, deals // 10) == 0:
            print(f"{number} of {deals} deals", file=sys.stderr, flush=True)
    return found


def told_ms(times_s: list[float]) -> str:
    """Mean and 99th percentile, in milliseconds."""
    ordered = sorted(times_s)
    high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"{1000 * statistics.mean(ordered):.2f} mean, {1000 * high:.2f} p99"


def match(asked: argparse.Namespace) -> None:
    """Margins against medium, and what the decisions cost."""
    searcher = Searcher(asked.worlds, asked.pairs, asked.discard_worlds)
    figures = figures_of(asyncio.run(pairs_of(searcher, asked.deals, asked.seed)))
    low, high = figures.interval or (0.0, 0.0)
    print(
        f"{asked.worlds} worlds against medium: {figures.mean_margin:+.1f} points a "
        f"deal, 95 % interval {low:+.1f} to {high:+.1f}, {figures.deals} deals, "
        f"{100 * figures.win_rate:.1f} % of tables won"
    )
    cards = [one for trick, some in searcher.times_s.items() if trick for one in some]
    print(f"ms of a core for a card: {told_ms(cards)}")
    print(f"ms of a core for a discard: {told_ms(searcher.times_s[0])}")


def cost(asked: argparse.Namespace) -> None:
    """What a decision costs, trick by trick."""
    searcher = Searcher(asked.worlds, asked.pairs, asked.discard_worlds)
    asyncio.run(pairs_of(searcher, asked.deals, asked.seed))
    for trick, times_s in sorted(searcher.times_s.items()):
        name = f"trick {trick}" if trick else "discard"
        print(f"{name:9} ms of a core: {told_ms(times_s)}")


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("speed", "cost", "match"))
    parser.add_argument("--worlds", type=int, default=160)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--discard-worlds", type=int, default=200)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", default="kernel")
    asked = parser.parse_args()
    warm_up()
    if asked.what == "speed":
        speed()
    elif asked.what == "cost":
        cost(asked)
    else:
        match(asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
