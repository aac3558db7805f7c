"""What many duplicate deals say about two players."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.offline.duplicate import Pair

_NORMAL_95: Final = 1.96
"""So many standard errors to both sides hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The first side seen against the second."""

    deals: int
    mean_margin: float
    """Points a deal, the mean of its two tables."""
    half_width: float | None
    """The 95 % interval reaches so far to both sides of the mean; None for one deal.
    By the normal distribution, so read it with care below some thirty deals."""
    win_rate: float
    """Share of the tables that the first side won, a draw counting half; 0 to 1."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean margin."""
        if self.half_width is None:
            return None
        return self.mean_margin - self.half_width, self.mean_margin + self.half_width


def figures_of(pairs: Sequence[Pair]) -> Figures:
    """The figures of these deals, at least one.

    The two tables of a deal hang together, so the interval is that of the means of the
    deals, never of single tables.
    """
    means = [pair.mean for pair in pairs]
    half_width = None
    if len(means) > 1:
        half_width = _NORMAL_95 * statistics.stdev(means) / math.sqrt(len(means))
    margins = [margin for pair in pairs for margin in (pair.as_team_0, pair.as_team_1)]
    points = sum(
        1.0 if margin > 0 else 0.5 if margin == 0 else 0.0 for margin in margins
    )
    return Figures(
        deals=len(pairs),
        mean_margin=statistics.fmean(means),
        half_width=half_width,
        win_rate=points / len(margins),
    )
