"""Find the weights of the player inside the playouts by playing it against itself.

An evolution strategy: in each round so many directions are drawn, the weights are moved
along each, forwards and backwards, the two players so made meet in duplicate deals, and
the weights follow the directions by what they won. Both players of a meeting, and all
meetings of a round, see the same deals, so that little else than the weights tells them
apart. Everything but the number of rounds that fit into the time follows from the seed.

    python -m tests.bench.tune --rounds 400 --seed 1 --write
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.search.kernel.chance import stream_of
from engine.search.kernel.rollouts import duplicate_margins
from engine.search.tuned import WEIGHTS
from engine.search.weights import UNCHANGED, table_of

Weights = Mapping[str, int]
Vector = NDArray[np.float64]

TUNED = Path(__file__).parents[2] / "engine" / "search" / "tuned.py"
TESTED_ON = 20_000
"""Fresh deals on which the result meets the weights that it began with."""

START: Weights = {
    "worth_begato": 1152,
    "worth_angel": 912,
    "worth_world": 512,
    "worth_sun_moon": 224,
    "worth_king": 816,
    "worth_queen": 416,
    "worth_knight": 384,
    "worth_jack": 368,
    "worth_ace": 320,
    "worth_moor": 240,
    "worth_sixteen": 128,
    "worth_five": 32,
    "worth_pip": 8,
    "cost_begato": 40,
    "cost_angel": 680,
    "cost_world": 640,
    "cost_sun": 600,
    "cost_moon": 560,
    "cost_king": 115,
    "cost_queen": 102,
    "cost_knight": 90,
    "cost_jack": 77,
    "cost_ace": 30,
    "cost_moor": 80,
    "cost_sixteen": 520,
    "cost_five": 80,
    "cost_pip": 40,
    "cost_matto": 256,
    "standing_1_0": UNCHANGED,
    "standing_1_1": UNCHANGED,
    "standing_2_0": UNCHANGED,
    "standing_2_1": UNCHANGED,
    "standing_3_0": UNCHANGED,
    "cost_now": UNCHANGED,
    "cost_per_trick_left": 0,
    "to_come": 0,
    "nobody": 400,
    "opponent_will": 1024,
    "partner_will": 800,
    "lead_trump": 0,
    "lead_length": 0,
    "lead_partner_void": 0,
    "lead_opponent_void": 0,
    "lead_trump_length": 0,
}
"""What the first tuning began with: capture values found by regression, and guesses."""


class Plan(NamedTuple):
    """How to tune."""

    rounds: int
    directions: int
    deals: int
    """Duplicate deals of each meeting."""
    seed: int


class Figures(NamedTuple):
    """A margin per deal, in points, and half of its 95 % interval."""

    margin: float
    half: float

    def __str__(self) -> str:
        return f"{self.margin:+.1f} +- {self.half:.1f}"


Meeting = Callable[[Weights, Weights, int, int], Figures]
"""What the first wins of the second: so many duplicate deals, from a seed."""


def scales(weights: Weights) -> Vector:
    """How far a weight is moved at a time: a sixth of it, and a unit that is felt."""
    least = {"standing": 3, "cost_per": 1, "cost_now": 2, "lead_length": 8}
    found = [
        max(
            abs(number) / 6,
            next((unit for start, unit in least.items() if name.startswith(start)), 24),
        )
        for name, number in weights.items()
    ]
    return np.array(found)


def rounded(names: Weights, vector: Vector) -> dict[str, int]:
    """The weights that a vector stands for."""
    return {name: round(float(n)) for name, n in zip(names, vector, strict=True)}


def meeting(first: Weights, second: Weights, deals: int, seed: int) -> Figures:
    """What the first wins of the second, on the deals that follow from the seed."""
    policies = np.array([table_of(first), table_of(second)])
    margins = duplicate_margins(stream_of(seed), policies, deals) / 2
    return Figures(
        float(margins.mean()), 1.96 * float(margins.std()) / float(np.sqrt(deals))
    )


def tuned(
    start: Weights, plan: Plan, meet: Meeting = meeting, scale: Vector | None = None
) -> dict[str, int]:
    """The weights after the plan's rounds; the mean over the last half of them.

    Args:
        start: What is begun with.
        plan: How long, and by which chance.
        meet: Plays two tables of weights against each other.
        scale: How far each weight is moved at a time; `scales` if not given.
    """
    rng = np.random.default_rng(plan.seed)
    scale = scales(start) if scale is None else scale
    place = np.array(list(start.values()), dtype=np.float64)
    mean = np.zeros_like(place)
    kept = 0
    for number in range(plan.rounds):
        pace = 0.6 * (1 - number / plan.rounds) + 0.1
        gradient = np.zeros_like(place)
        won = []
        for _ in range(plan.directions):
            direction = rng.standard_normal(len(place))
            ahead = rounded(start, place + scale * direction)
            behind = rounded(start, place - scale * direction)
            deals = plan.seed + number + 1
            margin = meet(ahead, behind, plan.deals, deals << 20).margin
            won.append(margin)
            gradient += margin * direction
        gradient /= plan.directions * max(1e-9, float(np.sqrt(np.mean(np.square(won)))))
        place += pace * scale * gradient
        if number >= plan.rounds // 2:
            kept += 1
            mean += (place - mean) / kept
        if number % max(1, plan.rounds // 10) == 0:
            told = meet(rounded(start, place), start, 4 * plan.deals, plan.seed)
            print(f"round {number}: {told} over the start", file=sys.stderr, flush=True)
    return rounded(start, mean)


def source_of(weights: Weights, story: str, whose: str) -> str:
    """The text of the file that holds the weights, and says whose they are."""
    lines = json.dumps(dict(weights), indent=4).replace("\n}", ",\n}").splitlines()
    inside = "\n".join(f"    {line}" for line in lines)
    return (
        f'"""The weights of {whose}, as they were tuned.\n\n{story}\n"""\n\n'
        "from __future__ import annotations\n\n"
        "from types import MappingProxyType\n"
        "from typing import TYPE_CHECKING, Final\n\n"
        "if TYPE_CHECKING:\n    from collections.abc import Mapping\n\n"
        "WEIGHTS: Final[Mapping[str, int]] = MappingProxyType(\n"
        f"{inside}\n)\n"
    )


def main() -> int:
    """Tune, tell what it brought, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--directions", type=int, default=16)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the present weights")
    parser.add_argument(
        "--write", action="store_true", help="to engine/search/tuned.py"
    )
    asked = parser.parse_args()
    plan = Plan(asked.rounds, asked.directions, asked.deals, asked.seed)
    start = WEIGHTS if asked.go_on else START
    begun_s = time.process_time()
    found = tuned(start, plan)
    took_s = time.process_time() - begun_s
    fresh = meeting(found, start, TESTED_ON, (plan.seed << 40) + 1)
    story = (
        f"Made by `python -m tests.bench.tune --rounds {plan.rounds} --directions\n"
        f"{plan.directions} --deals {plan.deals} --seed {plan.seed}"
        f"{' --go-on' if asked.go_on else ''} --write` in {took_s:.0f} s of one core.\n"
        f"On {TESTED_ON} fresh duplicate deals they win {fresh} points a deal\n"
        "of those that the tuning began with."
    )
    print(story)
    if asked.write:
        TUNED.write_text(
            source_of(found, story, "the player inside the playouts"), "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
