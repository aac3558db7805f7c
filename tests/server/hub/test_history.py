"""Where a copy of a table stands, from what is stored."""

from dataclasses import replace

import pytest

from engine.cards import card_of
from engine.events import CardPlayed
from engine.seats import SEATS
from server.hub.history import advanced, position_of, replay_after, unfolded
from server.store_records import Loaded, Mark, StoredEvent
from server.stored import StoredFault, seal_event
from server.table.commands import PersonLost
from server.table.events import Author, Stamped
from tests.server.hub.nodes import World, world

FOUR = ("ann", "bob", "cid", "dan")


async def loaded_table(all_of: World, moves: int = 6) -> Loaded:
    table = await all_of.opened(*FOUR)
    for _ in range(moves):
        await all_of.act(all_of.nodes[0], table)
    loaded = await all_of.store.load(table)
    assert loaded is not None
    return loaded


async def test_position_is_snapshot_and_events_together() -> None:
    async with world(1) as all_of:
        loaded = await loaded_table(all_of)

        position, steps = unfolded(loaded)

        assert position == position_of(loaded)
        assert position.mark == loaded.mark
        assert position.snapshot_version == loaded.snapshot.version
        assert [step.token for step in steps] == [one.token for one in loaded.events]
        assert steps[-1].after == position.state
        copy = await all_of.nodes[0].live(position.state.table)
        assert copy.position == position


async def test_table_right_after_its_snapshot_has_no_steps() -> None:
    async with world(1) as all_of:
        loaded = await loaded_table(all_of, 0)

        position, steps = unfolded(loaded)

        assert steps == ()
        assert position.state.deal_runs
        assert position.mark.version == loaded.snapshot.version


async def test_later_events_lead_to_the_same_position() -> None:
    async with world(1) as all_of:
        loaded = await loaded_table(all_of)
        half = len(loaded.events) // 2
        mark = Mark(
            loaded.mark.epoch,
            loaded.events[half - 1].version,
            loaded.events[half - 1].token,
        )
        before = position_of(replace(loaded, mark=mark, events=loaded.events[:half]))

        after, steps = advanced(before, loaded.events[half:], loaded.mark.epoch)

        assert after == position_of(loaded)
        assert len(steps) == len(loaded.events) - half


async def test_event_that_does_not_continue_is_a_fault() -> None:
    async with world(1) as all_of:
        loaded = await loaded_table(all_of)
        position = position_of(replace(loaded, events=loaded.events[:2]))

        with pytest.raises(StoredFault):
            advanced(position, loaded.events[3:], loaded.mark.epoch)


async def test_replay_begins_after_the_mark() -> None:
    # T-B01
    async with world(1) as all_of:
        loaded = await loaded_table(all_of)
        for known, event in enumerate(loaded.events, 1):
            at = Mark(loaded.mark.epoch, event.version, event.token)

            position, steps, reason = replay_after(loaded, at)

            assert reason is None
            assert position == position_of(loaded)
            assert steps == unfolded(loaded)[1][known:]


async def test_reason_is_given_where_a_replay_is_impossible() -> None:
    # T-B03, T-B05, T-F12
    async with world(1) as all_of:
        loaded = await loaded_table(all_of)
        mark, snapshot = loaded.mark, loaded.snapshot
        middle = loaded.events[2]

        reasons = {
            name: replay_after(loaded, at)[1:]
            for name, at in {
                "another epoch": Mark(b"another.", mark.version, mark.token),
                "ahead": Mark(mark.epoch, mark.version + 1, mark.token),
                "another event": Mark(mark.epoch, middle.version, b"another."),
                "before the snapshot": Mark(mark.epoch, 1, b"whatever"),
            }.items()
        }

        assert reasons == {
            "another epoch": ((), "new_epoch"),
            "ahead": ((), "rewound"),
            "another event": ((), "rewound"),
            "before the snapshot": ((), "trimmed"),
        }
        at_snapshot = Mark(mark.epoch, snapshot.version, b"for you!")
        assert replay_after(loaded, at_snapshot)[1:] == (unfolded(loaded)[1], None)


async def test_position_knows_who_is_away() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened(*FOUR)
        live = await node.live(table)
        await node.hub.submit_own(live, PersonLost("bob", 1))

        state = (await all_of.truth(table)).state

        assert [held.connected for held in state.seats] == [True, False, True, True]


async def test_event_that_could_never_happen_is_damage() -> None:
    # P9: whatever is written there, it is told as what it is.
    async with world(1) as all_of:
        loaded = await loaded_table(all_of, 0)
        position = position_of(loaded)
        impossible = Stamped(CardPlayed(SEATS[0], card_of("AN")), 1, Author.PERSON)
        bare = replace(position, state=replace(position.state, deal=None))
        payload = seal_event(impossible, position.checksum).payload
        event = StoredEvent(position.mark.version + 1, bytes(8), payload)

        with pytest.raises(StoredFault):
            advanced(bare, [event], position.mark.epoch)
