"""What all connections of a node share, and what they are told together."""

from protocol.to_client import StoreState
from tests.server.door.visitors import house


async def test_everybody_who_is_in_hears_of_the_store() -> None:
    # P14
    async with house() as doors:
        (service,) = doors.services
        ada, bob, stranger = await doors.enter(), await doors.enter(), doors.knock()

        service.tell_store_away()
        service.tell_store_back()

        told = [StoreState(state="away"), StoreState(state="back")]
        assert await ada.hear() == told
        assert await bob.hear() == told
        assert await stranger.hear() == []


async def test_node_says_of_itself_what_clients_must_know() -> None:
    async with house(messages_per_s=7, messages_burst=9) as doors:
        (service,) = doors.services

        said = service.house()

        assert (said.node, said.messages_per_s, said.burst) == ("node0", 7, 9)
        assert said.now_ms == doors.world.clock.store_ms()
        assert said.grace_ms == service.settings.table.grace_ms
