"""How much one connection may send: pure arithmetic over handed-in times."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Rate:
    """An allowance: so many at once, so many a second in the long run."""

    per_s: float
    burst: float


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of an allowance at some moment (a token bucket)."""

    rate: Rate
    left: float
    at_ms: int

    @classmethod
    def full(cls, rate: Rate, now_ms: int) -> Allowance:
        """An allowance of which nothing was used."""
        return cls(rate, rate.burst, now_ms)

    def spend(self, amount: float, now_ms: int) -> Allowance | None:
        """What is left after spending; None when there is not enough."""
        left = self._at(now_ms)
        if left < amount:
            return None
        return replace(self, left=left - amount, at_ms=now_ms)

    def wait_ms(self, amount: float, now_ms: int) -> int:
        """How long until so much can be spent, in milliseconds; at least 1."""
        missing = amount - self._at(now_ms)
        return max(1, round(missing / self.rate.per_s * 1000))

    def _at(self, now_ms: int) -> float:
        gained = (now_ms - self.at_ms) * self.rate.per_s / 1000
        return min(self.rate.burst, self.left + max(0.0, gained))
