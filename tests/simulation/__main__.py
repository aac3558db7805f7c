"""Many runs one after the other, for nights, or one with its story.

python -m tests.simulation --seeds 0:10000
python -m tests.simulation --seeds 327:328 --story
"""

from __future__ import annotations

import argparse
import sys

from tests.simulation.checker import violations
from tests.simulation.runs import history_of
from tests.simulation.story import story


def main() -> int:
    """Run the seeds; how many of them broke a promise."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument(
        "--seeds", default="0:500", metavar="A:B", help="from A up to B"
    )
    parser.add_argument("--story", action="store_true", help="tell each in full")
    asked = parser.parse_args()
    first, end = map(int, asked.seeds.split(":"))
    bad = 0
    for seed in range(first, end):
        history = history_of(seed)
        broken = violations(history)
        bad += bool(broken)
        if asked.story:
            _say(*story(history))
        if broken:
            _say(f"seed {seed}", *map(str, broken))
    _say(f"{end - first} seeds, {bad} with broken promises")
    return min(bad, 1)


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
