"""Measure the search: how fast its kernel is, what a decision costs, how well it plays.

    python -m tests.bench.kernel speed                # playouts a second and core
    python -m tests.bench.kernel cost --deals 20      # a decision, trick by trick
    python -m tests.bench.kernel match --worlds 24 --deals 200   # against medium
    python -m tests.bench.kernel share --worlds 24 --deals 200   # of what seeing wins

Speeds are told by the processor's time of the thread, which other work on the machine
changes least; beside it stands the time by the clock. Matches are duplicate deals.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from engine.search.analysis import warm_up
from engine.search.kernel.chance import stream_of
from engine.search.kernel.playouts import random_playouts
from engine.search.kernel.rollouts import duplicate_margins
from engine.search.tuned import WEIGHTS
from engine.search.weights import table_of
from tests.bench.duel import ByPolicy, ByRule, Searcher, Seeing, estimate_of, margins_of

PLAYOUTS: Final = 400_000
ROLLOUTS: Final = 10_000
"""Duplicate deals, so twice as many deals."""


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Processor time of this thread, and time by the clock, in seconds."""
    begun_s, clock_s = time.thread_time(), time.perf_counter()
    work()
    return time.thread_time() - begun_s, time.perf_counter() - clock_s


def speed(asked: argparse.Namespace) -> None:
    """Playouts a second, and how two threads do beside one."""
    del asked
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


def told_ms(times_s: list[float]) -> str:
    """Mean and 99th percentile, in milliseconds."""
    ordered = sorted(times_s)
    high = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"{1000 * statistics.mean(ordered):.2f} mean, {1000 * high:.2f} p99"


def match(asked: argparse.Namespace) -> None:
    """Margins against medium, and what the decisions cost."""
    searcher = Searcher(asked.worlds, asked.pairs, asked.discard_worlds)
    margins = margins_of(searcher, ByRule(), asked.seed, range(1, asked.deals + 1))
    print(
        f"{searcher.name} against medium: {estimate_of(margins)} points a deal, "
        f"{asked.deals} deals"
    )
    cards = [one for trick, some in searcher.times_s.items() if trick for one in some]
    print(f"ms of a core for a card: {told_ms(cards)}")
    if asked.pairs:
        print(f"ms of a core for a discard: {told_ms(searcher.times_s[0])}")


def cost(asked: argparse.Namespace) -> None:
    """What a decision costs, trick by trick."""
    searcher = Searcher(asked.worlds, asked.pairs, asked.discard_worlds)
    margins_of(searcher, ByRule(), asked.seed, range(1, asked.deals + 1))
    for trick, times_s in sorted(searcher.times_s.items()):
        name = f"trick {trick}" if trick else "discard"
        print(f"{name:9} ms of a core: {told_ms(times_s)}")


def share(asked: argparse.Namespace) -> None:
    """How much of what seeing all cards would win the search wins without.

    Both play against the policy that the search plays deals out by, and discard as it
    does; so the policy in their place would win nothing.
    """
    numbers = range(1, asked.deals + 1)
    searcher = Searcher(asked.worlds)
    seeing = margins_of(Seeing(), ByPolicy(), asked.seed, numbers)
    honest = margins_of(searcher, ByPolicy(), asked.seed, numbers)
    print(f"seeing all cards: {estimate_of(seeing)} points a deal of the policy")
    print(f"{searcher.name}: {estimate_of(honest)}, {asked.deals} deals")
    part = statistics.fmean(honest) / statistics.fmean(seeing)
    misses = [one - part * other for one, other in zip(honest, seeing, strict=True)]
    half = estimate_of(misses).half / statistics.fmean(seeing)
    print(f"share of the advantage: {100 * part:.1f} +- {100 * half:.1f} %")


WHAT: Final = {"speed": speed, "cost": cost, "match": match, "share": share}


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=tuple(WHAT))
    parser.add_argument("--worlds", type=int, nargs="+", default=[160])
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--discard-worlds", type=int, default=200)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", default="kernel")
    asked = parser.parse_args()
    warm_up()
    WHAT[asked.what](asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
