"""Which candidates are still worth a world: one that is clearly behind drops out.

All candidates are played out over the same worlds, so what counts is how much less one
of them wins than the leader, world by world. Where that is clear after few worlds, the
others are better spent on candidates that are close. Twin: `raced` of the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from engine.search.kernel.compiling import inner

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WORLDS: Final = 1 << 13
"""Two candidates differ by less than 1,900 points in a world; the squares of what they
differ by over more worlds would not fit into 64 bits."""
LOOK_EVERY: Final = 16
"""So many worlds lie between two looks at who is behind."""
CLEARLY: Final = 5
"""In halves: how many standard errors behind is clear."""

# What is noted of each candidate; all are 0 while it races.
AFTER: Final = 0
"""After how many worlds it dropped out."""
LEADER: Final = 1
"""Who led then."""
BEHIND: Final = 2
"""How many points it was behind the leader then, over these worlds together."""
NOTED: Final = 3


@inner
def new_race(candidates: int) -> NDArray[np.int64]:
    """What is noted of so many candidates before the first world."""
    return np.zeros((NOTED, candidates), dtype=np.int64)


@inner
def leader_of(totals: NDArray[np.int64], race: NDArray[np.int64]) -> int:
    """The candidate with most points of those that race; of equals the first."""
    leader = -1
    for index in range(len(totals)):
        if race[AFTER, index] == 0 and (leader < 0 or totals[index] > totals[leader]):
            leader = index
    return leader


@inner
def clearly_behind(
    margins: NDArray[np.int64], leader: int, index: int, worlds: int
) -> bool:
    """Whether a candidate is behind by more than chance explains.

    The square of what it is behind on average is compared with that of its standard
    error, all in whole numbers.

    Args:
        margins: By world and candidate, in points of the deal.
        leader: Who leads.
        index: The candidate.
        worlds: How many worlds have been played, 2 to `MOST_WORLDS`.
    """
    behind = 0
    squares = 0
    for world in range(worlds):
        less = margins[world, leader] - margins[world, index]
        behind += less
        squares += less * less
    spread = worlds * squares - behind * behind
    clear = 4 * behind * behind * (worlds - 1) > CLEARLY * CLEARLY * spread
    return behind > 0 and clear


@inner
def drop_out(
    margins: NDArray[np.int64],
    totals: NDArray[np.int64],
    race: NDArray[np.int64],
    worlds: int,
) -> int:
    """Let candidates that are clearly behind drop out; how many race on.

    Args:
        margins: By world and candidate, in points of the deal.
        totals: By candidate; of those that race.
        race: What is noted of each.
        worlds: How many worlds have been played, a multiple of `LOOK_EVERY`.
    """
    leader = leader_of(totals, race)
    racing = 0
    for index in range(len(totals)):
        if race[AFTER, index]:
            continue
        if index != leader and clearly_behind(margins, leader, index, worlds):
            race[AFTER, index] = worlds
            race[LEADER, index] = leader
            race[BEHIND, index] = totals[leader] - totals[index]
        else:
            racing += 1
    return racing


@inner
def fill_up(totals: NDArray[np.int64], race: NDArray[np.int64], worlds: int) -> None:
    """Tell what those that dropped out would have come to over all worlds.

    Each stays as far behind its leader, world for world, as it was. So it comes to
    less than the leader, and whoever raced to the end with most points is the best.

    Args:
        totals: By candidate; right for those that raced to the end.
        race: What is noted of each.
        worlds: How many worlds were played in the end.
    """
    for look in range(worlds // LOOK_EVERY, 0, -1):  # a leader drops out later
        after = look * LOOK_EVERY
        for index in range(len(totals)):
            if race[AFTER, index] == after:
                behind = race[BEHIND, index] * worlds // after
                totals[index] = totals[race[LEADER, index]] - behind
