"""How long to wait before the next attempt to connect.

Full jitter: each wait is drawn evenly between nothing and a bound that doubles with
every attempt, so that thousands of clients that lost one server do not return in step.
Chance is handed in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_DOUBLINGS = 16  # beyond any sensible bound; keeps the power from growing for ever


class Backoff:
    """The waits between attempts, longer and longer until `reset`.

    Args:
        first_s: Bound of the first wait, in seconds.
        most_s: Bound that is never exceeded.
        chance: Gives a number from 0 up to, but not including, 1.
    """

    def __init__(
        self, first_s: float, most_s: float, chance: Callable[[], float]
    ) -> None:
        self._first_s = first_s
        self._most_s = most_s
        self._chance = chance
        self.attempts = 0
        """How many waits were drawn since the last success."""

    def draw(self) -> float:
        """The next wait, in seconds."""
        bound = min(self._most_s, self._first_s * 2.0 ** min(self.attempts, _DOUBLINGS))
        self.attempts += 1
        return self._chance() * bound

    def reset(self) -> None:
        """Begin again with short waits, after a success."""
        self.attempts = 0
