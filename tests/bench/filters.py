"""How fast the line filters are: python -m tests.bench.filters [--deals N] [--cards N]

Plays random legal deals, sends their records through `tarocco score --jsonl -` and
random sets of cards through `tarocco explain --jsonl -`, each as a process of its own,
and prints lines a second with the start of the process and without it. One core is
enough for 300 deals and 3,000 explanations a second; less ends with exit code 1.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.cards import CARD_CODES
from tests.client_cli.records import random_record

ROOT = Path(__file__).resolve().parents[2]
EXIT_SLOW = 1


@dataclass(frozen=True)
class Filter:
    """One filter, what goes in, and how fast it has to be."""

    verb: str
    lines: list[str]
    at_least: int
    """Lines a second."""


def main(words: Sequence[str]) -> int:
    """Measure both filters; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--cards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    print(f"preparing {given.deals} deals, seed {given.seed}", file=sys.stderr)
    filters = (
        Filter("score", deal_lines(given.deals, given.seed), 300),
        Filter("explain", card_lines(given.cards, given.seed), 3_000),
    )
    fast = [measured(each) for each in filters]
    return 0 if all(fast) else EXIT_SLOW


def deal_lines(count: int, seed: int) -> list[str]:
    """Records of random legal deals, one a line."""
    return [json.dumps(random_record(seed * 1_000_000 + n)) for n in range(count)]


def card_lines(count: int, seed: int) -> list[str]:
    """Random sets of 3 to 30 cards, one a line."""
    chance = random.Random(seed)  # noqa: S311 - a measurement, not a table
    return [
        json.dumps(chance.sample(CARD_CODES, chance.randint(3, 30)))
        for _ in range(count)
    ]


def measured(each: Filter) -> bool:
    """Run a filter over its lines and print how fast it was; whether fast enough."""
    begun_s = time.perf_counter()
    run(each.verb, [])
    start_s = time.perf_counter() - begun_s
    begun_s = time.perf_counter()
    answers = run(each.verb, each.lines)
    took_s = time.perf_counter() - begun_s
    good = sum(json.loads(answer)["ok"] for answer in answers)
    if good != len(each.lines):
        raise SystemExit(f"{each.verb}: {good} good answers to {len(each.lines)} lines")
    rate, bare = len(each.lines) / took_s, len(each.lines) / (took_s - start_s)
    fast = rate >= each.at_least
    print(
        f"{each.verb:<8} {len(each.lines):>6} lines in {took_s:6.2f} s: "
        f"{rate:8.0f} a second, {bare:8.0f} without the start of {start_s:.2f} s; "
        f"needed {each.at_least}: {'met' if fast else 'MISSED'}"
    )
    return fast


def run(verb: str, lines: list[str]) -> list[str]:
    """The answers of a filter to these lines."""
    done = subprocess.run(
        [sys.executable, "-m", "client_cli", verb, "--jsonl", "-"],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return done.stdout.splitlines()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
