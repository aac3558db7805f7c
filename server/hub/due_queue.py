"""The deadlines that a node remembers, in the order in which they come due.

The deadline of a turn moves with each move. What stood there before stays in line, is
passed over when its time comes, and is swept out when there is too much of it.
"""

from __future__ import annotations

import heapq
from typing import Final

MOST: Final = 20_000
"""Beyond it nothing more is remembered: the store knows them all."""


class DueQueue:
    """Deadlines by table and kind, each at its latest time.

    Args:
        most: How many are remembered; at most twice as many times stand in line.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._due_ms: dict[tuple[str, str], int] = {}
        self._line: list[tuple[int, str, str]] = []
        """A heap; an entry counts only while `_due_ms` has the same time."""

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._due_ms)

    def note(self, table: str, kind: str, due_ms: int) -> bool:
        """Remember when a deadline comes due; whether it may now be the first."""
        known_ms = self._due_ms.get((table, kind))
        if known_ms == due_ms or (known_ms is None and len(self) >= self._most):
            return False
        if len(self._line) >= 2 * self._most:
            self._sweep()
        self._due_ms[table, kind] = due_ms
        entry = (due_ms, table, kind)
        heapq.heappush(self._line, entry)
        return self._line[0] == entry

    @property
    def next_ms(self) -> int | None:
        """When the first one comes due; None without any."""
        while self._line and not self._counts(self._line[0]):
            heapq.heappop(self._line)
        return self._line[0][0] if self._line else None

    def pop(self) -> tuple[str, str]:
        """Forget the first one, at `next_ms`; its table and kind.

        Raises:
            IndexError: There is none.
        """
        while not self._counts(entry := heapq.heappop(self._line)):
            continue
        _, table, kind = entry
        del self._due_ms[table, kind]
        return table, kind

    def _counts(self, entry: tuple[int, str, str]) -> bool:
        due_ms, table, kind = entry
        return self._due_ms.get((table, kind)) == due_ms

    def _sweep(self) -> None:
        self._line = [(due_ms, *key) for key, due_ms in self._due_ms.items()]
        heapq.heapify(self._line)
