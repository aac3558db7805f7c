"""At the end of a deal its stored events are replayed, and the states compared."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from server.hub.live_table import LiveTable
from server.hub.self_check import RATE
from server.table.commands import GiveUpSeat, StartDeal
from server.table.deadlines import ARCHIVE
from tests.server.hub.nodes import Node, World, world
from tests.server.hub.test_deal_archive import settled_table


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


def found(node: Node, what: str) -> int:
    return node.counts.count("self_checks", what)


def mismatches(node: Node) -> int:
    return node.counts.count("broken_promises", "replay_mismatch")


def spoil(live: LiveTable) -> None:
    """Change the copy behind the rules' back: as bad memory would, by one point."""
    state = live.position.state
    ours, theirs = state.match
    live.position = replace(
        live.position, state=replace(state, match=(ours + 1, theirs))
    )


async def check(all_of: World, table: str) -> Node:
    (node, *_) = all_of.nodes
    await node.duties.fire(table, ARCHIVE)
    return node


async def test_deal_whose_events_lead_to_the_same_state_is_kept() -> None:
    async with world(1) as all_of:
        table = await settled_table(all_of)

        node = await check(all_of, table)

        assert (found(node, "agreed"), mismatches(node)) == (1, 0)
        assert await all_of.store.archived(table, "1") is not None


async def test_mismatch_freezes_the_table_and_is_counted_once(
    logged: list[EventDict],
) -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        live = await node.live(table)
        spoil(live)

        for _ in range(3):
            await check(all_of, table)

        assert live.is_frozen
        assert (found(node, "differed"), mismatches(node)) == (1, 1)
        assert await all_of.store.archived(table, "1") is None
        broken, still = logged
        assert (broken["promise"], broken["table"]) == ("replay_mismatch", table)
        assert still["why"] == "replay_mismatch"


async def test_state_at_the_copys_own_position_is_compared() -> None:
    """The store may be further on; and a copy that is wrong is wrong all the same."""
    async with world(2) as all_of:
        one, two = all_of.nodes
        table = await settled_table(all_of)
        live = await one.live(table)
        await all_of.done(two, table, GiveUpSeat("ann"))

        assert await one.archive.check.agrees(live)
        assert found(one, "agreed") == 1
        spoil(live)
        assert not await one.archive.check.agrees(live)


async def test_table_of_another_history_is_left_to_whoever_catches_up() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        live = await node.live(table)
        right = live.position
        spoil(live)
        wrong = live.position
        for mark in (
            replace(right.mark, epoch=bytes(8)),
            replace(right.mark, token=bytes(8)),
            replace(right.mark, version=right.mark.version + 1),
        ):
            live.position = replace(wrong, mark=mark)
            assert await node.archive.check.agrees(live)

        assert found(node, "too_late") == 3


async def test_next_deal_that_has_begun_leaves_nothing_to_replay() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        live = await node.live(table)
        before = live.position
        for user in ("ann", "bob"):
            await all_of.done(node, table, StartDeal(user))
        live.position = before

        assert await node.archive.check.agrees(live)
        assert found(node, "too_late") == 1


async def test_checks_leave_time_for_the_tables() -> None:
    # P12
    async with world(1) as all_of:
        (node,) = all_of.nodes
        live = await node.live(await settled_table(all_of))

        for _ in range(int(RATE.burst) + 1):
            await node.archive.check.agrees(live)
        assert (found(node, "agreed"), found(node, "no_time")) == (RATE.burst, 1)
        all_of.clock.jump(1_000)
        await node.archive.check.agrees(live)

        assert found(node, "agreed") == RATE.burst + 1
