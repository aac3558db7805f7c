"""Group F, the mode that may lose moves: a primary dies, and its replica takes over.

What may be lost is bounded: nothing that the replica had confirmed, and so no more than
what was acknowledged since. It is never lost in silence, and no history is mixed up.
"""

from __future__ import annotations

import signal
from contextlib import AsyncExitStack

import pytest

from protocol.to_client import Snapshot
from server.table.events import HistoryRewound
from tests.faults.cluster import Cluster, cluster
from tests.faults.histories import log_of
from tests.faults.play import all_see_the_same, newest, people, play_on, seated
from tests.faults.test_f_store import assert_agree
from tests.support.redis_processes import ServerGroup, say, watched_primary

MOVES = 6
"""Acknowledged, and unknown to the replica."""


@pytest.mark.timeout(120)
async def test_fail_over_loses_what_the_replica_never_had_and_no_more() -> None:
    """T-F14"""
    with watched_primary() as group, cluster(2, store_url=group.url) as nodes:
        await fails_over(group, nodes)


async def fails_over(group: ServerGroup, nodes: Cluster) -> None:
    primary, replica = group.servers[:2]
    a, b = nodes.nodes
    async with AsyncExitStack() as stack:
        players = await stack.enter_async_context(people(a, b, a, b))
        table = await seated(players)
        await play_on(players, table, 12)
        await all_see_the_same(players, table)
        with primary.client() as client:
            assert say(client, "WAIT", 1, 5_000) == 1
        kept = newest(players, table).mark
        assert replica.process is not None
        replica.process.send_signal(signal.SIGSTOP)
        with primary.client() as client:
            say(client, "CLIENT", "KILL", "TYPE", "replica")
        assert await play_on(players, table, MOVES) == MOVES
        seen = await all_see_the_same(players, table)

        since = [len(player.told) for player in players]
        primary.end()
        replica.process.send_signal(signal.SIGCONT)

        for player, start in zip(players, since, strict=True):
            shown = await player.hears(Snapshot, start)
            assert shown.reason in {"rewound", "new_epoch"}
            assert shown.epoch != kept.epoch
        assert await play_on(players, table, 4) == 4
        log = await log_of(group.url, table)
        assert log.of(HistoryRewound) == [HistoryRewound(seen - kept.version)]
        assert log.steps[kept.version - 1].token == kept.token
        assert_agree(players, table)
