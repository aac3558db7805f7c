"""Lets this process die at a named point, as if the power had gone: for tests."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from server.faults import point_and_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.faults import Point


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class KillAt:
    """Ends the process when a point has been reached so many times.

    Args:
        where: The point and how often it may be passed first: `C6:3`.
        die: Ends the process; tests hand in something milder.

    Raises:
        ValueError: There is no such point, or the count makes no sense.
    """

    def __init__(self, where: str, die: Callable[[], None] = _die) -> None:
        self._point, self._left = point_and_count(where)
        self._die = die

    def reached(self, point: Point) -> None:
        """A command has come to this point."""
        if point is not self._point:
            return
        if self._left == 0:
            self._die()
        self._left -= 1
