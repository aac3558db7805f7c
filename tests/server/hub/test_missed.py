"""What somebody is told who was away: every event, also over the end of a deal."""

from dataclasses import replace

import pytest

from protocol.limits import REPLAY_EVENTS
from server.hub import missed
from server.hub.copies import NoSuchTable
from server.hub.delivery import events_frames
from server.hub.live_table import STEPS_KEPT
from server.hub.missed import missed_since
from server.store_outcomes import Following, StoreUnavailable
from server.store_records import Mark
from server.table.commands import StartDeal, TakeSeat
from server.table.deadlines import ARCHIVE
from server.table.events import DealBegan
from server.table.options import TableOptions
from tests.server.hub.nodes import Node, World, known, world
from tests.support.fakes import settled

FOUR = ("ann", "bob", "cid", "dan")
LONG = TableOptions(people=4, pace_ms=0, deals=4)


async def play_out(all_of: World, node: Node, table: str) -> None:
    """Play the deal to its end, and keep its record."""
    while (await all_of.truth(table)).state.deal_runs:
        await all_of.act(node, table)
        await settled(10)  # so that other nodes hear of it, event by event
    await node.duties.fire(table, ARCHIVE)


async def begin(all_of: World, node: Node, table: str) -> None:
    """Begin the next deal, and play a little."""
    for user in FOUR:
        await all_of.done(node, table, StartDeal(user))
    for _ in range(5):
        await all_of.act(node, table)


async def late_in_the_first_deal(all_of: World) -> tuple[str, Mark]:
    """A table, and a position at it from which the first deal is almost over."""
    (node, *_) = all_of.nodes
    table = await all_of.opened(*FOUR, options=LONG)
    for _ in range(58):
        await all_of.act(node, table)
    assert (await all_of.truth(table)).state.deal_runs
    return table, (await all_of.truth(table)).mark


async def missed_at(
    all_of: World, node: Node, table: str, at: Mark
) -> tuple[list[int], str | None]:
    """The versions that would be told, and why there are none."""
    live = await node.live(table)
    steps, reason = await missed_since(all_of.store, live, at)
    end = live.position.mark.version
    return list(range(end - len(steps) + 1, end + 1)), reason


async def test_the_last_few_are_remembered_and_need_no_store() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        live = await node.live(table)
        await all_of.act(node, table)
        stored = await all_of.store.events_after(table, at, 16)
        assert isinstance(stored, Following)
        all_of.store.is_away = True

        steps, reason = await missed_since(all_of.store, live, at)
        other = replace(at, token=b"another.")

        assert reason is None
        assert steps
        assert [step.token for step in steps] == [one.token for one in stored.events]
        assert steps[-1].after == live.position.state
        assert await missed_since(all_of.store, live, other) == ((), "rewound")


async def test_no_more_than_the_last_few_are_remembered() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        live = await node.live(table)
        await play_out(all_of, node, table)
        await begin(all_of, node, table)
        all_of.store.is_away = True

        with pytest.raises(StoreUnavailable):
            await missed_since(all_of.store, live, at)
        assert len(live.recent) == STEPS_KEPT


async def test_copy_that_is_loaded_remembers_and_one_of_a_new_history_does_not() -> (
    None
):
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        await all_of.act(node, table)
        node.copies.drop(await node.live(table))
        live = await node.live(table)
        remembered = await missed_since(all_of.store, live, at)

        live.recent.clear()
        assert await missed_since(all_of.store, live, at) == remembered

        await all_of.act(node, table)
        assert live.recent
        live.replace(live.position, "new_epoch")
        assert not live.recent


async def test_events_over_the_beginning_of_a_deal_are_told_one_by_one() -> None:
    # P5, T-B01
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        inbox = await node.look(table, "ann")
        live = await node.live(table)
        live.viewers.clear()  # she is away from here on
        await play_out(all_of, node, table)
        await begin(all_of, node, table)

        steps, reason = await missed_since(all_of.store, live, at)

        assert reason is None
        assert len(steps) == live.position.mark.version - at.version
        assert any(isinstance(step.stamped.event, DealBegan) for step in steps)
        seats = [step.after.seat_of("ann") for step in steps]
        inbox.frames += events_frames(live.position, steps, seats)
        whole = await node.look(table, "ann")
        assert known(inbox).view == known(whole).view
        assert known(inbox).situation == known(whole).situation


async def test_node_that_only_hears_of_a_table_can_tell_it_too() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR[:3], options=LONG, started=False)
        await two.look(table, "ann")
        await all_of.done(one, table, TakeSeat("dan", "Dan"))
        await settled()
        at = (await all_of.truth(table)).mark
        await play_out(all_of, one, table)
        await begin(all_of, one, table)
        await settled()
        end = (await all_of.truth(table)).mark.version

        assert await missed_at(all_of, two, table, at) == (
            list(range(at.version + 1, end + 1)),
            None,
        )


async def test_position_that_is_none_of_this_history_is_said() -> None:
    # T-B05
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        live = await node.live(table)
        (begun,) = live._begun
        await all_of.act(node, table)

        told = [
            await missed_at(all_of, node, table, mark)
            for mark in (
                replace(at, token=b"another."),
                replace(begun.mark, token=b"another."),
                replace(at, version=at.version + 100),
                replace(at, epoch=b"another."),
            )
        ]

        assert [reason for _, reason in told] == ["rewound"] * 3 + ["new_epoch"]
        assert all(versions == [] for versions, _ in told)
        assert (await missed_at(all_of, node, table, begun.mark))[1] is None


async def test_two_deals_are_kept_in_reach_and_no_more() -> None:
    # T-B03
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, first = await late_in_the_first_deal(all_of)
        await play_out(all_of, node, table)
        await begin(all_of, node, table)
        second = (await all_of.truth(table)).mark
        assert (await missed_at(all_of, node, table, first))[1] is None
        await play_out(all_of, node, table)
        await begin(all_of, node, table)

        assert (await missed_at(all_of, node, table, first)) == ([], "trimmed")
        assert (await missed_at(all_of, node, table, second))[1] is None
        assert len((await node.live(table))._begun) == 2


async def test_more_than_the_limit_is_not_told_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # T-B03
    assert REPLAY_EVENTS == 256
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        await all_of.act(node, table)
        count = (await all_of.truth(table)).mark.version - at.version

        monkeypatch.setattr(missed, "REPLAY_EVENTS", count)
        assert (await missed_at(all_of, node, table, at))[1] is None
        monkeypatch.setattr(missed, "REPLAY_EVENTS", count - 1)
        assert await missed_at(all_of, node, table, at) == ([], "trimmed")


async def test_copy_that_was_just_loaded_reaches_back_to_the_snapshot() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        early = (await node.live(table)).position.mark
        await play_out(all_of, node, table)
        await begin(all_of, node, table)
        late = (await all_of.truth(table)).mark
        await all_of.act(node, table)
        node.copies.drop(await node.live(table))
        end = (await all_of.truth(table)).mark.version

        assert await missed_at(all_of, node, table, late) == (
            list(range(late.version + 1, end + 1)),
            None,
        )
        assert early.version < late.version
        assert await missed_at(all_of, node, table, at) == ([], "trimmed")


async def test_events_that_the_store_has_lost_are_not_told() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        await all_of.act(node, table)
        (await node.live(table)).recent.clear()
        kept = all_of.store._tables[table]
        damaged = kept.events[at.version]
        kept.events[at.version] = replace(damaged, payload=b"??" + damaged.payload[2:])

        assert await missed_at(all_of, node, table, at) == ([], "trimmed")


async def test_events_before_the_kept_ones_are_looked_for_in_the_snapshot() -> None:
    """The store may have trimmed more than this node has forgotten."""
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        await play_out(all_of, node, table)
        await begin(all_of, node, table)
        kept = all_of.store._tables[table]
        for version in [v for v in kept.events if v <= kept.snapshot.version]:
            del kept.events[version]

        assert await missed_at(all_of, node, table, at) == ([], "trimmed")


async def test_table_that_is_gone_is_said() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, at = await late_in_the_first_deal(all_of)
        await all_of.act(node, table)
        live = await node.live(table)
        live.recent.clear()
        del all_of.store._tables[table]

        with pytest.raises(NoSuchTable):
            await missed_since(all_of.store, live, at)


async def test_new_history_is_not_followed_from_the_old_one() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table, _ = await late_in_the_first_deal(all_of)
        live = await node.live(table)
        live.replace(await all_of.truth(table), "new_epoch")

        assert live.base_before(live.position.mark) is None
