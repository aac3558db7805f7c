"""A link passes on what is said, and ends as it is told."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from protocol.codec import BadMessage, Unknown, encode_to_server
from protocol.codes import ErrorCode
from protocol.to_client import Pong, ToClient
from protocol.to_server import Bye, Ping, ToServer
from server.rehearsal.link import Cut, Link
from server.rehearsal.notes import Closed, Note, Opened, Said, Told
from tests.server.rig import Rig, end_of, hear, say_hello, serving


class PassesOn:
    """A director that only watches, and cuts where it is told to."""

    def __init__(self, cut: Cut | None = None) -> None:
        self.notes: list[Note] = []
        self._cut = cut

    def note(self, note: Note) -> None:
        self.notes.append(note)

    async def from_client(
        self, link: Link, message: ToServer | BadMessage, frame: bytes | str
    ) -> None:
        if isinstance(message, Ping) and self._cut is not None:
            raise self._cut
        await link.to_server(frame)

    async def from_server(
        self, link: Link, _message: ToClient | Unknown | BadMessage, frame: bytes
    ) -> None:
        await link.to_client(frame)


class Fails(PassesOn):
    """A director with a fault of its own."""

    async def from_client(
        self, _link: Link, _message: ToServer | BadMessage, _frame: bytes | str
    ) -> None:
        raise ValueError("a fault")


@asynccontextmanager
async def linked(director: PassesOn, rig: Rig) -> AsyncIterator[ClientConnection]:
    """A client behind a link to a server."""

    async def take_in(client: ServerConnection) -> None:
        server = await connect(rig.url, compression=None, proxy=None)
        await Link(client, server, director).run()

    async with serve(take_in, "127.0.0.1", 0) as between:
        port = between.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", proxy=None) as client:
            yield client


async def test_everything_passes_and_is_noted() -> None:
    director = PassesOn()
    async with serving() as rig, linked(director, rig) as client:
        await say_hello(client)
        await client.send(encode_to_server(Ping(t=7)))
        pong = await hear(client)
        await client.send(encode_to_server(Bye()))

        assert await end_of(client) == 1000

    assert isinstance(pong, Pong)
    kinds = [type(note) for note in director.notes]
    assert kinds == [Opened, Said, Told, Said, Told, Said, Closed]


async def test_text_is_passed_on_and_noted_as_a_fault() -> None:
    director = PassesOn()
    async with serving() as rig, linked(director, rig) as client:
        await say_hello(client)
        await client.send("text")
        error = await hear(client)

    assert getattr(error, "code", None) == "E_TEXT_FRAME"
    faults = [one.message for one in director.notes if isinstance(one, Said)]
    assert faults[-1] == BadMessage(ErrorCode.TEXT_FRAME, "a text frame")


@pytest.mark.parametrize(("cut", "code"), [(Cut(), 1006), (Cut(4005), 4005)])
async def test_director_ends_it(cut: Cut, code: int) -> None:
    async with serving() as rig, linked(PassesOn(cut), rig) as client:
        await say_hello(client)
        await client.send(encode_to_server(Ping(t=7)))

        assert await end_of(client) == code


async def test_fault_of_the_director_is_not_hidden() -> None:
    async with serving() as rig, linked(Fails(), rig) as client:
        await client.send(encode_to_server(Ping(t=7)))

        assert await end_of(client) == 1011
