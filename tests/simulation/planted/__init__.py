"""Servers with one fault each, to see that the checker finds it.

A fault is planted from outside, by putting another function in the place of one at a
seam; the code that is shipped knows nothing of it. Each has the promises that it breaks
and a number of seeds within which that has to come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.planted import commands, histories, seats, sessions, telling

if TYPE_CHECKING:
    from tests.simulation.planted.fault import PlantedFault

FAULTS: tuple[PlantedFault, ...] = (
    *commands.FAULTS,
    *telling.FAULTS,
    *histories.FAULTS,
    *seats.FAULTS,
    *sessions.FAULTS,
)
