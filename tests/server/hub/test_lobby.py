"""The list of open tables: whole, then what changes, in messages of a bounded size."""

import asyncio
from contextlib import suppress

import pytest

from protocol.limits import LOBBY_TABLES, TO_CLIENT_BYTES
from protocol.to_client import LobbyRows
from protocol.to_server import Lobby as AskLobby
from server.hub.lobby import Lobby
from server.hub.lobby_rows import row_of
from server.outbox import Outbox
from server.store_outcomes import StoreUnavailable
from server.table.commands import TakeSeat
from tests.server.hub.nodes import World, world
from tests.server.table.playing import table
from tests.support.fakes import Inbox, settled


def told(inbox: Inbox) -> list[LobbyRows]:
    messages = []
    for message in inbox.messages():
        assert isinstance(message, LobbyRows)
        messages.append(message)
    return messages


def listed(inbox: Inbox) -> set[str]:
    """The tables that a client knows of that took in all messages, in order."""
    tables: set[str] = set()
    for number, message in enumerate(told(inbox), 1):
        assert message.seq == number
        if message.whole:
            tables.clear()
        tables |= {row.table for row in message.rows}
        tables -= set(message.gone)
    return tables


def lobby_of(all_of: World) -> Lobby:
    return Lobby(all_of.store, all_of.clock)


def fill(all_of: World, count: int) -> list[str]:
    """Rows of so many tables, with names as long as they may be."""
    driven = table()
    for user in ("u1", "u2", "u3"):
        driven.do(TakeSeat(user, "\U00020000" * 24))
    row = row_of(driven.state)
    assert row is not None
    tables = [f"T{number:04}" for number in range(count)]
    all_of.store._rows.update(dict.fromkeys(tables, row))
    return tables


async def test_open_tables_are_shown_once() -> None:
    async with world(1) as all_of:
        table = await all_of.opened("ann", started=False)
        lobby, inbox = lobby_of(all_of), Inbox()

        await lobby.show(inbox, AskLobby(follow=False))

        (message,) = told(inbox)
        assert [row.table for row in message.rows] == [table]
        assert (message.whole, message.more, message.gone) == (True, False, ())


async def test_empty_lobby_is_a_message_too() -> None:
    async with world(1) as all_of:
        inbox = Inbox()

        await lobby_of(all_of).show(inbox, AskLobby(follow=False))

        (message,) = told(inbox)
        assert (message.rows, message.whole) == ((), True)


async def test_follower_is_told_what_changes() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        lobby, inbox, other = lobby_of(all_of), Inbox(), Inbox()
        await lobby.show(inbox, AskLobby(follow=True))
        await lobby.show(other, AskLobby(follow=False))
        looking = asyncio.create_task(lobby.run())

        table = await all_of.opened("ann", started=False)
        await all_of.clock.advance(1_000)
        assert listed(inbox) == {table}
        await all_of.done(node, table, TakeSeat("bob", "Bob"))
        await all_of.clock.advance(1_000)
        assert [row.people for row in told(inbox)[-1].rows] == [2]
        await all_of.store.forget(table)
        await all_of.clock.advance(1_000)
        assert told(inbox)[-1].gone == (table,)
        seen = len(inbox.frames)
        await all_of.clock.advance(5_000)

        assert len(inbox.frames) == seen
        assert listed(other) == set()
        assert len(other.frames) == 1
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_who_follows_no_longer_hears_no_more() -> None:
    async with world(1) as all_of:
        lobby, inbox = lobby_of(all_of), Inbox()
        await lobby.show(inbox, AskLobby(follow=True))
        await lobby.show(inbox, AskLobby(follow=False))
        gone = Inbox()
        await lobby.show(gone, AskLobby(follow=True))
        lobby.forget(gone)
        looking = asyncio.create_task(lobby.run())

        await all_of.opened("ann", started=False)
        await all_of.clock.advance(3_000)

        assert (len(inbox.frames), len(gone.frames)) == (2, 1)
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


@pytest.mark.parametrize("count", [1, 16, 17, 40, 300])
async def test_long_list_comes_in_messages_that_clients_take(count: int) -> None:
    async with world(1) as all_of:
        tables = fill(all_of, count)
        lobby, inbox = lobby_of(all_of), Inbox()
        looking = asyncio.create_task(lobby.run())

        await lobby.show(inbox, AskLobby(follow=False))
        for _ in range(10):
            await all_of.clock.advance(1_000)

        messages = told(inbox)
        assert listed(inbox) == set(tables)
        assert [message.whole for message in messages] == [True] + [False] * (
            len(messages) - 1
        )
        assert [message.more for message in messages] == [True] * (
            len(messages) - 1
        ) + [False]
        assert all(len(frame) <= TO_CLIENT_BYTES for frame in inbox.frames)
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_long_list_is_told_in_portions_that_fit_into_the_queue() -> None:
    async with world(1) as all_of:
        tables = fill(all_of, 200)
        lobby, outbox = lobby_of(all_of), Outbox()
        looking = asyncio.create_task(lobby.run())
        await lobby.show(outbox, AskLobby(follow=True))
        fill(all_of, 190)
        for table in tables[190:]:
            del all_of.store._rows[table]
        seen = Inbox()

        for _ in range(10):
            while outbox._frames:
                frame = await outbox.next()
                assert isinstance(frame, bytes)
                seen.tell(frame)
            await all_of.clock.advance(1_000)

        assert not told(seen)[-1].more
        assert listed(seen) == set(tables[:190])
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_many_tables_that_go_at_once_are_told_as_well() -> None:
    async with world(1) as all_of:
        fill(all_of, 1_500)
        lobby, inbox = lobby_of(all_of), Inbox()
        await lobby.show(inbox, AskLobby(follow=True))
        looking = asyncio.create_task(lobby.run())
        all_of.store._rows.clear()
        left = fill(all_of, 20)

        await all_of.clock.advance(2_000)

        assert listed(inbox) == set(left)
        assert all(len(frame) <= TO_CLIENT_BYTES for frame in inbox.frames)
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_one_look_a_second_serves_everybody() -> None:
    async with world(1) as all_of:
        lobby = lobby_of(all_of)
        looks = 0
        real = all_of.store.lobby

        async def counted() -> object:
            nonlocal looks
            looks += 1
            return await real()

        all_of.store.lobby = counted  # type: ignore[method-assign, assignment]
        for _ in range(5):
            await lobby.show(Inbox(), AskLobby(follow=True))
        all_of.clock.jump(1_000)
        await lobby.show(Inbox(), AskLobby(follow=True))
        await lobby.rows(at_most_ms=0)

        assert looks == 3


async def test_store_that_is_away_ends_nothing() -> None:
    async with world(1) as all_of:
        lobby, inbox = lobby_of(all_of), Inbox()
        await lobby.show(inbox, AskLobby(follow=True))
        looking = asyncio.create_task(lobby.run())
        all_of.store.is_away = True
        await all_of.clock.advance(5_000)
        with pytest.raises(StoreUnavailable):
            await lobby.show(Inbox(), AskLobby(follow=False))
        all_of.store.is_away = False
        table = await all_of.opened("ann", started=False)

        await all_of.clock.advance(2_000)
        await settled()

        assert listed(inbox) == {table}
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_table_that_fits_no_longer_is_gone() -> None:
    async with world(1) as all_of:
        (node,) = all_of.nodes
        lobby, inbox = lobby_of(all_of), Inbox()
        table = await all_of.opened("ann", started=False)
        await lobby.show(inbox, AskLobby(follow=True, free=3))
        assert listed(inbox) == {table}
        looking = asyncio.create_task(lobby.run())

        await all_of.done(node, table, TakeSeat("bob", "Bob"))
        await all_of.clock.advance(1_000)

        assert listed(inbox) == set()
        assert told(inbox)[-1].gone == (table,)
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking


async def test_no_client_is_told_more_tables_than_it_keeps() -> None:
    async with world(1) as all_of:
        lobby, inbox = lobby_of(all_of), Inbox()
        tables = fill(all_of, LOBBY_TABLES + 20)
        await lobby.show(inbox, AskLobby(follow=True))
        looking = asyncio.create_task(lobby.run())

        await all_of.clock.advance(60_000)

        assert listed(inbox) == set(tables[:LOBBY_TABLES])
        looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking
