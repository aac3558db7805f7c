"""Results as text for a terminal, as Markdown, and as data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tests.bench.swarm.chart import chart
from tests.bench.swarm.latencies import Percentiles
from tests.bench.swarm.measures import GROWTH
from tests.bench.swarm.results import RunResult, StageResult, best
from tests.bench.swarm.steps import KNEE_MS, Step

TEN_MINUTES_S = 600
PARTS = ("p50", "p90", "p99", "p99.9", "max")


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that is told of a step."""

    step: Step
    settings: Sequence[tuple[str, str]]
    placement: str
    runs: Sequence[RunResult]

    @property
    def kept_all_promises(self) -> bool:
        """Whether every run did."""
        return all(run.kept_all_promises for run in self.runs)

    def text(self) -> str:
        """For a terminal."""
        parts = [self._headline(), *map(_as_text, self._tables()), *self._verdicts()]
        return "\n\n".join(parts) + "\n"

    def markdown(self) -> str:
        """For a document."""
        verdicts = "\n".join(f"- {line}" for line in self._verdicts())
        tables = map(_as_markdown, self._tables())
        parts = [f"# {self._headline()}", verdicts, *self._charts(), *tables]
        return "\n\n".join(parts) + "\n"

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "step": asdict(self.step),
            "settings": dict(self.settings),
            "placement": self.placement,
            "kept_all_promises": self.kept_all_promises,
            "verdicts": self._verdicts(),
            "runs": [asdict(run) | {"is_void": run.is_void} for run in self.runs],
        }

    def _charts(self) -> Iterable[str]:
        for number, run in enumerate(self.runs, 1):
            windows = [window for stage in run.stages for window in stage.windows]
            if windows:
                yield chart(f"{self.step.name} {self.step.what}, run {number}", windows)

    def _headline(self) -> str:
        step = self.step
        return (
            f"{step.name} {step.what}: {step.connections} connections, "
            f"{step.tables} tables, {step.seconds:.0f} s"
        )

    def _tables(self) -> Iterable[Table]:
        for number, run in enumerate(self.runs, 1):
            name = f"Run {number} of {len(self.runs)}"
            void = " (void: the generator was late)" if run.is_void else ""
            times = [row for stage in run.stages for row in _times(stage)]
            head = ("stage", "offered", "done", "ms from the intended moment", *PARTS)
            yield Table(name + void, head, times)
        for title, part in (
            ("Must be 0", "faults"),
            ("Used", "measures"),
            ("The server's own numbers, stages only", "server_says"),
            ("Counts", "counts"),
            ("Refusals and errors", "refusals"),
            ("Connections that ended, by close code", "closes"),
            ("Machine", "machine"),
        ):
            yield from self._side_by_side(title, part)
        lags = [_row("generator lag, ms", run.lag) for run in self.runs]
        yield Table("Generator", ("", *PARTS), lags)
        settings = [*self.settings, ("placement", self.placement)]
        yield Table("Settings", ("", ""), settings)

    def _side_by_side(self, title: str, part: str) -> Iterable[Table]:
        """One row for each name, one column for each run."""
        columns: list[Mapping[str, object]] = [getattr(run, part) for run in self.runs]
        names = list(dict.fromkeys(name for column in columns for name in column))
        rows = [
            [name, *(_shown(column.get(name, 0)) for column in columns)]
            for name in names
        ]
        head = ["", *(f"run {number}" for number in range(1, len(columns) + 1))]
        if rows:
            yield Table(title, head, rows)

    def _verdicts(self) -> list[str]:
        kept = "yes" if self.kept_all_promises else "NO"
        lines = [f"nothing lost, doubled or missing, in every run: {kept}"]
        for number, stage in enumerate(self.step.stages):
            chosen = best(self.runs, number)
            if stage.judged:
                lines += self._judged(stage.name, chosen)
        if self.step.name == "L4":
            lines.append(self._knee())
        back = [s.back_s for run in self.runs for s in run.stages if s.back_s]
        if self.step.back_s is not None and back:
            lines.append(
                f"all back after the storm, slowest run: {max(back):.1f} s "
                f"(limit {self.step.back_s:.0f}): {_word(max(back) <= self.step.back_s)}"
            )
        return lines + self._stillness() + self._growth()

    def _stillness(self) -> list[str]:
        """How long a table was away at most, in the run where that was shortest."""
        if self.step.still_s is None:
            return []
        shortest = min(max(stage.still_s for stage in run.stages) for run in self.runs)
        limit = self.step.still_s
        line = f"longest time that a table stood still, best run: {shortest:.1f} s "
        return [line + f"(limit {limit:.0f}): {_word(shortest <= limit)}"]

    def _growth(self) -> list[str]:
        """How fast the servers' memory grew, in the run where that was slowest."""
        limit = self.step.grown_mib
        if limit is None:
            return []
        if self.step.stages[-1].seconds < TEN_MINUTES_S:
            return ["memory: the run is too short to say how it grows"]
        least = min(run.measures.get(GROWTH, 0.0) for run in self.runs)
        line = (
            f"memory of the servers, in ten minutes of the best run: {least:+.1f} MiB "
        )
        return [line + f"(limit {limit:.0f}): {_word(least <= limit)}"]

    def _judged(self, name: str, result: StageResult | None) -> list[str]:
        if result is None or result.acked is None:
            return [f"{name}: every run is void, so nothing is said about times"]
        return [
            f"{name}, best run: {part} {measured:.1f} ms (limit {limit:.0f}): "
            f"{_word(measured <= limit)}"
            for part, measured, limit in (
                ("p50", result.acked.p50, self.step.p50_ms),
                ("p99", result.acked.p99, self.step.p99_ms),
            )
            if limit is not None
        ]

    def _knee(self) -> str:
        for number, stage in enumerate(self.step.stages):
            chosen = best(self.runs, number)
            if chosen and chosen.acked and chosen.acked.p99 > KNEE_MS:
                return f"the knee (p99 above {KNEE_MS:.0f} ms): {stage.name} moves/s"
        return f"the knee (p99 above {KNEE_MS:.0f} ms) was not reached"


def _times(stage: StageResult) -> Iterable[list[str]]:
    yield [
        stage.name,
        str(stage.offered),
        str(stage.done),
        *_row("to ok", stage.acked),
    ]
    yield ["", "", "", *_row("to the last of four", stage.delivered)]
    longest = f"{stage.still_s * 1000:.1f}"
    yield ["", "", "", "a table stood still", *("" for _ in PARTS[1:]), longest]


def _row(name: str, times: Percentiles | None) -> list[str]:
    if times is None:
        return [name, *("-" for _ in PARTS)]
    values = (times.p50, times.p90, times.p99, times.p99_9, times.most)
    return [name, *(f"{value:.1f}" for value in values)]


def _word(passed: bool) -> str:  # noqa: FBT001 - a truth in words
    return "passed" if passed else "MISSED"


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _as_text(table: Table) -> str:
    lines = [table.head, *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join(
            cell.ljust(width) if number == 0 else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([table.title, *("  " + line for line in shown if line)])


def _as_markdown(table: Table) -> str:
    lines = [table.head, ["---"] * len(table.head), *table.rows]
    shown = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([f"## {table.title}", "", *shown])
