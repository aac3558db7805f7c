"""What is done when the store has lost something that a node has seen."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from protocol.codes import ErrorCode
from protocol.to_client import Snapshot
from server.hub.answers import Done, NotDone
from server.hub.history import Position
from server.hub.live_table import OTHERS_FIRST_MS
from server.hub.repair import Repair
from server.metrics import LOST
from server.store_outcomes import StoreUnavailable
from server.store_records import Mark
from server.stored import StoredFault
from server.table.commands import GiveUpSeat
from server.table.deadlines import ARCHIVE, LEASE, MEND, deadlines_of
from tests.server.hub.nodes import Node, World, known, world
from tests.server.hub.test_deal_archive import settled_table
from tests.support.fakes import SeededChance, settled

FOUR = ("ann", "bob", "cid", "dan")


def repair_of(all_of: World, node: Node) -> Repair:
    return Repair(all_of.store, node.store_clock, SeededChance(99))


async def shortened(all_of: World, table: str, by: int) -> None:
    kept = all_of.store._tables[table]
    version = kept.mark.version - by
    for lost in range(version + 1, kept.mark.version + 1):
        del kept.events[lost]
    kept.mark = Mark(kept.mark.epoch, version, kept.events[version].token)


def assert_goes_on(mended: Position, before: Position) -> None:
    """Fail if a table is not as it was, but for being known as one that was mended."""
    version = mended.mark.version
    assert mended.state == replace(before.state, renewed_version=version)


async def test_history_goes_on_under_a_new_epoch_from_what_is_left() -> None:
    # T-F12
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(4):
            await all_of.act(node, table)
        seen = (await node.live(table)).position
        await shortened(all_of, table, 2)
        left = await all_of.truth(table)

        await repair_of(all_of, node).rebase(seen)

        mended = await all_of.truth(table)
        assert mended.mark.epoch != seen.mark.epoch
        assert mended.mark.version > seen.mark.version
        assert_goes_on(mended, left)
        assert mended.snapshot_version == mended.mark.version
        due = all_of.store._tables[table].deadlines
        assert {kind: at for kind, at in due.items() if kind != LEASE} == (
            deadlines_of(mended.state)
        )
        assert LEASE in due


async def test_second_node_finds_the_history_mended() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(4):
            await all_of.act(one, table)
        seen = await all_of.truth(table)
        await shortened(all_of, table, 2)
        await repair_of(all_of, one).rebase(seen)
        mended = await all_of.truth(table)

        await repair_of(all_of, two).rebase(seen)

        assert await all_of.truth(table) == mended


async def test_lost_table_is_put_back_with_its_version() -> None:
    # T-F17
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        seen = (await one.live(table)).position
        del all_of.store._tables[table]

        assert await repair_of(all_of, one).put_back(seen)
        assert await repair_of(all_of, two).put_back(seen)

        back = await all_of.truth(table)
        assert back.mark.version > seen.mark.version
        assert_goes_on(back, seen)
        assert back.mark.epoch != seen.mark.epoch


async def test_table_that_is_gone_needs_no_new_epoch() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        seen = (await node.live(table)).position
        del all_of.store._tables[table]

        await repair_of(all_of, node).rebase(seen)

        assert await all_of.store.load(table) is None


async def test_store_that_lost_the_end_of_a_table_is_told_openly() -> None:
    # T-F12: a new epoch, never silence.
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(3):
            await all_of.act(one, table)
        inboxes = [await node.look(table, "ann") for node in (one, two)]
        await shortened(all_of, table, 2)

        answer = await all_of.do(one, table, GiveUpSeat("dan"))
        await settled()

        assert isinstance(answer, Done)
        truth = await all_of.truth(table)
        assert truth.mark.epoch != b""
        for node, inbox in zip((one, two), inboxes, strict=True):
            assert (await node.live(table)).position == truth
            snapshots = [m for m in inbox.messages() if isinstance(m, Snapshot)]
            assert snapshots[-1].epoch == truth.mark.epoch != snapshots[0].epoch
        assert one.counts.count("broken_promises", LOST) == 2


async def test_of_two_nodes_one_mends_the_history_and_the_other_follows() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(4):
            await all_of.act(one, table)
        lives = [await node.live(table) for node in (one, two)]
        await shortened(all_of, table, 1)

        for node, live in zip((one, two), lives, strict=True):
            async with live.turn_taken(patient=True):
                await node.copies.catch_up(live)

        assert lives[0].position == lives[1].position == await all_of.truth(table)


async def test_command_of_the_lost_part_does_not_fall_into_the_new_history() -> None:
    # T-F12, T-D04: however far that has come meanwhile, and from whatever copy it goes on.
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await all_of.act(one, table)
        await two.live(table)  # a copy that sees nothing of the rest
        for _ in range(3):
            await all_of.act(one, table)
        seen = (await one.live(table)).position.mark.version
        await shortened(all_of, table, 4)

        refused = await all_of.act(two, table)  # chosen before anybody knew of it
        assert isinstance(refused, NotDone)
        for acts in (0, 8):
            for _ in range(acts):
                assert isinstance(await all_of.act(two, table), Done)
            for version in range(seen - 4, seen + 1):
                late = replace(await all_of.move(table), seen_version=version)
                answer = await all_of.do(two, table, late)
                assert isinstance(answer, NotDone)
                assert answer.refusal.code is ErrorCode.STALE


async def test_table_that_the_store_lost_is_put_back() -> None:
    # T-F17: versions never start again.
    async with world() as all_of:
        two = all_of.nodes[1]
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        before = (await all_of.truth(table)).mark
        del all_of.store._tables[table]

        answer = await all_of.do(two, table, GiveUpSeat("dan"))
        await settled()

        assert isinstance(answer, Done)
        truth = await all_of.truth(table)
        assert truth.mark.epoch != before.epoch
        assert truth.mark.version > before.version
        assert (await two.live(table)).position == truth
        assert known(inbox).mark.version == truth.mark.version


async def test_table_is_put_back_by_a_node_at_which_people_look_at_it() -> None:
    # T-F17: a copy that nobody looks at hears no news.
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        inbox = await two.look(table, "bob")
        for _ in range(4):
            await all_of.act(two, table)
        newest = (await two.live(table)).position
        assert (await one.live(table)).position.mark.version < newest.mark.version
        del all_of.store._tables[table]

        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await all_of.do(one, table, GiveUpSeat("dan"))
        assert table not in all_of.store._tables
        await two.copies.check_all()

        assert_goes_on(await all_of.truth(table), newest)
        assert isinstance(await all_of.do(one, table, GiveUpSeat("dan")), Done)
        await settled()
        assert known(inbox).mark.version == (await all_of.truth(table)).mark.version


async def test_table_that_nobody_looks_at_is_put_back_after_a_while() -> None:
    # T-F17
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        seen = (await node.live(table)).position
        for wait_ms in (0, OTHERS_FIRST_MS - 1):
            all_of.store._tables.pop(table, None)
            all_of.clock.jump(wait_ms)
            with pytest.raises(StoreUnavailable):
                await all_of.do(node, table, GiveUpSeat("dan"))
        all_of.clock.jump(1)

        assert isinstance(await all_of.do(node, table, GiveUpSeat("dan")), Done)

        assert (await all_of.truth(table)).mark.version > seen.mark.version
        # The next time it is lost, others may know more again.
        del all_of.store._tables[table]
        with pytest.raises(StoreUnavailable):
            await all_of.do(node, table, GiveUpSeat("cid"))


async def test_cards_that_were_dealt_in_the_lost_part_are_never_dealt_again() -> None:
    # T-E09, P10: the hands that somebody has seen follow from the old secret.
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR[:3], started=False)
        before = await all_of.truth(table)
        await shortened(all_of, table, 1)

        await repair_of(all_of, node).rebase(before)

        mended = await all_of.truth(table)
        assert before.state.next_secret
        assert mended.state.next_secret
        assert mended.state.next_secret != before.state.next_secret
        assert mended.state.next_number == before.state.next_number


# ------------------------------------------------------------ what cannot be read


def damage_snapshot(all_of: World, table: str) -> None:
    kept = all_of.store._tables[table]
    payload = kept.snapshot.payload
    kept.snapshot = replace(kept.snapshot, payload=payload[:-1] + b"?")


def damage_event(all_of: World, table: str, version: int) -> None:
    kept = all_of.store._tables[table]
    event = kept.events[version]
    kept.events[version] = replace(event, payload=b"??" + event.payload[2:])


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    """What is logged, and printed nowhere."""
    with capture_logs() as entries:
        yield entries


async def test_table_that_a_node_cannot_read_is_written_anew_by_one_that_has_it(
    logged: list[EventDict],
) -> None:
    async with world(ringing=True) as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await all_of.act(one, table)
        inbox = await one.look(table, "ann")
        before = (await one.live(table)).position
        damage_snapshot(all_of, table)

        refused = await all_of.do(two, table, GiveUpSeat("ann"))
        await all_of.clock.advance(6_000)

        assert isinstance(refused, NotDone)
        assert refused.refusal.code is ErrorCode.INTERNAL
        mended = await all_of.truth(table)
        assert mended.mark.epoch != before.mark.epoch
        assert mended.mark.version == before.mark.version + 1
        assert_goes_on(mended, before)
        shown = inbox.messages()[-1]
        assert isinstance(shown, Snapshot)
        assert (shown.reason, shown.version) == ("new_epoch", mended.mark.version)
        assert one.counts.count("repairs", "written_anew") == 1
        assert MEND not in all_of.store._tables[table].deadlines
        assert isinstance(await all_of.act(two, table), Done)
        assert logged


async def test_damaged_event_that_the_copy_has_seen_is_no_loss(
    logged: list[EventDict],
) -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        for _ in range(4):
            await all_of.act(one, table)
        before = (await one.live(table)).position
        damage_event(all_of, table, before.mark.version - 1)
        await all_of.do(two, table, GiveUpSeat("ann"))
        assert MEND in all_of.store._tables[table].deadlines

        await one.duties.fire(table, MEND)

        assert_goes_on(await all_of.truth(table), before)
        assert logged


async def test_copy_that_is_behind_the_damage_is_not_put_in_its_place() -> None:
    """What was acknowledged after it would be lost without a word."""
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        old = await two.live(table)
        await all_of.act(one, table)
        damage_event(all_of, table, old.position.mark.version + 1)
        damage_snapshot(all_of, table)
        stored = all_of.store._tables[table].mark

        with pytest.raises(StoredFault):
            await two.duties.fire(table, MEND)

        assert all_of.store._tables[table].mark == stored


async def test_node_without_a_copy_leaves_the_wish_to_the_next_who_looks() -> None:
    """It must not keep it to itself: it would come upon it first each time."""
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        node.copies.drop(await node.live(table))
        damage_snapshot(all_of, table)
        stored = all_of.store._tables[table].mark
        await repair_of(all_of, node).ask_for_help(table)
        assert await all_of.store.claim(table, MEND) is not None
        all_of.clock.jump(1)

        with pytest.raises(StoredFault):
            await node.duties.fire(table, MEND)

        assert all_of.store._tables[table].mark == stored
        assert await all_of.store.claim(table, MEND) is not None


async def test_table_that_can_be_read_is_left_alone() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        before = await all_of.truth(table)
        await repair_of(all_of, node).ask_for_help(table)
        all_of.clock.jump(1)

        await node.duties.fire(table, MEND)

        assert await all_of.truth(table) == before
        assert MEND not in all_of.store._tables[table].deadlines


async def test_copy_that_stands_still_is_not_trusted() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        (await node.live(table)).freeze()
        damage_snapshot(all_of, table)
        stored = all_of.store._tables[table].mark

        await node.duties.fire(table, MEND)

        assert all_of.store._tables[table].mark == stored


async def test_deal_whose_events_are_damaged_is_written_anew_at_its_end() -> None:
    """The look at the end of each deal is the first that reads them again."""
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await settled_table(all_of)
        before = (await node.live(table)).position
        damage_event(all_of, table, before.mark.version - 3)

        await node.duties.fire(table, ARCHIVE)
        assert_goes_on(await all_of.truth(table), before)
        await node.duties.fire(table, ARCHIVE)

        assert await all_of.store.archived(table, "1") is not None


async def test_help_is_asked_for_no_table_that_is_gone() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes

        await repair_of(all_of, node).ask_for_help("NOSUCH")

        assert all_of.store.applied == []
