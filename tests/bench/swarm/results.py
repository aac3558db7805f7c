"""What one run has shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.bench.swarm.chart import Window
from tests.bench.swarm.latencies import Percentiles, percentiles_of
from tests.bench.swarm.tally import StageLog

LAG_MOST_MS = 20.0
"""Beyond this the generator itself was late, and the run says nothing about times."""


@dataclass(frozen=True, slots=True)
class StageResult:
    """One stage; times in milliseconds from the intended moment."""

    name: str
    moves_per_s: float
    seconds: float
    judged: bool
    offered: int
    done: int
    acked: Percentiles | None
    """To `ok`."""
    delivered: Percentiles | None
    """To the last of four recipients."""
    back_s: float | None = None
    """From the storm to the last one who was back."""
    still_s: float = 0.0
    """Longest time that a table stood still, though a move was due."""

    windows: Sequence[Window] = ()
    """How it went, slice by slice."""

    @classmethod
    def of(
        cls, log: StageLog, back_s: float | None, windows: Sequence[Window] = ()
    ) -> "StageResult":
        """Sum a stage up."""
        stage = log.stage
        return cls(
            name=stage.name,
            moves_per_s=stage.moves_per_s,
            seconds=stage.seconds,
            judged=stage.judged,
            offered=log.offered,
            done=log.done,
            acked=percentiles_of([*log.owed_s, *(took for _, took in log.answered)]),
            delivered=percentiles_of(log.delivered_s),
            back_s=back_s,
            still_s=round(log.still_s, 3),
            windows=windows,
        )


@dataclass(frozen=True, slots=True)
class RunResult:
    """One run; everything in `faults` must be 0."""

    stages: Sequence[StageResult]
    faults: Mapping[str, int]
    counts: Mapping[str, float]
    refusals: Mapping[str, int]
    closes: Mapping[str, int]
    lag: Percentiles | None
    """How late the generator ran its timers."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """Processor time, memory, bytes; the unit stands in the name."""
    server_says: Mapping[str, float] = field(default_factory=dict)
    """From `/metrics`, for the time of the stages."""
    machine: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_void(self) -> bool:
        """Whether its times say nothing."""
        return self.lag is None or self.lag.p99 > LAG_MOST_MS

    @property
    def kept_all_promises(self) -> bool:
        """Whether nothing was lost, doubled or missing."""
        return not any(self.faults.values())


def best(runs: Sequence[RunResult], stage: int) -> StageResult | None:
    """A stage in the run that was quickest at the 99th percentile, voids left out."""
    valid = [run.stages[stage] for run in runs if not run.is_void]
    measured = [result for result in valid if result.acked is not None]
    return min(
        measured,
        key=lambda result: result.acked.p99 if result.acked else 0.0,
        default=None,
    )
