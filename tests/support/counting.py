"""Instruments that remember, for tests that look at what was counted."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass
class Counted:
    """A counter and a histogram that keep everything."""

    tally: Tally[str] = field(default_factory=Tally)
    values: list[float] = field(default_factory=list)

    def add(self, label: str = "", amount: int = 1) -> None:
        """Count."""
        self.tally[label] += amount

    def observe(self, value: float, label: str = "") -> None:
        """Keep a value."""
        self.tally[label] += 1
        self.values.append(value)


class CountingInstruments:
    """Instruments by name; time rises by one second with each look."""

    def __init__(self) -> None:
        self.made: dict[str, Counted] = {}
        self.gauges: dict[str, Callable[[], float]] = {}
        self._now_s = 0.0

    def counter(
        self,
        name: str,
        text: str,  # noqa: ARG002 - as the protocol says
        *,
        label: str = "",  # noqa: ARG002
        words: Sequence[str] = (),  # noqa: ARG002
    ) -> Counted:
        """A counter under this name."""
        assert name not in self.made
        return self.made.setdefault(name, Counted())

    def histogram(
        self,
        name: str,
        text: str,  # noqa: ARG002 - as the protocol says
        bounds: Sequence[float],
        *,
        label: str = "",  # noqa: ARG002
    ) -> Counted:
        """A histogram under this name."""
        assert list(bounds) == sorted(bounds)
        assert name not in self.made
        return self.made.setdefault(name, Counted())

    def gauge(self, name: str, text: str, read: Callable[[], float]) -> None:  # noqa: ARG002
        """A number to look at."""
        self.gauges[name] = read

    def now_s(self) -> float:
        """A second later than at the last look."""
        self._now_s += 1
        return self._now_s

    def count(self, name: str, label: str = "") -> int:
        """How often something was counted."""
        return self.made[name].tally[label]
