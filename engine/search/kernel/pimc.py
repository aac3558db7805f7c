"""The search: every candidate played out over the same worlds by the policy.

Perfect-information Monte Carlo without a tree. Each world is played once for each
candidate that is still in the race, and as the policy draws no chance, two candidates
differ by nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.search.kernel.compiling import entry, inner, lowest
from engine.search.kernel.place import (
    DISCARDS,
    HANDS,
    MATTO_TEAM,
    SIZE,
    TURN,
    copy_into,
    play_card,
)
from engine.search.kernel.racing import (
    AFTER,
    LOOK_EVERY,
    drop_out,
    fill_up,
    new_race,
)
from engine.search.kernel.rollouts import (
    declare,
    discard_gain,
    new_standings,
    play_by_policies,
)
from engine.search.kernel.scoring import combination_points
from engine.search.kernel.tables import MATTO
from engine.search.kernel.worlds import (
    RECEIVERS,
    classes_of,
    draw_world,
    ways_to_share,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


@inner
def enter_world(place: NDArray[np.int64], seat: int, world: NDArray[np.int64]) -> None:
    """Put what was drawn for the receivers as `seat` sees them into a place."""
    for receiver in range(3):
        place[HANDS + (seat + 1 + receiver & 3)] = world[receiver]
    place[DISCARDS] = world[3]
    for other in range(4):
        if place[HANDS + other] & MATTO:
            place[MATTO_TEAM] = other & 1


@inner
def try_candidate(place: NDArray[np.int64], candidate: int, undeclared: int) -> int:
    """Do what a candidate says; what the seats still to answer declare.

    Args:
        place: Where the deal stands, with every hand; where it stands next afterwards.
        candidate: One card to play, or the two that the dealer lays away.
        undeclared: The seats still to answer, as bits.
    """
    seat = place[TURN]
    if candidate & (candidate - 1):
        place[HANDS + seat] ^= candidate
        place[DISCARDS] = candidate
        place[TURN] = seat + 1 & 3  # R6
        return declare(place, undeclared)
    declared = declare(place, undeclared)
    play_card(place, lowest(candidate))
    return declared


@entry
def candidate_totals(
    seen: NDArray[np.int64],
    unseen: int,
    receivers: NDArray[np.int64],
    undeclared: int,
    candidates: NDArray[np.int64],
    policy: NDArray[np.int64],
    worlds: tuple[int, int],
    stream: NDArray[np.int64],
) -> tuple[NDArray[np.int64], int]:
    """Points that each candidate of the seat on turn comes to, over the same worlds.

    Args:
        seen: The place as that seat sees it; only its own hand is there.
        unseen: The cards to be shared out.
        receivers: Three rows by receiver: known cards, lacking cards, room.
        undeclared: The seats that have not yet answered whether they declare, as
            bits; they will.
        candidates: Cards that may be played, or pairs that may be laid away, as masks.
        policy: The table of the weights.
        worlds: How many are played out at least, and at most; no more than the first
            number if only one candidate is left in the race.
        stream: Chance.

    Returns:
        By candidate the margins of the seat's team, without the declarations already
        made, see `fill_up`; and how many worlds they are of, 0 if no world fits.
    """
    seat = seen[TURN]
    sign = -1 if seat & 1 else 1
    known, lacks, room = receivers[0], receivers[1], receivers[2]
    classes, allowed = classes_of(unseen, lacks, room)
    ways = ways_to_share(classes, allowed, room)
    totals = np.zeros(len(candidates), dtype=np.int64)
    if ways[0, room[1], room[2], room[3]] == 0.0:
        return totals, 0
    policies = np.empty((2, len(policy)), dtype=np.int64)
    copy_into(policies[0], policy)
    copy_into(policies[1], policy)
    standings = new_standings()
    place = np.empty(SIZE, dtype=np.int64)
    deal = np.empty(SIZE, dtype=np.int64)
    world = np.empty(RECEIVERS, dtype=np.int64)
    least, most = worlds
    margins = np.zeros((most, len(candidates)), dtype=np.int64)
    race = new_race(len(candidates))
    racing = len(candidates)
    played = 0
    while played < most and (racing > 1 or played < least):
        copy_into(world, known)
        draw_world(world, classes, allowed, ways, room, stream)
        copy_into(deal, seen)
        enter_world(deal, seat, world)
        for index in range(len(candidates)):
            if race[AFTER, index] == 0:
                copy_into(place, deal)
                margin = try_candidate(place, candidates[index], undeclared)
                margin += play_by_policies(place, policies, standings)
                margins[played, index] = sign * margin
                totals[index] += sign * margin
        played += 1
        if played % LOOK_EVERY == 0:
            racing = drop_out(margins, totals, race, played)
    fill_up(totals, race, played)
    return totals, played


@entry
def discard_gains(
    hand: int, pairs: NDArray[np.int64], policy: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What each pair gains when a dealer lays it away, in parts of a point."""
    gains = np.empty(len(pairs), dtype=np.int64)
    before = combination_points(hand)
    for index in range(len(pairs)):
        gains[index] = discard_gain(hand, pairs[index], policy, before)
    return gains
