"""The steps of the load plan: how many, how fast, how long, and what is good enough.

A step is a row of stages. Each stage offers moves at one rate, whatever becomes of
them. A stage may begin with a storm, in which every connection is cut at once, and in
others servers are restarted in good order, servers and the store are killed, people come
and go, or a rabble that does not play is at the door.

L0 to L8 are the steps of the load plan; two more, each of one kind of trouble, have names.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

LONGEST_AWAY_S = 5.0
"""After a storm everybody comes back after a time between 0 and this."""
KNEE_MS = 250.0
"""A stage whose 99th percentile is above this is beyond what the server can take."""


class Trouble(StrEnum):
    """What befalls servers and store while people play."""

    STORE_KILLED = "store killed"
    """Without a word; started again on its files."""
    SERVER_KILLED = "server killed"
    """The next one, without a word; started again at its address."""
    STORE_SILENT = "store silent"
    """For two seconds nothing reaches it, and nothing comes back."""


@dataclass(frozen=True, slots=True)
class Rabble:
    """Connections that do not play, as many at any time; each comes again when it is
    shown out."""

    stalled: int = 0
    """Ask to be shown a table again and again, and read nothing."""
    flooders: int = 0
    """Send far more than is allowed."""
    half_open: int = 0
    """Begin a request, and never end it."""
    senseless: int = 0
    """Send messages that are none, as fuzzing makes them."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.stalled + self.flooders + self.half_open + self.senseless


NO_RABBLE = Rabble()


@dataclass(frozen=True, slots=True)
class Stage:
    """One rate for one length of time."""

    name: str
    moves_per_s: float
    seconds: float
    begins_with_storm: bool = False
    restarts: int = 0
    """Of servers, one after the other; the stage lasts until they are over."""
    troubles: tuple[Trouble, ...] = ()
    """One after the other, spread over the stage."""
    cut_per_minute: float = 0
    """Share of the people who lose their connection in a minute, one by one."""
    rabble: Rabble = NO_RABBLE
    judged: bool = True
    """Whether the step's limits are for this stage."""


@dataclass(frozen=True, slots=True)
class Step:
    """A load and its limits, in milliseconds from the intended moment to `ok`."""

    name: str
    what: str
    tables: int
    stages: tuple[Stage, ...]
    p50_ms: float | None = None
    p99_ms: float | None = None
    back_s: float | None = None
    """After a storm everybody is back within this."""
    still_s: float | None = None
    """No table stands still for longer, though a move is due."""
    nodes: int = 1
    """Servers that it takes at least."""
    people: int = 4
    """At each table; bots have the other seats."""
    grown_mib: float | None = None
    """In ten minutes of the last stage, the servers' memory grows by no more."""

    @property
    def connections(self) -> int:
        """Everybody who plays."""
        return self.people * self.tables

    @property
    def rabble(self) -> int:
        """Connections at most that do not play."""
        return max(stage.rabble.total for stage in self.stages)

    @property
    def is_disturbed(self) -> bool:
        """Whether servers or the store are restarted, and so count anew."""
        return any(stage.restarts or stage.troubles for stage in self.stages)

    @property
    def seconds(self) -> float:
        """All stages together."""
        return sum(stage.seconds for stage in self.stages)


def _steady(moves_per_s: float, seconds: float) -> tuple[Stage, ...]:
    return (Stage("steady", moves_per_s, seconds),)


def _saturation() -> tuple[Stage, ...]:
    rising = [Stage(f"at {rate}", rate, 30, judged=False) for rate in RATES]
    settling = Stage("settling", RATES[0], 10, judged=False)
    return (*rising, settling, Stage("recovered", RATES[0], 20))


RATES = tuple(range(250, 2001, 250))
STEPS = {
    step.name: step
    for step in (
        Step("L0", "smoke", 10, _steady(20, 20), p99_ms=50),
        Step("L1", "normal", 250, _steady(100, 300), p50_ms=5, p99_ms=50),
        Step("L2", "big", 1000, _steady(250, 600), p99_ms=100),
        Step("L3", "peak", 250, _steady(500, 300), p99_ms=100),
        Step("L4", "saturation", 250, _saturation(), p99_ms=KNEE_MS),
        Step(
            "L5",
            "storm",
            250,
            (
                Stage("before", 100, 20),
                Stage("storm", 100, 20, begins_with_storm=True, judged=False),
                Stage("after", 100, 20),
            ),
            p99_ms=50,
            back_s=10,
        ),
        Step(
            "L6",
            "mixed",
            250,
            (
                Stage(
                    "mixed",
                    100,
                    600,
                    rabble=Rabble(
                        stalled=200, flooders=20, half_open=500, senseless=20
                    ),
                ),
            ),
            p99_ms=100,  # twice what L1 may take
        ),
        # As many connections as the plan has, with bots in half of the seats.
        Step(
            "L7",
            "soak",
            500,
            (
                Stage("warm-up", 100, 600, cut_per_minute=0.2, judged=False),
                Stage("soak", 100, 3000, cut_per_minute=0.2),
            ),
            p99_ms=50,
            people=2,
            grown_mib=1,
        ),
        Step(
            "L8",
            "faults",
            250,
            (
                Stage("before", 100, 20),
                Stage("faults", 100, 600, troubles=10 * tuple(Trouble), judged=False),
                Stage("after", 100, 20),
            ),
            p99_ms=50,
            still_s=5,
            nodes=2,
        ),
        Step(
            "restart",
            "rolling restart",
            250,
            (
                Stage("before", 100, 10),
                Stage("restarts", 100, 60, restarts=4, judged=False),
                Stage("after", 100, 20),
            ),
            p99_ms=50,
            still_s=5,
            nodes=2,
        ),
        Step(
            "store",
            "store killed",
            250,
            (
                Stage("before", 500, 10),
                Stage(
                    "kills",
                    500,
                    30,
                    troubles=3 * (Trouble.STORE_KILLED,),
                    judged=False,
                ),
                Stage("after", 500, 20),
            ),
            p99_ms=100,
            still_s=5,
        ),
    )
}


def fitted(
    step: Step,
    *,
    tables: int | None = None,
    moves_per_s: float | None = None,
    seconds: float | None = None,
    shorten: float = 1,
) -> Step:
    """A step with other numbers.

    Args:
        step: As the plan has it.
        tables: Instead of the step's.
        moves_per_s: Of the first stage; the others change in the same proportion.
        seconds: All stages together, each in proportion.
        shorten: Divides the length of each stage.
    """
    faster = 1 if moves_per_s is None else moves_per_s / step.stages[0].moves_per_s
    longer = 1 / shorten if seconds is None else seconds / step.seconds
    stages = tuple(
        replace(
            stage,
            moves_per_s=stage.moves_per_s * faster,
            seconds=stage.seconds * longer,
            troubles=_as_often(stage.troubles, longer),
        )
        for stage in step.stages
    )
    return replace(step, tables=tables or step.tables, stages=stages)


def _as_often(troubles: tuple[Trouble, ...], longer: float) -> tuple[Trouble, ...]:
    """As many troubles in a minute as before, and each kind at least once."""
    least = len(set(troubles))
    return troubles[: max(least, round(len(troubles) * longer))]
