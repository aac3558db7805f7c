"""What a player feels, told at percentiles."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Of a number of times, all in milliseconds."""

    count: int
    p50: float
    p90: float
    p99: float
    p99_9: float
    most: float


def percentiles_of(times_s: Iterable[float]) -> Percentiles | None:
    """The percentiles of times in seconds by nearest rank; None without any.

    >>> percentiles_of([0.001, 0.002, 0.010]).p50
    2.0
    """
    ordered = sorted(times_s)
    if not ordered:
        return None

    def at(share: float) -> float:
        # Less a hair, since 0.999 times 1000 is a little more than 999.
        rank = ceil(share * len(ordered) - 1e-9)
        return round(ordered[max(0, rank - 1)] * 1000, 3)

    return Percentiles(len(ordered), at(0.5), at(0.9), at(0.99), at(0.999), at(1))
