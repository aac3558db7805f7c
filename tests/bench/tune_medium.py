"""Find what `medium` weighs by, by playing it against itself.

The same evolution strategy as `tests.bench.tune`, with the player that goes by rules in
pure Python: some thousand times slower, so that it takes minutes to hours. It goes on
from the present weights. What it finds is written only if it wins of them on fresh deals,
with an interval above zero; otherwise the present ones are written again, with what was
tried. Everything follows from the seed.

    python -m tests.bench.tune_medium --rounds 30 --jobs 2 --write
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from engine.players.by_rule import RulePlayer
from engine.players.tuned import WEIGHTS
from engine.players.weights import Weights as Table
from tests.bench.tune import (
    Figures,
    Meeting,
    Plan,
    Vector,
    Weights,
    source_of,
    tuned,
)
from tests.support.play import chance
from tests.support.strategies import dealt_at_random
from tests.support.tables import totals

TUNED = Path(__file__).parents[2] / "engine" / "players" / "tuned.py"
TESTED_ON = 2_000
"""Fresh deals on which the result meets the weights that it began with."""
_AT_ONCE = 25
_LEAST_STEP = 4


def margins(first: Weights, second: Weights, seeds: range) -> list[float]:
    """What the first wins of the second on the deals of these seeds, played twice."""
    one, other = (
        RulePlayer("medium", Table(**clipped(table))) for table in (first, second)
    )
    won = []
    for seed in seeds:
        started = dealt_at_random(chance(seed))
        ours, theirs = totals(started, [one.choose, other.choose] * 2)
        theirs_now, ours_now = totals(started, [other.choose, one.choose] * 2)
        won.append((ours - theirs + ours_now - theirs_now) / 2)
    return won


def clipped(weights: Weights) -> dict[str, int]:
    """The weights, none of them below zero."""
    return {name: max(0, number) for name, number in weights.items()}


def meeting(
    pool: ProcessPoolExecutor, first: Weights, second: Weights, deals: int, seed: int
) -> Figures:
    """What the first wins of the second, on the deals that follow from the seed."""
    parts = [
        range(begin, min(begin + _AT_ONCE, seed + deals))
        for begin in range(seed, seed + deals, _AT_ONCE)
    ]
    found = pool.map(partial(margins, dict(first), dict(second)), parts)
    won = np.array([margin for part in found for margin in part])
    return Figures(float(won.mean()), 1.96 * float(won.std()) / float(np.sqrt(deals)))


def scale_of(weights: Weights) -> Vector:
    """How far a weight is moved at a time: a tenth of it, and a step that is felt."""
    return np.array([max(abs(number) / 10, _LEAST_STEP) for number in weights.values()])


@contextmanager
def meetings(jobs: int) -> Iterator[Meeting]:
    """Plays meetings in so many processes."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield partial(meeting, pool)


def story_of(plan: Plan, fresh: Figures, took_s: float) -> str:
    """How the weights were found, in words."""
    command = (
        f"Made by `python -m tests.bench.tune_medium --rounds {plan.rounds}\n"
        f"--directions {plan.directions} --deals {plan.deals} --seed {plan.seed}"
        f" --write` in {took_s:.0f} s.\n"
    )
    outcome = f"{fresh} points a deal, on {TESTED_ON} fresh duplicate deals"
    if _is_better(fresh):
        return f"{command}They win of those that the tuning began with\n{outcome}."
    return (
        f"{command}They are those that it began with: what it found won of them\n"
        f"{outcome}."
    )


def kept_of(found: Weights, fresh: Figures) -> Weights:
    """What is kept: the weights that were found, or those that it began with."""
    return clipped(found) if _is_better(fresh) else WEIGHTS


def _is_better(fresh: Figures) -> bool:
    return fresh.margin > fresh.half


def main() -> int:
    """Tune, tell what it brought, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--directions", type=int, default=8)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--write", action="store_true", help="to engine/players/tuned.py"
    )
    asked = parser.parse_args()
    plan = Plan(asked.rounds, asked.directions, asked.deals, asked.seed)
    begun_s = time.monotonic()
    with meetings(asked.jobs) as meet:
        found = tuned(WEIGHTS, plan, meet, scale_of(WEIGHTS))
        fresh = meet(found, WEIGHTS, TESTED_ON, (plan.seed << 40) + 1)
    story = story_of(plan, fresh, time.monotonic() - begun_s)
    print(story)
    if asked.write:
        TUNED.write_text(source_of(kept_of(found, fresh), story, "`medium`"), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
