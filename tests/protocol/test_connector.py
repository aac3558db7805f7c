"""Staying connected, and knowing when to stop."""

import asyncio
import errno
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.datastructures import Headers
from websockets.http11 import Response

from protocol import connector
from protocol.codes import Retry
from protocol.connector import Connector, Learnt
from protocol.links import UntrustedError
from protocol.settings import SessionSettings
from protocol.updates import Ended, EndReason, Lost, Retrying, Update
from tests.protocol.scripted_server import Link, ScriptedServer

SETTINGS = SessionSettings(
    close_s=1.0, later_s=0.0, chance=lambda: 0.0, now_ms=lambda: 77
)


class Connections:
    """A connector that only waits for the end of each connection."""

    def __init__(self, url: str, settings: SessionSettings = SETTINGS) -> None:
        self.told: list[Update] = []
        self.heard = asyncio.Event()
        self.connector = Connector(url, settings, self._tell)
        self.learnt = Learnt()

    async def stay(self) -> Ended:
        return await self.connector.stay_connected(self._talk, lambda: self.learnt)

    def _tell(self, update: Update) -> None:
        self.told.append(update)
        self.heard.set()

    async def _talk(self, link: ClientConnection) -> None:
        while True:
            await link.recv()


def closing(code: int, reason: str = "") -> Callable[[Link], Awaitable[None]]:
    async def script(link: Link) -> None:
        await link.close(code, reason)

    return script


async def cutting(link: Link) -> None:
    link.cut()


async def test_comes_back_until_it_is_told_not_to() -> None:
    scripts = [closing(4000, "oops"), cutting, closing(4005, "superseded")]
    async with ScriptedServer(*scripts) as server:
        connections = Connections(server.url)

        ended = await connections.stay()

    assert ended == Ended(77, EndReason.CLOSED_THERE, 4005, Retry.NEVER, "superseded")
    assert connections.told == [
        Lost(77, 4000, "oops"),
        Retrying(77, 1, 0, "oops"),
        Lost(77, 1006, "the connection broke"),
        Retrying(77, 2, 0, "the connection broke"),
    ]


@pytest.mark.parametrize(
    ("code", "reason", "retry"),
    [
        (4001, EndReason.CLOSED_THERE, Retry.NEVER),
        (4003, EndReason.CLOSED_THERE, Retry.NEVER),
        (4004, EndReason.CLOSED_THERE, Retry.ENTER_AGAIN),
        (4008, EndReason.NO_VERSION, Retry.NEVER),
    ],
)
async def test_codes_that_end_it(code: int, reason: EndReason, retry: Retry) -> None:
    async with ScriptedServer(closing(code)) as server:
        ended = await Connections(server.url).stay()

    assert (ended.reason, ended.code, ended.retry) == (reason, code, retry)


async def test_error_that_answered_the_hello_is_told() -> None:
    async with ScriptedServer(closing(4003)) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(not_let_in="E_BAD_NAME")

        ended = await connections.stay()

    assert (ended.code, ended.error) == (4003, "E_BAD_NAME")


async def test_error_that_answered_the_hello_is_the_trouble_until_it_is_over() -> None:
    async with ScriptedServer(closing(1013), closing(4005)) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(not_let_in="E_STORE_FULL")

        await connections.stay()

    (lost,) = (told for told in connections.told if isinstance(told, Lost))
    assert (lost.code, lost.why) == (1013, "E_STORE_FULL")


async def test_connection_that_was_given_up_here_is_tried_again() -> None:
    async with ScriptedServer(closing(4005), closing(4005)) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(gave_up="no answer")
        staying = asyncio.create_task(connections.stay())
        await connections.heard.wait()
        connections.learnt = Learnt()

        await staying

    assert connections.told[0] == Lost(77, 1006, "no answer")


async def test_no_common_version_ends_it() -> None:
    async with ScriptedServer(cutting) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(no_version=True)

        ended = await connections.stay()

    assert ended.reason is EndReason.NO_VERSION


def pause_of(told: list[Update]) -> int:
    return next(update.in_ms for update in told if isinstance(update, Retrying))


async def test_goaway_names_the_pause() -> None:
    async with ScriptedServer(closing(1012), closing(4005)) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(retry_ms=20)

        await connections.stay()

    assert pause_of(connections.told) == 20


async def test_code_that_asks_for_a_pause_gets_one() -> None:
    settings = SessionSettings(
        backoff_first_s=0.0, later_s=0.04, chance=lambda: 0.5, now_ms=lambda: 77
    )
    async with ScriptedServer(closing(4009), closing(4005)) as server:
        connections = Connections(server.url, settings)

        await connections.stay()

    assert pause_of(connections.told) == 20


async def attempts_after(lasted_s: float | None) -> list[int]:
    scripts = [cutting, cutting, closing(4005)]
    async with ScriptedServer(*scripts) as server:
        connections = Connections(server.url)
        connections.learnt = Learnt(lasted_s=lasted_s)
        await connections.stay()
    return [one.attempt for one in connections.told if isinstance(one, Retrying)]


async def test_waits_grow_until_a_connection_has_lasted() -> None:
    assert await attempts_after(None) == [1, 2]
    assert await attempts_after(3.0) == [1, 2]
    assert await attempts_after(10.0) == [1, 1]


async def test_server_that_refuses_ends_it() -> None:
    def gate(*_: Any) -> Response:
        return Response(403, "Forbidden", Headers())

    async with ScriptedServer(gate=gate) as server:
        ended = await Connections(server.url).stay()

    assert ended.reason is EndReason.REFUSED
    assert "403" in ended.why


async def test_server_that_is_not_trusted_is_no_refusal_of_its(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def untrusted(_failure: Exception) -> Exception:
        return UntrustedError("self-signed certificate")

    def gate(*_: Any) -> Response:
        return Response(403, "Forbidden", Headers())

    monkeypatch.setattr(connector, "reason_to_stop", untrusted)
    async with ScriptedServer(gate=gate) as server:
        ended = await Connections(server.url).stay()

    assert (ended.reason, ended.why) == (
        EndReason.UNTRUSTED,
        "self-signed certificate",
    )


async def test_server_that_is_not_there_yet_is_tried_again() -> None:
    async with ScriptedServer() as server:
        url = server.url
    port = int(url.rsplit(":", 1)[1])
    connections = Connections(url)
    staying = asyncio.create_task(connections.stay())
    await connections.heard.wait()
    async with ScriptedServer(closing(4005), port=port):
        ended = await staying

    assert ended.code == 4005
    first = connections.told[0]
    assert isinstance(first, Retrying)
    assert first.attempt == 1
    assert first.why == os.strerror(errno.ECONNREFUSED)
