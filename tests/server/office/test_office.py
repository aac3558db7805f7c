"""What whoever runs the server may do at tables."""

import pytest

from protocol.to_client import Events
from server.hub.copies import NoSuchTable
from server.office.office import Office
from server.store_outcomes import StoreUnavailable
from server.table.options import TableOptions
from tests.server.hub.nodes import World, world
from tests.support.fakes import SeededChance


def office(here: World) -> Office:
    """An office on the last node, which is not the one that people are at."""
    node = here.nodes[-1]
    return Office(here.store, node.hub, node.copies, SeededChance(7))


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
    assert shown["situation"]["legal"] == []
    assert "hands" not in str(shown)


async def test_looking_at_hands_is_told_to_the_table() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        inbox = await here.nodes[0].look(table, "anna")
        hands = await office(here).hands(table)
        await here.nodes[0].copies.check_all()
        told = [
            item.kind
            for message in inbox.messages()
            if isinstance(message, Events)
            for item in message.items
        ]

    assert sorted(len(hand) for hand in hands) == [15, 15, 15, 17]
    assert told[-1] == "hands_looked_at"


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


async def test_hands_of_a_closed_table_have_nobody_to_tell() -> None:
    async with world() as here:
        table = await here.opened("anna", "bruno", "carla", "dario")
        desk = office(here)
        await desk.close(table, "host")

        assert sorted(map(len, await desk.hands(table))) == [15, 15, 15, 17]


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
