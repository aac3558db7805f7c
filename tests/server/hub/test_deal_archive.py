"""Records of settled deals are kept apart from their tables."""

import json

import pytest

from engine.verification import verify
from server.hub.deal_archive import KEEP_MS, DealArchive, deal_record
from server.hub.history import unfolded
from server.hub.self_check import SelfCheck
from server.store_outcomes import StoreUnavailable
from server.store_records import FINISHED_MS
from server.table.commands import CloseTable, StartDeal
from server.table.deadlines import ARCHIVE, IDLE, deadlines_of
from server.table.events import DealArchived
from server.table.options import TableOptions
from tests.server.hub.nodes import World, world

TWO = TableOptions(people=2, pace_ms=0, deals=2)


async def settled_table(all_of: World) -> str:
    table = await all_of.opened("ann", "bob", options=TWO)
    while (await all_of.truth(table)).state.deal_runs:
        await all_of.play_on(all_of.nodes[0], table)
    return table


async def test_settled_deal_is_kept_once_and_noted() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        assert ARCHIVE in deadlines_of((await all_of.truth(table)).state)

        await node.duties.fire(table, ARCHIVE)

        truth = await all_of.truth(table)
        assert truth.state.unkept == ()
        assert ARCHIVE not in deadlines_of(truth.state)
        kept = await all_of.store.archived(table, "1")
        assert kept is not None
        assert json.loads(kept)["names"] == ["Ann", "Bob", "bot-2", "bot-3"]
        all_of.clock.jump(KEEP_MS)
        assert await all_of.store.archived(table, "1") is None


async def test_host_says_how_long_records_are_kept() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)

        check = SelfCheck(all_of.store, all_of.clock, node.copies.metrics)
        archive = DealArchive(all_of.store, node.hub, check, 5_000)
        await archive.keep(await node.live(table))

        all_of.clock.jump(4_999)
        assert await all_of.store.archived(table, "1") is not None
        all_of.clock.jump(1)
        assert await all_of.store.archived(table, "1") is None


async def test_deal_is_kept_though_the_next_one_has_begun_before() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        for user in ("ann", "bob"):
            await all_of.done(node, table, StartDeal(user))
        assert (await all_of.truth(table)).state.deal_runs

        await node.duties.fire(table, ARCHIVE)

        kept = await all_of.store.archived(table, "1")
        assert kept is not None
        assert verify(json.loads(kept)).source.number == 1


async def test_table_that_ends_in_a_full_store_waits_until_its_record_is_kept() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        all_of.store.is_full = True
        with pytest.raises(StoreUnavailable):
            await node.duties.fire(table, ARCHIVE)
        live = await node.live(table)
        await node.hub.submit_own(live, CloseTable("host"))

        all_of.clock.jump(4 * FINISHED_MS)
        all_of.store.is_full = False
        await node.duties.fire(table, ARCHIVE)

        assert await all_of.store.archived(table, "1") is not None
        all_of.clock.jump(FINISHED_MS)
        assert await all_of.store.load(table) is None


async def test_look_at_a_closed_table_does_not_make_it_live_longer() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", options=TWO)
        live = await node.live(table)
        await node.hub.submit_own(live, CloseTable("host"))

        await node.duties.fire(table, IDLE)
        all_of.clock.jump(FINISHED_MS)

        assert await all_of.store.load(table) is None


async def test_deal_that_runs_is_not_kept() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", options=TWO)
        before = await all_of.truth(table)

        await node.archive.keep(await node.live(table))

        assert await all_of.truth(table) == before
        assert await all_of.store.archived(table, "1") is None


async def test_two_nodes_keep_one_record() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await settled_table(all_of)
        lives = [await node.live(table) for node in (one, two)]

        for node, live in zip((one, two), lives, strict=True):
            await node.archive.keep(live)

        loaded = await all_of.store.load(table)
        assert loaded is not None
        events = [step.stamped.event for step in unfolded(loaded)[1]]
        assert events.count(DealArchived(1)) == 1


async def test_record_verifies_itself() -> None:
    # D9
    async with world(1) as all_of:
        table = await settled_table(all_of)
        state = (await all_of.truth(table)).state
        assert state.deal is not None

        record = deal_record(table, state.deal)

        assert verify(record).source.secret == state.deal.secret
