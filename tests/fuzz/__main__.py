"""Fuzz: python -m tests.fuzz [TARGET ...] [--seconds S] [--inputs N] [--guided]

Without a target all of them, one after the other. What finds a fault is kept in
`corpus/`, where the tests find it from then on; the exit code is 1 then. With `--guided`
the inputs are led by what they reach in the code, which needs the package `atheris`
(extra `fuzz`), and one target.
"""

import argparse
import json
import sys
import time
import traceback
from collections.abc import Sequence

from tests.fuzz.corpus import keep
from tests.fuzz.edits import inputs
from tests.fuzz.target import Target
from tests.fuzz.targets import TARGETS

BATCH = 500


def main(words: Sequence[str]) -> int:
    """Do what the words say; the exit code."""
    given = _parser().parse_args(words)
    chosen = [TARGETS[name] for name in given.targets or TARGETS]
    if given.guided:
        from tests.fuzz.guided import follow  # noqa: PLC0415 - needs the extra

        return follow(chosen[0], given.seconds)
    tried = {}
    found = 0
    for target in chosen:
        count, faults = _fuzzed(target, given)
        tried[target.name] = count
        found += faults
        print(f"{target.name}: {count} inputs, {faults} faults", file=sys.stderr)
    if given.json:
        print(json.dumps({"tried": tried, "faults": found}))
    return 1 if found else 0


def _fuzzed(target: Target, given: argparse.Namespace) -> tuple[int, int]:
    """How many inputs were tried, and how many found a fault."""
    end_s = time.monotonic() + given.seconds
    most = max(1, given.inputs // target.cost) if given.inputs else None
    count = faults = 0
    seed = given.seed
    while time.monotonic() < end_s and (most is None or count < most):
        batch = max(1, BATCH // target.cost)
        for data in inputs(target, seed, min(batch, (most or count + batch) - count)):
            count += 1
            faults += _finds_a_fault(target, data)
        seed += 1
    return count, faults


def _finds_a_fault(target: Target, data: bytes) -> bool:
    try:
        target.check(data)
    except Exception:  # noqa: BLE001 - that is what is looked for
        traceback.print_exc()
        print(f"kept in {keep(target, data)}", file=sys.stderr)
        return True
    return False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description="Give bad inputs to everything that reads.",
        epilog="Targets: "
        + "; ".join(f"{target.name}, {target.what}" for target in TARGETS.values()),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET")
    add("--seconds", type=float, default=10.0, help="for each target (10)")
    add("--inputs", type=int, help="for each target at most; fewer where one is dear")
    add("--seed", type=int, default=0, help="of the first inputs (0)")
    add("--json", action="store_true", help="how many were tried, as one object")
    add("--guided", action="store_true", help="led by the code that is reached")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
