"""One direction of a connection: what is put in at one end comes out at the other."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")


class Line(Generic[_T]):
    """Carries things in their order, each after a delay of its own.

    Args:
        delay_s: Draws how long the next thing is on its way.
        arrive: Takes what comes out.
    """

    def __init__(
        self, delay_s: Callable[[], float], arrive: Callable[[_T], None]
    ) -> None:
        self._delay_s = delay_s
        self._arrive = arrive
        self._under_way: deque[_T] = deque()
        self._free_s = 0.0
        self.is_broken = False
        """Whether nothing comes out any more."""

    def put(self, thing: _T) -> None:
        """Send something; it never overtakes what was sent before it."""
        if self.is_broken:
            return
        loop = asyncio.get_running_loop()
        self._free_s = max(self._free_s, loop.time() + self._delay_s())
        self._under_way.append(thing)
        # Whichever of two timers of one moment comes first takes the first thing.
        loop.call_at(self._free_s, self._take_out)

    def lose(self) -> list[_T]:
        """Let everything that is under way be lost; what that was."""
        lost = list(self._under_way)
        self._under_way.clear()
        return lost

    def _take_out(self) -> None:
        if self._under_way and not self.is_broken:
            self._arrive(self._under_way.popleft())
