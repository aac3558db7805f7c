"""Named points on the way of a command, at which a test may let the server die.

Whether a promise holds is only seen where it could break. The points are those of the
command's way: bytes are in, the store has it and this node does not know, and so on.
Nothing happens at them on a server that is not under test.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol


class Point(Enum):
    """Where a command can be when everything stops; the value is its name in tests."""

    BYTES_IN = "C0"
    DECODED = "C1"
    DECIDED = "C2"
    BEFORE_STORE = "C3"
    STORED = "C6"
    """The store has it; whether its answer was read makes no difference any more."""
    MEMORY = "C7"
    """The copy has moved on; nobody was told."""
    ANSWER_QUEUED = "C8"
    EVENTS_QUEUED = "C9"
    BEFORE_TIMERS = "C10"


class Faults(Protocol):
    """What happens at the points."""

    def reached(self, point: Point) -> None:
        """A command has come to this point."""


class _NoFaults:
    def reached(self, point: Point) -> None:
        """Go on."""


NO_FAULTS: Faults = _NoFaults()
