"""What a client says last, and whether it was heard."""

from websockets.asyncio.client import connect

from protocol.farewell import say_bye
from protocol.to_server import Bye
from tests.protocol.scripted_server import Link, ScriptedServer

PATIENCE_S = 20.0


def dialled(server: ScriptedServer) -> connect:
    return connect(server.url, compression=None, proxy=None)


async def test_server_that_has_forgotten_closes_in_good_order() -> None:
    async def script(link: Link) -> None:
        assert await link.hear() == Bye(forget=True)
        await link.close(1000)

    async with ScriptedServer(script) as server, dialled(server) as link:
        assert await say_bye(link, PATIENCE_S, forget=True)


async def test_server_that_ends_otherwise_may_have_forgotten_nothing() -> None:
    async def script(link: Link) -> None:
        await link.hear()
        await link.close(1012)

    async with ScriptedServer(script) as server, dialled(server) as link:
        assert not await say_bye(link, PATIENCE_S, forget=True)


async def test_server_that_says_nothing_is_not_waited_for_for_ever() -> None:
    async def script(link: Link) -> None:
        await link.hear_the_end()

    async with ScriptedServer(script) as server, dialled(server) as link:
        assert not await say_bye(link, 0.05, forget=True)


async def test_who_keeps_the_session_waits_for_nothing() -> None:
    async def script(link: Link) -> None:
        assert await link.hear() == Bye()
        await link.hear_the_end()

    async with ScriptedServer(script) as server, dialled(server) as link:
        assert await say_bye(link, PATIENCE_S, forget=False)


async def test_nothing_is_heard_over_a_connection_that_is_gone() -> None:
    async def script(link: Link) -> None:
        link.cut()

    async with ScriptedServer(script) as server, dialled(server) as link:
        await link.wait_closed()

        assert not await say_bye(link, PATIENCE_S, forget=False)
    assert not await say_bye(None, PATIENCE_S, forget=True)
