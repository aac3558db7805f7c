"""Opening tables: one command, one table, however often it is asked."""

from dataclasses import replace

import pytest

from engine.players.decision_seeds import BOT_SEED_BYTES
from protocol.codes import ErrorCode
from server.hub.answers import Done
from server.hub.opening import PRIVATE_LENGTH, PUBLIC_LENGTH, NotOpened
from server.store_outcomes import StoreUnavailable
from server.table.commands import TakeSeat
from server.table.deadlines import IDLE
from server.table.options import TableOptions
from tests.server.hub.nodes import PLAIN, entry, world

LETTERS = set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")


async def test_code_of_a_table_can_be_read_aloud() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes

        tables = [
            await node.opener.open(entry("ann"), n, b"d", PLAIN) for n in range(1, 30)
        ]

        assert {len(table) for table in tables} == {PUBLIC_LENGTH}
        assert set("".join(tables)) <= LETTERS
        assert len(set(tables)) == 29


async def test_chance_of_its_bots_is_a_table_s_own() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        tables = [
            await node.opener.open(entry("ann"), number, b"digest", PLAIN)
            for number in (1, 2)
        ]
        states = [await node.state(table) for table in tables]

    drawn = {seed for one in states for seed in (one.bot_seed, one.pace_seed)}
    assert len(drawn) == 4
    assert all(len(one.bot_seed) == BOT_SEED_BYTES for one in states)


async def test_code_of_a_private_table_cannot_be_guessed() -> None:
    async with world(1) as all_of:
        options = TableOptions(private=True)

        table = await all_of.nodes[0].opener.open(entry("ann"), 1, b"d", options)

        assert len(table) == PRIVATE_LENGTH
        assert set(table) <= LETTERS


async def test_new_table_stands_in_the_store_as_it_was_asked_for() -> None:
    async with world(1) as all_of:
        options = TableOptions(deals=3, people=2)

        table = await all_of.nodes[0].opener.open(entry("ann"), 1, b"d", options)

        truth = await all_of.truth(table)
        assert (truth.state.table, truth.state.host) == (table, "ann")
        assert truth.state.options == options
        assert truth.mark.version == 2
        scheduled = all_of.store._deadlines
        assert list(scheduled) == [(table, IDLE)]


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_command_without_an_answer_opens_no_second_table(fault: str) -> None:
    # T-B08
    async with world() as all_of:
        one, two = all_of.nodes
        all_of.store.faults = [fault]
        with pytest.raises(StoreUnavailable):
            await one.opener.open(entry("ann"), 1, b"d", PLAIN)

        tables = [
            await node.opener.open(entry("ann"), 1, b"d", PLAIN) for node in (two, one)
        ]

        assert tables[0] == tables[1]
        assert len(all_of.store._tables) == 1


async def test_same_number_with_other_content_is_a_conflict() -> None:
    # T-B10
    async with world(1) as all_of:
        opener = all_of.nodes[0].opener
        await opener.open(entry("ann"), 1, b"one deal", PLAIN)

        with pytest.raises(NotOpened) as refusal:
            await opener.open(entry("ann"), 1, b"two deals", PLAIN)

        assert refusal.value.code is ErrorCode.CONFLICT
        assert len(all_of.store._tables) == 1


async def test_late_repeat_leads_to_the_same_table() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await node.opener.open(entry("ann"), 1, b"d", PLAIN)
        await node.ask(table, TakeSeat("ann", "Ann"), ("ann", 2, b"sit"))

        assert await node.opener.open(entry("ann"), 1, b"d", PLAIN) == table

        assert len(all_of.store._tables) == 1


async def test_same_number_may_open_a_table_and_sit_down_there() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await node.opener.open(entry("ann"), 1, b"quick", PLAIN)
        sit = TakeSeat("ann", "Ann")
        first = await node.ask(table, sit, ("ann", 1, b"quick"))

        assert first == Done(3)
        assert await node.opener.open(entry("ann"), 1, b"quick", PLAIN) == table
        assert await node.ask(table, sit, ("ann", 1, b"quick")) == (
            Done(3, repeated=True)
        )


async def test_number_below_one_that_was_used_is_old() -> None:
    async with world(1) as all_of:
        opener = all_of.nodes[0].opener
        table = await opener.open(entry("ann"), 1, b"d", PLAIN)
        kept = all_of.store._tables[table]
        receipt, version = kept.receipts["open:ann"]
        kept.receipts["open:ann"] = replace(receipt, number=2), version

        with pytest.raises(NotOpened) as refusal:
            await opener.open(entry("ann"), 1, b"d", PLAIN)

        assert refusal.value.code is ErrorCode.OLD_NUMBER


async def test_taken_code_leads_to_the_next_one() -> None:
    async with world(1) as all_of:
        opener = all_of.nodes[0].opener
        table = await opener.open(entry("ann"), 1, b"d", PLAIN)
        kept = all_of.store._tables[table]
        kept.receipts["somebody"] = kept.receipts.pop("open:ann")

        another = await opener.open(entry("ann"), 1, b"d", PLAIN)

        assert another != table
        assert len(all_of.store._tables) == 2


async def test_store_full_of_tables_is_said() -> None:
    async with world(1) as all_of:
        opener = all_of.nodes[0].opener
        for _ in range(8):
            table = await opener.open(entry("ann"), 1, b"d", PLAIN)
            kept = all_of.store._tables[table]
            kept.receipts["somebody"] = kept.receipts.pop("open:ann")

        with pytest.raises(NotOpened) as refusal:
            await opener.open(entry("ann"), 1, b"d", PLAIN)

        assert refusal.value.code is ErrorCode.TOO_MANY_TABLES


async def test_clock_that_is_wrong_is_set_by_the_store() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        node.hub._clock.seen(all_of.clock.store_ms() + 10_000)

        await node.opener.open(entry("ann"), 1, b"d", PLAIN)

        assert node.hub._clock.now_ms() == all_of.clock.store_ms()
