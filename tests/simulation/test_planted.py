"""The checker finds what it is there to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulation.checker import violations
from tests.simulation.planted import FAULTS
from tests.simulation.runs import history_of

if TYPE_CHECKING:
    from tests.simulation.checker.violation import Violation
    from tests.simulation.planted.fault import PlantedFault

AT_LEAST = 15


def found(planted: PlantedFault) -> Violation | None:
    """The first thing by which a planted fault shows itself."""
    with planted.planted():
        for seed in range(planted.seeds):
            for broken in violations(history_of(seed)):
                if broken.promise in planted.breaks:
                    return broken
    return None


@pytest.mark.timeout(180)
@pytest.mark.parametrize("planted", FAULTS, ids=lambda planted: planted.name)
def test_planted_fault_is_found(planted: PlantedFault) -> None:
    assert found(planted) is not None, f"not within {planted.seeds} seeds"


def test_there_are_enough_faults_each_of_its_own() -> None:
    names = {planted.name for planted in FAULTS}

    assert len(names) == len(FAULTS) >= AT_LEAST


def test_nothing_is_found_in_a_server_without_a_fault() -> None:
    # Else what is found in one with a fault would say nothing of the fault.
    assert not [broken for seed in range(20) for broken in violations(history_of(seed))]
