"""How long a line takes, from what the server itself has measured over it."""

from __future__ import annotations

from collections import deque
from statistics import median
from typing import Final

_KEPT: Final = 9
"""So many pings are three minutes: a line may change, one slow ping says nothing."""


class RoundTrips:
    """The latest round trips of one connection."""

    def __init__(self) -> None:
        self._latest_ms: deque[float] = deque(maxlen=_KEPT)
        self.one_way_ms = 0
        """What a message takes as a rule: half of the usual round trip; 0 if unknown."""

    def note(self, round_trip_ms: float) -> None:
        """Take a measure; one that was taken already is not counted again.

        Args:
            round_trip_ms: What the latest ping took; 0 before the first one.
        """
        is_known = bool(self._latest_ms) and self._latest_ms[-1] == round_trip_ms
        if round_trip_ms > 0 and not is_known:
            self._latest_ms.append(round_trip_ms)
            self.one_way_ms = round(median(self._latest_ms) / 2)
