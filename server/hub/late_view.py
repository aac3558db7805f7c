"""What people without a seat are shown of a table that is shown late.

Each event waits until it is as old as the table says; what was shown last stands until
then. Nobody can look at his own table from a second account in time to use it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from server.hub.history import Position
from server.store_records import Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from server.hub.history import Step
    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.table.state import TableState

_LOOK_MS: Final = 500
"""By so much later what is shown late may come."""
MOST_WAITING: Final = 4_096
"""Events that wait; beyond it nothing is shown before new ones are old enough."""


class LateView:
    """A table as it was a while ago."""

    def __init__(self) -> None:
        self.shown: Position | None = None
        """What may be shown; None while that is not known."""
        self._waiting: deque[tuple[int, Position, Step]] = deque()

    @property
    def is_waiting(self) -> bool:
        """Whether something is to be shown later."""
        return bool(self._waiting)

    def begin(self, position: Position) -> None:
        """Begin anew with a position, if it tells nothing of a deal that runs.

        Else what was shown so far stands until something later is old enough.
        """
        self._waiting.clear()
        if not _tells_of_a_deal(position.state):
            self.shown = position

    def add(self, position: Position, steps: Sequence[Step], delay_ms: int) -> None:
        """Let events wait that led to a position."""
        if len(self._waiting) + len(steps) > MOST_WAITING:
            self._waiting.clear()
            self.shown = None
        epoch, first = position.mark.epoch, position.mark.version - len(steps) + 1
        for version, step in enumerate(steps, first):
            after = Position(Mark(epoch, version, step.token), b"", step.after, 0)
            self._waiting.append((step.stamped.at_ms + delay_ms, after, step))

    def due(self, now_ms: int) -> tuple[Step, ...]:
        """The events that are old enough; from now on they are shown."""
        steps = []
        while self._waiting and self._waiting[0][0] <= now_ms:
            _, self.shown, step = self._waiting.popleft()
            steps.append(step)
        return tuple(steps)


def _tells_of_a_deal(state: TableState) -> bool:
    """Whether a deal runs of which a card has been played already."""
    if state.deal is None or not state.deal_runs:
        return False
    return bool(state.deal.state.tricks or state.deal.state.trick)


class ShownLate(Protocol):
    """A table with people who are told of it late."""

    late: LateView

    def tell_late(self, now_ms: int) -> None:
        """Tell them what is old enough."""


async def tell_late(
    known: Callable[[], Iterable[ShownLate]], clock: Clock, store_clock: StoreClock
) -> None:
    """Tell onlookers of tables that are shown late, until cancelled.

    Args:
        known: Gives the tables of this node.
        clock: To wait by.
        store_clock: What is old enough goes by it.
    """
    while True:
        await clock.sleep_ms(_LOOK_MS)
        for live in known():
            if live.late.is_waiting:
                live.tell_late(store_clock.now_ms())
