"""Games on simulated time, and servers with faults that have to be found."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.prove.part import Effort, Shown
from tests.simulation.checker import violations
from tests.simulation.history import History, RolledBack, Sent, Stored, Trouble
from tests.simulation.planted import FAULTS
from tests.simulation.runs import history_of

SEEDS = 10_000
AT_ONCE = 25
PROMISES = "P1 to P10"


def simulated(effort: Effort) -> Shown:
    """Run seeds, and judge what came of each."""
    seeds = effort.of(SEEDS, least=AT_ONCE)
    counts: Counter[str] = Counter()
    broken: list[str] = []
    firsts = range(0, seeds, AT_ONCE)
    with _pool(effort) as pool:
        for counted, found in pool.map(_some, firsts):
            counts += counted
            broken += found
    troubles = [(kind, str(count)) for kind, count in sorted(counts.items())]
    return Shown(
        "Simulated games",
        (
            ("seeds run", str(len(firsts) * AT_ONCE)),
            ("promises checked in each", PROMISES),
            *troubles,
        ),
        len(broken),
        "\n".join(f"- {line}" for line in broken),
    )


def planted(effort: Effort) -> Shown:
    """Let the checker find every fault that is planted."""
    rows, missed = [], []
    with _pool(effort) as pool:
        for fault, seed in zip(
            FAULTS, pool.map(_found, range(len(FAULTS))), strict=True
        ):
            if seed is None:
                missed.append(fault.name)
            at = "NOT FOUND" if seed is None else f"seed {seed}"
            rows.append((fault.name, f"{at}, within {fault.seeds}"))
    found = f"{len(rows) - len(missed)} of {len(rows)}"
    return Shown(
        "Planted faults", (("planted faults found", found), *rows), len(missed)
    )


def _pool(effort: Effort) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(effort.jobs, mp_context=get_context("spawn"))


def _some(first: int) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    broken: list[str] = []
    for seed in range(first, first + AT_ONCE):
        history = history_of(seed)
        counts.update(_kinds(history))
        broken += [f"seed {seed}: {one}" for one in violations(history)]
    return counts, broken


def _found(number: int) -> int | None:
    """The first seed by which a fault shows itself."""
    fault = FAULTS[number]
    with fault.planted():
        for seed in range(fault.seeds):
            if {one.promise for one in violations(history_of(seed))} & fault.breaks:
                return seed
    return None


def _kinds(history: History) -> Iterable[str]:
    """What happened, without names."""
    for record in history.records:
        match record.what:
            case Trouble(text):
                yield f"injected: {kind_of(text)}"
            case RolledBack():
                yield "injected: the store comes back with a shorter log"
            case Sent():
                yield "messages sent"
            case Stored():
                yield "changes stored"
            case _:
                pass


def kind_of(text: str) -> str:
    """A trouble without the names of whom it befell.

    >>> kind_of("node n2-3 dies at C6")
    'node dies'
    """
    words: Sequence[str] = text.split()
    kept = [word for word in words if not re.search(r"\d", word)]
    said = " ".join(kept)
    for before, after in _SAID.items():
        said = re.sub(before, after, said)
    return said


_SAID = {
    r"^node (starts|dies).*": r"node \1",
    r"^wire .*": "wire cut or silent",
    r"^is cut off": "node is cut off",
    r"^reaches": "node reaches",
    r"old token of .*": "old token",
}
