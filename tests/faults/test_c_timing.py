"""Group C, P13: what the time that a bot takes tells of its cards, which is nothing.

Measured by the store's own clock, on a server, and compared sample with sample: however
slow a machine is, it is as slow for one kind of move as for the other.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from itertools import pairwise
from math import log as ln
from math import sqrt
from typing import TYPE_CHECKING

import pytest

from engine.events import CardPlayed
from engine.view import view_of
from server.table.events import Author
from tests.faults.cluster import Cluster, cluster
from tests.faults.histories import log_of
from tests.faults.play import people, play_on, seated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.faults.histories import Log

PACE_MS = 60
TABLES = 8
DOUBT = 1e-6
"""How often two samples of one kind may be taken for two kinds."""


@pytest.fixture(scope="module")
def nodes() -> Iterator[Cluster]:
    with cluster(1) as all_of:
        yield all_of


def waits_of(log: Log) -> tuple[list[int], list[int]]:
    """How long bots waited with a card, in milliseconds: with one choice, with more."""
    forced: list[int] = []
    free: list[int] = []
    for before, step in pairwise(log.steps):
        event, deal = step.stamped.event, before.after.deal
        if not isinstance(event, CardPlayed) or step.stamped.by is not Author.BOT:
            continue
        assert deal is not None
        choices = len(view_of(deal.state, event.seat).legal)
        wait_ms = step.stamped.at_ms - before.stamped.at_ms
        (forced if choices == 1 else free).append(wait_ms)
    return forced, free


def distance(one: Sequence[int], other: Sequence[int]) -> float:
    """How far two samples are apart at most, 0 to 1, by Kolmogorov and Smirnov.

    >>> distance([1, 2], [1, 2]), distance([1, 2], [3, 4])
    (0.0, 1.0)
    """

    def share(sample: Sequence[int], most: int) -> float:
        return sum(value <= most for value in sample) / len(sample)

    return max(abs(share(one, at) - share(other, at)) for at in {*one, *other})


def farthest(one: Sequence[int], other: Sequence[int]) -> float:
    """What two samples of one kind are apart at most, but for `DOUBT`."""
    return sqrt(-ln(DOUBT / 2) / 2 * (1 / len(one) + 1 / len(other)))


async def test_forced_card_takes_as_long_as_a_free_one(nodes: Cluster) -> None:
    """T-C13, P13"""
    (node,) = nodes.nodes
    forced: list[int] = []
    free: list[int] = []
    async with AsyncExitStack() as stack:
        groups = []
        for _ in range(TABLES):
            group = await stack.enter_async_context(people(node))
            groups.append((group, await seated(group, pace_ms=PACE_MS)))

        await asyncio.gather(*(play_on(group, table) for group, table in groups))

        for _, table in groups:
            of_table = waits_of(await log_of(nodes.store_url, table))
            forced += of_table[0]
            free += of_table[1]
    assert len(forced) > 40
    assert len(free) > 200
    assert max(free) > PACE_MS  # else nobody waited, and nothing is shown
    assert distance(forced, free) < farthest(forced, free)
