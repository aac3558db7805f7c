"""Games through every kind of trouble at once; what was promised holds."""

from __future__ import annotations

import os

import pytest

from tests.simulation.judged import judge

SEEDS = 500
AT_ONCE = 10
MANY = int(os.environ.get("SIMULATED_GAMES", "10000"))
"""Less than a tenth of a second each; 10,000 of them are for a night."""


FOUND = {
    3: "a connection that came late to its table showed out a newer one",
    327: "the slower of two hellos made the token of the quicker one an old one",
    424: "who had a seat and no note of it found no way back to it",
    489: "who sat down again stayed away for the table",
}
"""Seeds by which faults of the server came to light."""


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_promises_hold_through_all_troubles(first: int) -> None:
    # T-L04, T-L07
    for seed in range(first, first + AT_ONCE):
        judge(seed)


@pytest.mark.parametrize("seed", FOUND)
def test_what_was_found_once_stays_mended(seed: int) -> None:
    judge(seed)


@pytest.mark.long
@pytest.mark.timeout(MANY)
def test_promises_hold_in_many_runs() -> None:
    for seed in range(SEEDS, SEEDS + MANY):
        judge(seed)
