"""What whoever runs the server may do at tables."""

import pytest

from engine.verification import verify
from protocol.to_client import Events
from server.hub.copies import NoSuchTable
from server.office.office import NoSuchDeal, Office
from server.store_outcomes import StoreUnavailable
from server.store_records import Append, Change, Receipt
from server.table.deadlines import ARCHIVE
from server.table.options import TableOptions
from tests.server.hub.nodes import World, world
from tests.support.fakes import Inbox, SeededChance


def office(here: World) -> Office:
    """An office on the last node, which is not the one that people are at."""
    node = here.nodes[-1]
    return Office(here.store, node.hub, node.copies, SeededChance(7))


def kinds_told(inbox: Inbox) -> list[str]:
    """What an outlet was told of, event by event."""
    return [
        item.kind
        for message in inbox.messages()
        if isinstance(message, Events)
        for item in message.items
    ]


async def test_every_open_table_is_listed_private_ones_too() -> None:
    async with world() as here:
        options = TableOptions(people=2, pace_ms=0, private=True)
        table = await here.opened("anna", "bruno", options=options)
        (line,) = await office(here).tables()

    assert line["table"] == table
    assert (line["people"], line["bots"], line["private"]) == (2, 2, True)
    assert line["phase"] == "playing"


async def test_a_table_is_shown_without_a_hidden_card() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        shown = await office(here).show(table)

    assert [seat["name"] for seat in shown["seats"]] == [
        "Anna",
        "Bruno",
        "Carla",
        "Dario",
    ]
    assert [seat["user"] for seat in shown["seats"]] == [
        "anna",
        "bruno",
        "carla",
        "dario",
    ]
    assert shown["situation"]["legal"] == []
    assert "hands" not in str(shown)


async def test_looking_at_hands_is_told_to_the_table() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        inbox = await here.nodes[0].look(table, "anna")
        hands = await office(here).hands(table)
        await here.nodes[0].copies.check_all()

    assert sorted(len(hand) for hand in hands) == [15, 15, 15, 17]
    assert kinds_told(inbox)[-1] == "hands_looked_at"


async def test_hands_are_not_seen_before_the_table_is_told() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        desk = office(here)

        async def always_first() -> None:
            here.store.before_apply = None
            await here.act(here.nodes[0], table)
            here.store.before_apply = always_first

        here.store.before_apply = always_first
        with pytest.raises(StoreUnavailable, match="could not be told"):
            await desk.hands(table)


async def test_hands_of_a_table_closed_in_a_deal_are_not_seen_in_secret() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        inbox = await here.nodes[0].look(table, "anna")
        desk = office(here)
        await desk.close(table, "host")
        hands = await desk.hands(table)
        await here.nodes[0].copies.check_all()

    assert sorted(map(len, hands)) == [15, 15, 15, 17]
    assert kinds_told(inbox)[-2:] == ["table_closed", "hands_looked_at"]


async def test_hands_are_not_seen_where_only_newer_servers_may_write() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        mark = (await here.truth(table)).mark
        now_ms = await here.store.now_ms()
        newer = Change(now_ms=now_ms, writer=99, minimum_writer=99)
        receipt = Receipt("sys:newer", 1, b"", b"")
        await here.store.apply(Append(table, mark, receipt, newer))

        with pytest.raises(StoreUnavailable, match="could not be told"):
            await office(here).hands(table)


async def test_a_closed_table_says_why() -> None:
    async with world() as here:
        table = await here.opened("anna")
        await office(here).close(table, "maintenance")
        state = (await here.truth(table)).state

    assert state.closed == "maintenance"


async def test_something_is_said_at_all_tables_or_at_one() -> None:
    async with world() as here:
        table = await here.opened("anna")
        desk = office(here)

        assert await desk.say("we restart soon") == 1
        assert await desk.say("only here", table) == 1
        assert len(await here.store.talk_after(table, 0, 10)) == 2
        with pytest.raises(NoSuchTable):
            await desk.say("nobody", "NONE2")


async def test_settled_deal_is_given_from_the_table_and_later_from_its_record() -> None:
    async with world() as here:
        options = TableOptions(people=2, pace_ms=0, deals=2)
        table = await here.opened("anna", "bruno", options=options)
        desk = office(here)
        while (await here.truth(table)).state.deal_runs:
            await here.play_on(here.nodes[0], table)
        settled = await desk.deal(table, 1)
        await here.nodes[0].duties.fire(table, ARCHIVE)
        await here.store.forget(table)

        assert verify(settled).source.table == table
        assert await desk.deal(table, 1) == settled
        with pytest.raises(NoSuchDeal):
            await desk.deal(table, 2)


async def test_there_is_nothing_to_do_at_no_table() -> None:
    async with world() as here:
        desk = office(here)
        with pytest.raises(NoSuchTable):
            await desk.show("NONE2")
        with pytest.raises(NoSuchTable):
            await desk.hands("NONE2")
        with pytest.raises(NoSuchTable):
            await desk.close("NONE2", "host")

        assert await desk.tables() == []
