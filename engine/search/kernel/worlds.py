"""Worlds: ways to share out the unseen cards, each that fits equally likely.

There are four receivers: the three other seats and the discards. Cards that the same
receivers may get form a class. A table says, for each class and for the room that is
left, in how many ways this class and those after it can be shared out; a world draws
for each class how many of its cards go where, in proportion to these numbers, and then
which. Readable twin: `every_world` of the tests, which lists them all.

The numbers are floating point, since they go to 10**20; they are only multiplied and
added, in a fixed order, so that they are the same on every machine.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.search.kernel.chance import below, fraction
from engine.search.kernel.compiling import inner, popcount

if TYPE_CHECKING:
    from numpy.typing import NDArray

RECEIVERS: Final = 4
_MOST_CARDS: Final = 48
_CHOICES: Final = np.array(
    [[comb(n, k) for k in range(_MOST_CARDS)] for n in range(_MOST_CARDS)],
    dtype=np.float64,
)
_CHOICES.setflags(write=False)


@inner
def classes_of(
    unseen: int, lacks: NDArray[np.int64], room: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sort the unseen cards by who may get them.

    Args:
        unseen: The cards to be shared out.
        lacks: By receiver: cards that it does not hold.
        room: By receiver: how many it gets.

    Returns:
        The cards of each class, and its receivers as bits; no class is empty.
    """
    members = np.zeros(1 << RECEIVERS, dtype=np.int64)
    count = 0
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        allowed = 0
        for receiver in range(RECEIVERS):
            if room[receiver] > 0 and not lacks[receiver] & card:
                allowed |= 1 << receiver
        if members[allowed] == 0:
            count += 1
        members[allowed] |= card
    classes = np.zeros(count, dtype=np.int64)
    receivers = np.zeros(count, dtype=np.int64)
    for allowed in range(len(members) - 1, -1, -1):
        if members[allowed]:
            count -= 1
            classes[count] = members[allowed]
            receivers[count] = allowed
    return classes, receivers


@inner
def most_for(allowed: int, size: int, room: int) -> int:
    """How many of a class a receiver can get at most.

    Args:
        allowed: Whether it may get any; only the last bit counts.
        size: How many cards of the class are left.
        room: How many cards the receiver can still take.
    """
    return min(size, room) if allowed & 1 else 0


@inner
def ways_to_share(
    classes: NDArray[np.int64], receivers: NDArray[np.int64], room: NDArray[np.int64]
) -> NDArray[np.float64]:
    """In how many ways the cards can be shared out, from each class on.

    Returns:
        By class, and by the room that the receivers 1, 2 and 3 have left; the rest of
        the cards is what receiver 0 gets.
    """
    count = len(classes)
    shape = (count + 1, room[1] + 1, room[2] + 1, room[3] + 1)
    ways = np.zeros(shape, dtype=np.float64)
    ways[count, 0, 0, 0] = 1.0
    cards = 0
    for index in range(count - 1, -1, -1):
        size = popcount(classes[index])
        cards += size
        for room_1 in range(room[1] + 1):
            for room_2 in range(room[2] + 1):
                for room_3 in range(room[3] + 1):
                    room_0 = cards - room_1 - room_2 - room_3
                    if 0 <= room_0 <= room[0]:
                        ways[index, room_1, room_2, room_3] = ways_of_class(
                            ways[index + 1],
                            size,
                            receivers[index],
                            (room_0, room_1, room_2, room_3),
                        )
    return ways


@inner
def ways_of_class(
    after: NDArray[np.float64],
    size: int,
    receivers: int,
    room: tuple[int, int, int, int],
) -> float:
    """In how many ways one class and those after it can be shared out.

    Args:
        after: The ways of the classes after it.
        size: How many cards the class has.
        receivers: Who may get them, as bits.
        room: What each receiver has left.
    """
    total = 0.0
    for first in range(most_for(receivers, size, room[0]) + 1):
        rest_1 = size - first
        for second in range(most_for(receivers >> 1, rest_1, room[1]) + 1):
            rest_2 = rest_1 - second
            for third in range(most_for(receivers >> 2, rest_2, room[2]) + 1):
                fourth = rest_2 - third
                if fourth <= most_for(receivers >> 3, rest_2, room[3]):
                    total += (
                        _CHOICES[size, first]
                        * _CHOICES[rest_1, second]
                        * _CHOICES[rest_2, third]
                        * after[room[1] - second, room[2] - third, room[3] - fourth]
                    )
    return total


@inner
def draw_shares(
    after: NDArray[np.float64],
    size: int,
    receivers: int,
    room: tuple[int, int, int, int],
    drawn: float,
) -> tuple[int, int, int, int]:
    """How many cards of a class each receiver gets.

    The arguments are those of `ways_of_class`, and `drawn` is a number from 0 up to
    the ways that it tells: the same loops, left where the sum passes it.
    """
    total = 0.0
    shares = (0, 0, 0, 0)
    for first in range(most_for(receivers, size, room[0]) + 1):
        rest_1 = size - first
        for second in range(most_for(receivers >> 1, rest_1, room[1]) + 1):
            rest_2 = rest_1 - second
            for third in range(most_for(receivers >> 2, rest_2, room[2]) + 1):
                fourth = rest_2 - third
                if fourth > most_for(receivers >> 3, rest_2, room[3]):
                    continue
                ways = (
                    _CHOICES[size, first]
                    * _CHOICES[rest_1, second]
                    * _CHOICES[rest_2, third]
                    * after[room[1] - second, room[2] - third, room[3] - fourth]
                )
                if ways > 0.0:
                    shares = (first, second, third, fourth)
                    total += ways
                    if total > drawn:
                        return shares
    return shares


@inner
def deal_class(
    world: NDArray[np.int64],
    cards: int,
    shares: NDArray[np.int64],
    stream: NDArray[np.int64],
) -> None:
    """Give the cards of a class to the receivers, so many to each, by chance."""
    left = popcount(cards)
    while cards:
        card = cards & -cards
        cards ^= card
        drawn = below(stream, left)
        left -= 1
        receiver = 0
        while drawn >= shares[receiver]:
            drawn -= shares[receiver]
            receiver += 1
        shares[receiver] -= 1
        world[receiver] |= card


@inner
def draw_world(
    world: NDArray[np.int64],
    classes: NDArray[np.int64],
    receivers: NDArray[np.int64],
    ways: NDArray[np.float64],
    room: NDArray[np.int64],
    stream: NDArray[np.int64],
) -> None:
    """Share the unseen cards out, each way equally likely.

    Args:
        world: By receiver: its cards, to which those drawn are added.
        classes: From `classes_of`.
        receivers: From `classes_of`.
        ways: From `ways_to_share`.
        room: By receiver: how many cards it gets.
        stream: Chance.
    """
    room_0, room_1, room_2, room_3 = room[0], room[1], room[2], room[3]
    shares = np.zeros(RECEIVERS, dtype=np.int64)
    for index in range(len(classes)):
        shares[0], shares[1], shares[2], shares[3] = draw_shares(
            ways[index + 1],
            popcount(classes[index]),
            receivers[index],
            (room_0, room_1, room_2, room_3),
            fraction(stream) * ways[index, room_1, room_2, room_3],
        )
        room_0 -= shares[0]
        room_1 -= shares[1]
        room_2 -= shares[2]
        room_3 -= shares[3]
        deal_class(world, classes[index], shares, stream)
