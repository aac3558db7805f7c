"""The store's clock as this node estimates it between two answers of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.ports import Clock


class StoreClock:
    """Follows the store's clock by the offset seen with its answers.

    Deadlines are kept on the store's clock, since the clocks of nodes differ. The
    estimate runs on this process' steady clock, so a wall clock that jumps here
    changes nothing.

    What the store tells is old by the way back when it is heard, and older still on a
    busy node. So the answer that was heard soonest is the best one, and the estimate
    is never ahead of the store, unless the store's own clock goes back.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset_ms: int | None = None

    def seen(self, store_now_ms: int) -> None:
        """The store has just told its time."""
        offset_ms = store_now_ms - self._clock.monotonic_ms()
        if self._offset_ms is None or offset_ms > self._offset_ms:
            self._offset_ms = offset_ms

    def corrected(self, store_now_ms: int) -> None:
        """The store has refused the estimate: its clock is another one now."""
        self._offset_ms = store_now_ms - self._clock.monotonic_ms()

    def now_ms(self) -> int:
        """Milliseconds on the store's clock, about."""
        return self._clock.monotonic_ms() + (self._offset_ms or 0)
