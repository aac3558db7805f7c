"""Load on a server: python -m tests.bench.load --step L3 L4

Persons in fours play legal moves at a rate that does not depend on the server, and
everything they were told is compared in the end: with each other, with what was
acknowledged, and with what is stored. Without `--server` it starts a server and a
store of its own. The README beside this file says how to read the result.

The exit code is 1 when anything was lost, doubled or missing, and 2 for wrong words.
Times alone never fail a run: machines differ.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from tests.bench.swarm.drive import Plan, one_run
from tests.bench.swarm.errands import SwarmFailed
from tests.bench.swarm.machine import allow_files
from tests.bench.swarm.report import Report
from tests.bench.swarm.results import RunResult
from tests.bench.swarm.rig import Hosts, ServerFailed, on_core, own_hosts
from tests.bench.swarm.steps import STEPS, Step, fitted

FILES_BESIDES = 256
EXIT_BROKEN = 1
EXIT_USE = 2


def main(words: Sequence[str]) -> int:
    """Do what the words say; the exit code."""
    given = _parser().parse_args(words)
    steps = [STEPS[name] for name in given.step]
    if (complaint := _complaint(given, steps)) is not None:
        print(complaint, file=sys.stderr)
        return EXIT_USE
    reports = []
    for step in steps:
        try:
            reports.append(_measured(given, _as_given(given, step)))
        except (SwarmFailed, ServerFailed) as failure:
            print(f"the run cannot go on: {failure}", file=sys.stderr)
            return EXIT_BROKEN
        print(reports[-1].text(), flush=True)
    if given.json is not None:
        data = [report.data() for report in reports]
        given.json.write_text(json.dumps(data, indent=1), "utf-8")
    if given.report is not None:
        pages = "\n".join(report.markdown() for report in reports)
        given.report.write_text(pages, "utf-8")
    kept = all(report.kept_all_promises for report in reports)
    return 0 if kept else EXIT_BROKEN


def _complaint(given: argparse.Namespace, steps: Sequence[Step]) -> str | None:
    """Why the words make no sense together, if so."""
    if given.server and any(step.is_disturbed for step in steps):
        return "only servers and a store of its own can be disturbed"
    for step in steps:
        if given.connections is None:
            continue
        tables = given.tables or given.connections // step.people
        if given.connections != step.people * tables:
            return f"{step.people} connections sit at each table of {step.name}"
    return None


def _as_given(given: argparse.Namespace, step: Step) -> Step:
    tables = given.tables
    if given.connections is not None:
        tables = given.connections // step.people
    return fitted(
        step,
        tables=tables,
        moves_per_s=given.moves,
        seconds=given.seconds,
        shorten=given.shorten,
    )


def _measured(given: argparse.Namespace, step: Step) -> Report:
    begun_s = time.monotonic()
    runs: list[RunResult] = []
    allow_files(step.connections + step.rabble + FILES_BESIDES)
    settings: tuple[tuple[str, str], ...] = ()
    for number in range(1, given.runs + 1):

        def say(text: str, number: int = number) -> None:
            passed_s = time.monotonic() - begun_s
            line = f"[{passed_s:6.1f} s] {step.name} run {number}: {text}"
            print(line, file=sys.stderr, flush=True)

        with _hosts(given, step) as hosts, on_core(1, pinned=given.pin):
            plan = Plan(step, given.deals, say)
            runs.append(_played(plan, hosts))
            settings = hosts.settings
    pinned = given.pin and not given.server
    placement = "server on core 0, store and generator on core 1"
    return Report(step, settings, placement if pinned else "none", runs)


def _played(plan: Plan, hosts: Hosts) -> RunResult:
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(one_run(plan, hosts))
    except BaseExceptionGroup as group:
        failed = group.subgroup(SwarmFailed)
        if failed is None:
            raise
        raise _first(failed) from None


def _first(group: BaseExceptionGroup[SwarmFailed]) -> SwarmFailed:
    """One of many failures, which say the same as a rule."""
    failure = group.exceptions[0]
    return _first(failure) if isinstance(failure, BaseExceptionGroup) else failure


def _hosts(given: argparse.Namespace, step: Step) -> AbstractContextManager[Hosts]:
    if given.server:
        return nullcontext(Hosts(tuple(given.server)))
    nodes = max(given.nodes, step.nodes)
    return own_hosts(step.connections + step.rabble, nodes=nodes, pinned=given.pin)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop where there is one."""
    try:
        import uvloop  # noqa: PLC0415 - does not exist for every system
    except ImportError:
        return None
    return uvloop.new_event_loop


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.load",
        description="Many persons play at many tables of a server.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "--step",
        nargs="+",
        choices=STEPS,
        default=["L0"],
        help="one or more, each after the other (default L0)",
    )
    add(
        "--server",
        action="append",
        metavar="URL",
        help="a running server; give several to spread persons over them. Without "
        "one the script starts its own",
    )
    add("--nodes", type=_count, default=1, help="servers of its own (default 1)")
    add("--connections", type=_count, help="instead of the step's")
    add("--tables", type=_count, help="instead of the step's")
    add("--moves", type=_positive, help="a second, in the first stage")
    add("--seconds", type=_positive, help="all stages together")
    add("--shorten", type=_positive, default=1, metavar="FACTOR", help="all stages")
    add("--runs", type=_count, default=1, help="times are judged by the best (1)")
    add("--deals", type=_count, default=16, help="at a table before the next (16)")
    add(
        "--no-pin", dest="pin", action="store_false", help="let everything run anywhere"
    )
    add("--json", type=Path, metavar="FILE", help="everything, for programs")
    add("--report", type=Path, metavar="FILE.md", help="the tables, as Markdown")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError("more than 0")
    return number


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
