"""Named points on the way of a command, at which a test may let the server die.

Whether a promise holds is only seen where it could break. The points are those of the
command's way: bytes are in, the store has it and this node does not know, and so on.
Nothing happens at them on a server that is not under test.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Protocol


class Point(Enum):
    """Where a command can be when everything stops; the value is its name in tests."""

    BYTES_IN = "C0"
    DECODED = "C1"
    DECIDED = "C2"
    BEFORE_STORE = "C3"
    STORED = "C6"
    """The store has it; whether its answer was read makes no difference any more.

    Inside the store lie two more, as far as this process can tell the same: `C4`, the
    store has applied it, and `C5`, it is on disk.
    """
    MEMORY = "C7"
    """The copy has moved on; nobody was told."""
    ANSWER_QUEUED = "C8"
    EVENTS_QUEUED = "C9"
    BEFORE_TIMERS = "C10"


_NAMES: Final = tuple(point.value for point in Point)
_INSIDE_THE_STORE: Final = frozenset({"C4", "C5"})


def point_and_count(where: str) -> tuple[Point, int]:
    """A point, and how often it is passed first, as a test writes them: `C6:3`.

    Raises:
        ValueError: There is no such point, or the count makes no sense.
    """
    name, _, count = where.partition(":")
    if name in _INSIDE_THE_STORE:
        name = Point.STORED.value
    if name not in _NAMES or not (count or "0").isdecimal():
        msg = f"a point is one of {', '.join(_NAMES)}; `C6:3` passes it three times"
        raise ValueError(msg)
    return Point(name), int(count or "0")


class Faults(Protocol):
    """What happens at the points."""

    def reached(self, point: Point) -> None:
        """A command has come to this point."""


class _NoFaults:
    def reached(self, point: Point) -> None:
        """Go on."""


NO_FAULTS: Faults = _NoFaults()
