from dataclasses import replace

import pytest

from tests.bench.swarm.chart import Window
from tests.bench.swarm.latencies import Percentiles
from tests.bench.swarm.measures import GROWTH
from tests.bench.swarm.report import Report
from tests.bench.swarm.results import RunResult, StageResult
from tests.bench.swarm.steps import STEPS

QUICK = Percentiles(100, 2, 3, 40, 50, 60)
SLOW = Percentiles(100, 20, 30, 400, 500, 600)
IN_TIME = Percentiles(1000, 0, 1, 2, 3, 4)
LATE = Percentiles(1000, 0, 1, 21, 30, 40)


def run_of(acked: Percentiles, lag: Percentiles = IN_TIME, lost: int = 0) -> RunResult:
    stage = StageResult("steady", 20, 20, True, 400, 400, acked, acked)  # noqa: FBT003
    return RunResult([stage], {"lost": lost}, {}, {}, {}, lag)


def report_of(*runs: RunResult) -> Report:
    return Report(STEPS["L0"], [("TAROCCO_PORT", "0")], "none", runs)


def test_times_are_judged_by_the_best_run() -> None:
    verdicts = report_of(run_of(SLOW), run_of(QUICK)).data()["verdicts"]

    assert "steady, best run: p99 40.0 ms (limit 50): passed" in verdicts


def test_a_void_run_is_not_the_best() -> None:
    verdicts = report_of(run_of(SLOW), run_of(QUICK, LATE)).data()["verdicts"]

    assert "steady, best run: p99 400.0 ms (limit 50): MISSED" in verdicts


def test_void_runs_alone_say_nothing_about_times() -> None:
    report = report_of(run_of(QUICK, LATE))

    assert "void: the generator was late" in report.text()
    assert any(
        "nothing is said about times" in line for line in report.text().split("\n")
    )


def test_a_loss_in_any_run_counts() -> None:
    assert report_of(run_of(QUICK), run_of(SLOW)).kept_all_promises
    assert not report_of(run_of(QUICK), run_of(SLOW, lost=1)).kept_all_promises
    assert not report_of(run_of(QUICK, LATE, lost=1)).kept_all_promises


@pytest.mark.parametrize("text", ["| lost | 0 |", "| TAROCCO_PORT | 0 |", "# L0 smoke"])
def test_markdown_has_the_same_tables(text: str) -> None:
    assert text in report_of(run_of(QUICK)).markdown()


def test_the_knee_is_the_first_stage_above_the_limit() -> None:
    step = STEPS["L4"]
    stages = [
        replace(run_of(QUICK if rate < 1000 else SLOW).stages[0], name=f"at {rate}")
        for rate in (250, 500, 750, 1000, 1250, 1500, 1750, 2000, 0, 0)
    ]
    run = replace(run_of(QUICK), stages=stages)

    verdicts = Report(step, [], "none", [run]).data()["verdicts"]

    assert "the knee (p99 above 250 ms): at 1000 moves/s" in verdicts


@pytest.mark.parametrize(
    ("still_s", "word"), [((6.0, 4.0), "passed"), ((6.0, 7.0), "MISSED")]
)
def test_table_that_stands_still_is_judged_by_the_best_run(
    still_s: tuple[float, float], word: str
) -> None:
    runs = []
    for longest_s in still_s:
        run = run_of(QUICK)
        quiet = run.stages[0]
        runs.append(replace(run, stages=[quiet, replace(quiet, still_s=longest_s)]))
    step = replace(STEPS["restart"], stages=STEPS["restart"].stages[:2])

    verdicts = Report(step, [], "none", runs).data()["verdicts"]

    line = f"best run: {min(still_s):.1f} s (limit 5): {word}"
    assert any(verdict.endswith(line) for verdict in verdicts)


@pytest.mark.parametrize(
    ("grown", "word"), [((0.4, 3.0), "passed"), ((1.5, 3.0), "MISSED")]
)
def test_growth_of_memory_is_judged_by_the_best_run(
    grown: tuple[float, float], word: str
) -> None:
    runs = [replace(run_of(QUICK), measures={GROWTH: mib}) for mib in grown]
    stage = replace(STEPS["L7"].stages[1], seconds=600)
    step = replace(STEPS["L7"], stages=(stage,))

    verdicts = Report(step, [], "none", runs).data()["verdicts"]

    assert verdicts[-1].endswith(f"{min(grown):+.1f} MiB (limit 1): {word}")


def test_short_run_says_nothing_of_memory() -> None:
    step = replace(STEPS["L7"], stages=(replace(STEPS["L7"].stages[1], seconds=60),))

    verdicts = Report(step, [], "none", [run_of(QUICK)]).data()["verdicts"]

    assert "too short" in verdicts[-1]


def test_markdown_draws_how_the_times_went() -> None:
    run = run_of(QUICK)
    stage = replace(run.stages[0], windows=[Window(10, 2, 40), Window(20, 3, 50.5)])

    page = report_of(replace(run, stages=[stage])).markdown()

    assert 'title "L0 smoke, run 1"' in page
    assert 'x-axis "seconds" ["10", "20"]' in page
    assert "line [40.0, 50.5]\n  line [2.0, 3.0]" in page
