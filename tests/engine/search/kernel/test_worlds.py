"""Worlds are drawn from all that fit, each as often as any other."""

from collections import Counter
from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest

from engine.cards import FULL_DECK, CardSet
from engine.search.kernel.chance import stream_of
from engine.search.kernel.worlds import classes_of, draw_world, ways_to_share
from tests.support.builders import hand
from tests.support.worlds import World, every_world

# Unseen cards, what the four receivers lack, and how many each gets.
SMALL = {
    "free": ("SR SQ B6 B7 16 MT", ("", "", "", ""), (2, 2, 2, 0)),
    "voids": ("SR SQ S6 B6 B7 16 5", ("SR SQ S6", "", "16 5", ""), (3, 2, 2, 0)),
    "discards": ("SR SQ S6 B6 B7 AN", ("SR SQ S6", "", "", "SR AN"), (1, 1, 2, 2)),
    "tight": ("SR SQ S6 C6", ("SR SQ S6", "C6", "C6", ""), (1, 1, 2, 0)),
    "uneven": ("S6 S7 S8 B6 B7 C6 16 5", ("S6 S7 S8 B6", "16", "", "C6"), (2, 3, 1, 2)),
}
Position = tuple[str, tuple[str, ...], tuple[int, ...]]


def drawn_worlds(position: Position, worlds: int, seed: int = 1) -> list[World]:
    unseen, lacks, room = position
    room_left = np.array(room)
    lacking = np.array([hand(cards).bits for cards in lacks])
    classes, receivers = classes_of(hand(unseen).bits, lacking, room_left)
    ways = ways_to_share(classes, receivers, room_left)
    stream = stream_of(seed)
    found = []
    for _ in range(worlds):
        world = np.zeros(4, dtype=np.int64)
        draw_world(world, classes, receivers, ways, room_left, stream)
        found.append(tuple(CardSet(int(cards)) for cards in world))
    return found


def listed(position: Position) -> list[World]:
    unseen, lacks, room = position
    return list(every_world(hand(unseen), [hand(cards) for cards in lacks], room))


def ways_of(position: Position) -> float:
    unseen, lacks, room = position
    room_left = np.array(room)
    lacking = np.array([hand(cards).bits for cards in lacks])
    classes, receivers = classes_of(hand(unseen).bits, lacking, room_left)
    return float(ways_to_share(classes, receivers, room_left)[0][tuple(room[1:])])


@pytest.mark.untraced
@pytest.mark.parametrize("position", SMALL.values(), ids=SMALL)
def test_as_many_ways_as_can_be_listed(position: Position) -> None:
    assert ways_of(position) == len(listed(position))


def test_ways_of_a_whole_deal() -> None:
    own = hand("S10 S9 S8 S7 S6 SA B10 B9 B8 B7 B6 BA C10 C9 C8")
    protected = hand("SR BR CR DR AN MN BG MT")  # R5
    room = np.array([15, 15, 15, 2])
    lacks = np.array([0, 0, 0, protected.bits])
    classes, receivers = classes_of((FULL_DECK - own).bits, lacks, room)

    ways = float(ways_to_share(classes, receivers, room)[0, 15, 15, 2])

    assert ways == pytest.approx(comb(39, 2) * comb(45, 15) * comb(30, 15), rel=1e-12)


def test_no_way_at_all() -> None:
    assert ways_of(("SR SQ", ("SR", "SR", "SR", "SR"), (1, 1, 0, 0))) == 0


@pytest.mark.untraced
@pytest.mark.parametrize("position", SMALL.values(), ids=SMALL)
def test_each_world_comes_as_often(position: Position) -> None:
    every = listed(position)
    count = 200 * len(every)
    found = Counter(drawn_worlds(position, count))

    assert set(found) <= set(every)
    chi_square = sum((found[world] - 200) ** 2 / 200 for world in every)
    freedom = len(every) - 1
    # Wilson and Hilferty: passed once in 10,000; the seed is fixed.
    limit = freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3
    assert chi_square < limit


def test_one_world_after_the_other_says_nothing_of_the_next() -> None:
    every = listed(SMALL["tight"])
    pairs = Counter(pairwise(drawn_worlds(SMALL["tight"], 40_000)))

    expected = 40_000 / len(every) ** 2
    assert all(
        abs(pairs[first, second] - expected) < 6 * sqrt(expected)
        for first in every
        for second in every
    )
