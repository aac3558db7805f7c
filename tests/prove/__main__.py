"""The long campaign: python3 run.py prove [--scale S] [--only PART ...] [--report FILE]

Everything that is promised is searched for its opposite: in simulated games with every
kind of fault, in servers with faults that have to be found, with bad inputs, in bots'
decisions, on real processes, and under load. One report says what was tried and what
came of it; the exit code is 1 when anything was found.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.prove.part import Effort
from tests.prove.parts import PARTS
from tests.prove.report import report


def main(words: Sequence[str]) -> int:
    """Do what the words say; the exit code."""
    given = _parser().parse_args(words)
    effort = Effort(given.scale, given.jobs)
    begun_s = time.monotonic()
    shown = []
    for name in given.only or PARTS:
        _say(f"{name}: {PARTS[name].what}")
        shown.append(PARTS[name].run(effort))
        for label, value in shown[-1].rows:
            _say(f"    {label}: {value}")
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    text = report(shown, effort, time.monotonic() - begun_s, when)
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(text, "utf-8")
    violations = sum(one.violations for one in shown)
    _say(f"violations: {violations}; the report is {given.report}")
    return 1 if violations else 0


def _say(text: str) -> None:
    print(text, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py prove",
        description="Search long for what would break a promise, and write a report.",
        epilog="Parts: " + "; ".join(f"{p.name}, {p.what}" for p in PARTS.values()),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--scale", type=_scale, default=1.0, help="1 is about an hour on two cores (1)")
    add("--jobs", type=int, choices=range(1, 65), default=2, metavar="N", help="2")
    add("--only", nargs="+", choices=PARTS, metavar="PART", help="some parts alone")
    add("--report", type=Path, default=Path("build/proof.md"), metavar="FILE.md")
    return parser


def _scale(text: str) -> float:
    number = float(text)
    if not 0 < number <= 1_000:
        raise argparse.ArgumentTypeError("more than 0, at most 1000")
    return number


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
