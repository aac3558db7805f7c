"""People whose node died are found out by the nodes that live."""

from server.hub.live_table import Viewer
from server.hub.pulse import KEEP_MS
from server.table.commands import CloseTable
from server.table.deadlines import LEASE, LEASE_MS
from server.table.state import Control
from tests.server.hub.nodes import Node, World, world
from tests.support.fakes import Inbox

FOUR = ("ann", "bob", "cid", "dan")
SECOND_LOOK_MS = 3_000
FOUND_MS = LEASE_MS + SECOND_LOOK_MS + KEEP_MS + 5_000


async def controls(all_of: World, table: str) -> list[Control]:
    return [held.control for held in (await all_of.truth(table)).state.seats]


async def test_people_of_a_node_that_died_are_told_to_their_table() -> None:
    # T-E13, T-D08
    async with world(ringing=True) as all_of:
        one, two = all_of.nodes
        table = await all_of.opened("ann", "bob", started=False)
        await all_of.come(two, table, "bob")
        await all_of.clock.advance(10_000)

        await one.die()
        await all_of.clock.advance(FOUND_MS)

        state = (await all_of.truth(table)).state
        connected = [held.connected for held in state.seats[:2]]
        assert connected == [False, True]
        assert [note.session for note in await all_of.store.presences(table)] == ["bob"]


async def test_people_of_nodes_that_live_are_left_in_peace() -> None:
    async with world(ringing=True) as all_of:
        table = await all_of.opened(*FOUR)
        await all_of.clock.advance(1_000)
        before = (await all_of.truth(table)).mark

        await all_of.clock.advance(4 * LEASE_MS)

        assert (await all_of.truth(table)).mark == before
        scheduled = await all_of.store.scheduled(range(512))
        assert [due.kind for due in scheduled] == [LEASE]


async def test_who_comes_back_over_another_node_is_not_taken_for_gone() -> None:
    async with world(ringing=True) as all_of:
        one, two = all_of.nodes
        table = await all_of.opened(*FOUR)
        await all_of.clock.advance(1_000)
        await one.die()
        for user in FOUR:
            await all_of.come(two, table, user)
        before = (await all_of.truth(table)).mark

        await all_of.clock.advance(2 * FOUND_MS)

        assert (await all_of.truth(table)).mark == before
        assert await controls(all_of, table) == [Control.PERSON] * 4


async def test_who_came_just_now_has_time_to_be_noted() -> None:
    async with world() as all_of:
        one, two = all_of.nodes
        table = await all_of.opened("ann", started=False)
        await all_of.store.drop_presence(table, "ann", 1)
        for node in (one, two):
            node.begin()
        await all_of.clock.advance(LEASE_MS + 1_000)

        await all_of.note(one, table, "ann")
        await all_of.clock.advance(LEASE_MS)

        assert (await all_of.truth(table)).state.seats[0].connected


async def test_table_that_nobody_is_connected_to_is_looked_at_no_more() -> None:
    async with world(ringing=True) as all_of:
        one, _ = all_of.nodes
        table = await all_of.opened("ann", started=False)
        await all_of.clock.advance(1_000)

        await all_of.go(one, table, "ann")

        scheduled = await all_of.store.scheduled(range(512))
        assert [due.kind for due in scheduled] == ["idle"]


async def looks_on(node: Node, table: str, user: str, arrival: int) -> Viewer:
    """Somebody who sits at the table and is connected over this node."""
    live = await node.live(table)
    viewer = Viewer(user, arrival, lambda: shown_out.append(user))
    async with live.turn_taken(patient=True):
        await node.copies.attach(live, Inbox(), viewer)
    return viewer


shown_out: list[str] = []


async def test_who_is_connected_is_noted_again_when_the_store_has_lost_it() -> None:
    # T-F17
    shown_out.clear()
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", started=False)
        await looks_on(node, table, "ann", 1)
        all_of.store._seats.clear()
        await all_of.store.drop_presence(table, "ann", 1)

        await node.rounds.greet_again(await node.live(table))

        assert [note.node for note in await all_of.store.presences(table)] == ["node0"]
        assert list(await all_of.store.user_seats("ann")) == [table]
        assert shown_out == []


async def test_who_came_in_what_was_lost_comes_again_and_nobody_is_shown_out() -> None:
    # T-F12
    shown_out.clear()
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", started=False)
        await all_of.go(node, table, "ann")
        viewer = await looks_on(node, table, "ann", 7)

        await node.rounds.greet_again(await node.live(table))

        held = (await all_of.truth(table)).state.seats[0]
        assert held.connected
        assert held.arrival == viewer.arrival == 2
        assert shown_out == []


async def test_who_is_away_finds_the_seat_again_when_the_store_has_lost_it() -> None:
    # T-F12, T-F17
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", started=False)
        await all_of.go(node, table, "bob")
        all_of.store._seats.clear()

        await node.rounds.greet_again(await node.live(table))

        assert list(await all_of.store.user_seats("bob")) == [table]


async def test_seats_of_a_table_that_is_over_are_found_no_more() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", "bob", started=False)
        live = await node.live(table)
        await node.hub.submit_own(live, CloseTable("over"))
        all_of.store._seats.clear()

        await node.rounds.greet_again(live)

        assert not await all_of.store.user_seats("bob")


async def test_who_lost_the_seat_or_never_had_one_is_not_greeted() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", started=False)
        await node.look(table, "eve")
        await looks_on(node, table, "zoe", 1)
        before = (await all_of.truth(table)).mark

        await node.rounds.greet_again(await node.live(table))

        assert (await all_of.truth(table)).mark == before
        assert not await all_of.store.user_seats("zoe")


async def test_store_that_is_away_again_stops_nobody_from_being_greeted() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        table = await all_of.opened("ann", started=False)
        await looks_on(node, table, "ann", 1)
        all_of.store.is_away = True

        await node.rounds.greet_again(await node.live(table))

        all_of.store.is_away = False
        assert (await all_of.truth(table)).state.seats[0].connected
