"""A run follows from its seed and from nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.runs import history_of
from tests.simulation.story import story

ROOT = Path(__file__).resolve().parents[2]
SEEDS = (3, 12, 39)
PRINT_DIGESTS = """
from tests.simulation.runs import history_of
for seed in {seeds}:
    print(history_of(seed).digest())
"""


def digests_elsewhere(hash_seed: str) -> list[str]:
    """What another process says of the same seeds."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_DIGESTS.format(seeds=SEEDS)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.split()


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_same_seed_is_the_same_history_in_any_process(hash_seed: str) -> None:
    # T-L05
    here = [history_of(seed).digest() for seed in SEEDS]

    assert digests_elsewhere(hash_seed) == here


def test_other_seed_is_another_history() -> None:
    assert history_of(SEEDS[0]).digest() != history_of(SEEDS[1]).digest()


def test_story_has_a_line_for_everything_that_happened() -> None:
    history = history_of(SEEDS[0])

    lines = list(story(history))

    assert lines[0] == f"seed {SEEDS[0]}"
    assert len(lines) == 1 + len(history.records)
    assert lines[-1].endswith("the end")
