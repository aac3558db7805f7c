"""Candidates that are clearly behind drop out of the race."""

from fractions import Fraction
from random import Random

import numpy as np
from hypothesis import given

from engine.search.kernel.racing import (
    AFTER,
    LOOK_EVERY,
    MOST_WORLDS,
    clearly_behind,
    drop_out,
    fill_up,
    leader_of,
    new_race,
)
from tests.support.strategies import chances, examples

# A whole deck has 87 card points, 2 x 148 of cricche and 2 x 275 of sequences.
CARD_POINTS, LAST_TRICK, EVERY_COMBINATION = 87, 6, 846

Margins = list[list[int]]
"""By world and candidate."""


def raced(margins: Margins) -> tuple[list[Fraction], int]:
    """What each candidate comes to by the idea of the race, and over how many worlds.

    Candidates are compared with the leader at every look, and one that is more than 2.5
    standard errors behind drops out, and stays as far behind from then on.
    """
    racing = list(range(len(margins[0])))
    dropped: list[tuple[int, int, Fraction]] = []
    played = 0
    while played < len(margins) and len(racing) > 1:
        played += 1
        if played % 16:
            continue
        seen = margins[:played]
        leader = max(racing, key=lambda one: (sum(row[one] for row in seen), -one))
        for one in [other for other in racing if other != leader]:
            less = [row[leader] - row[one] for row in seen]
            mean = Fraction(sum(less), played)
            variance = sum((each - mean) ** 2 for each in less) / (played - 1)
            if mean > 0 and mean**2 > Fraction(5, 2) ** 2 * variance / played:
                racing.remove(one)
                dropped.append((one, leader, mean))
    totals = [Fraction(0)] * len(margins[0])
    for one in racing:
        totals[one] = Fraction(sum(row[one] for row in margins[:played]))
    for one, leader, mean in reversed(dropped):
        totals[one] = totals[leader] - mean * played
    return totals, played


def raced_by_the_kernel(margins: Margins) -> tuple[list[int], int]:
    table = np.array(margins, dtype=np.int64)
    totals = np.zeros(table.shape[1], dtype=np.int64)
    race = new_race(len(totals))
    racing = len(totals)
    played = 0
    while played < len(table) and racing > 1:
        totals += np.where(race[AFTER] == 0, table[played], 0)
        table[played] = np.where(race[AFTER] == 0, table[played], 0)
        played += 1
        if played % LOOK_EVERY == 0:
            racing = drop_out(table, totals, race, played)
    fill_up(totals, race, played)
    return totals.tolist(), played


@given(chances)
@examples(100)
def test_it_is_the_race_of_its_readable_twin(rng: Random) -> None:
    worth = [rng.randrange(-40, 40) for _ in range(rng.randrange(2, 7))]
    margins = [
        [each + luck + rng.randrange(-60, 61) for each in worth]
        for luck in (rng.randrange(-300, 301) for _ in range(rng.randrange(16, 200)))
    ]

    expected, played = raced(margins)
    totals, worlds = raced_by_the_kernel(margins)

    assert worlds == played
    # Whole points: each drop-out, and its leader's before it, is rounded up once.
    for told, exact in zip(totals, expected, strict=True):
        assert 0 <= told - exact < len(totals)


def test_who_is_equal_to_the_leader_never_drops_out() -> None:
    totals, worlds = raced_by_the_kernel(
        [[world % 7, world % 7] for world in range(64)]
    )

    assert worlds == 64
    assert totals[0] == totals[1] == sum(world % 7 for world in range(64))


def test_who_always_wins_less_drops_out_at_the_first_look() -> None:
    totals, worlds = raced_by_the_kernel([[10, 7, 9]] * 64)

    assert worlds == 16
    assert totals == [160, 112, 144]


def test_who_dropped_out_stays_behind_one_who_dropped_out_later() -> None:
    # The second falls behind the first at once; then the third overtakes it.
    margins = [[100, 80, 100 + (-1) ** world * 40] for world in range(16)]
    margins += [[0, 0, 90 + (-1) ** world * 40] for world in range(16)]

    totals, worlds = raced_by_the_kernel(margins)

    assert worlds == 32
    assert totals == [1600, 960, 3040]


def behind_by(less: list[int]) -> bool:
    """Whether the second is clearly behind the first, which is never behind it."""
    margins = np.array([[each, 0] for each in less], dtype=np.int64)
    assert not clearly_behind(margins, 1, 0, len(less))
    return clearly_behind(margins, 0, 1, len(less))


def test_clear_is_what_chance_does_not_explain() -> None:
    assert behind_by([4] * 4)
    assert behind_by([9, -1] * 8)  # 3.1 standard errors
    assert not behind_by([9, -2] * 8)  # 2.46
    assert not behind_by([0] * 4)


def test_the_largest_sums_fit() -> None:
    most = 2 * (CARD_POINTS + LAST_TRICK + EVERY_COMBINATION)
    margins = np.zeros((MOST_WORLDS, 2), dtype=np.int64)
    margins[:, 0] = most
    margins[0, 0] = 0

    assert clearly_behind(margins, 0, 1, MOST_WORLDS)


def test_of_equals_the_first_leads_and_drop_outs_do_not() -> None:
    race = new_race(4)
    race[AFTER, 0] = 16

    assert leader_of(np.array([9, 5, 7, 7]), race) == 2
