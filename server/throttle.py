"""How much may be sent: pure arithmetic over handed-in times."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

_USERS_KEPT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Rate:
    """An allowance: so many at once, so many a second in the long run."""

    per_s: float
    burst: float


@dataclass(slots=True)
class Allowance:
    """What is left of an allowance (a token bucket)."""

    rate: Rate
    left: float
    at_ms: int
    """When so much was left."""

    @classmethod
    def full(cls, rate: Rate, now_ms: int) -> Allowance:
        """An allowance of which nothing was used."""
        return cls(rate, rate.burst, now_ms)

    def spend(self, amount: float, now_ms: int) -> bool:
        """Spend so much; False, and nothing is spent, when there is not enough."""
        left = self._at(now_ms)
        if left < amount:
            return False
        self.left = left - amount
        self.at_ms = now_ms
        return True

    def give_back(self, amount: float, now_ms: int) -> None:
        """Add what was spent and not used."""
        self.left = min(self.rate.burst, self._at(now_ms) + amount)
        self.at_ms = now_ms

    def holds(self, amount: float, now_ms: int) -> bool:
        """Whether so much could be spent."""
        return self._at(now_ms) >= amount

    def wait_ms(self, amount: float, now_ms: int) -> int:
        """How long until so much can be spent, in milliseconds; at least 1."""
        missing = amount - self._at(now_ms)
        return max(1, round(missing / self.rate.per_s * 1000))

    def _at(self, now_ms: int) -> float:
        gained = (now_ms - self.at_ms) * self.rate.per_s / 1000
        return min(self.rate.burst, self.left + max(0.0, gained))


@dataclass(slots=True)
class Shares:
    """An allowance for each user, over whatever connection it is spent.

    Those used longest ago are forgotten beyond a bound: they are full again by then.
    """

    rate: Rate
    _left: OrderedDict[str, Allowance] = field(default_factory=OrderedDict)

    def spend(self, user: str, now_ms: int) -> int:
        """Spend one; 0 if there was one, else how long to wait, in milliseconds."""
        allowance = self._left.get(user) or Allowance.full(self.rate, now_ms)
        if not allowance.spend(1, now_ms):
            return allowance.wait_ms(1, now_ms)
        self._left[user] = allowance
        self._left.move_to_end(user)
        if len(self._left) > _USERS_KEPT:
            self._left.popitem(last=False)
        return 0

    def give_back(self, user: str, now_ms: int) -> None:
        """Give one back that was not used."""
        allowance = self._left.get(user)
        if allowance is not None:
            allowance.give_back(1, now_ms)

    def wait_ms(self, user: str, now_ms: int) -> int:
        """How long until one can be spent, in milliseconds; 0 if there is one now."""
        allowance = self._left.get(user)
        if allowance is None or allowance.holds(1, now_ms):
            return 0
        return allowance.wait_ms(1, now_ms)
