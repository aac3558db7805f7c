"""Where a server is, and being let in there, on a scripted server."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live import reaching
from client_cli.live.reaching import address_of
from client_cli.live.tokens import TokenFile
from client_cli.texts import Texts
from protocol.codec import decode_to_server, encode_to_client
from protocol.codes import CloseCode
from protocol.to_client import Welcome
from protocol.to_server import Hello
from protocol.tokens import TokenInMemory
from tests.client_cli.live.test_connection import welcome


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("ws://x:1", "ws://x:1"),
        ("wss://x", "wss://x"),
        ("http://x", "ws://x"),
        ("https://x/t", "wss://x/t"),
        ("127.0.0.1:80", "ws://127.0.0.1:80"),
        ("localhost:80", "ws://localhost:80"),
        ("table.example", "wss://table.example"),
    ],
)
def test_addresses(typed: str, address: str) -> None:
    assert address_of(typed) == address


@asynccontextmanager
async def serving(
    answer: Callable[[Hello], Welcome | int],
) -> AsyncIterator[tuple[str, list[Hello]]]:
    """A server that answers hello with a welcome or a close code."""
    hellos: list[Hello] = []

    async def talk(socket: ServerConnection) -> None:
        hello = decode_to_server(await socket.recv(decode=False))
        assert isinstance(hello, Hello)
        hellos.append(hello)
        answered = answer(hello)
        if isinstance(answered, int):
            await socket.close(answered)
        else:
            await socket.send(encode_to_client(answered))
            await socket.wait_closed()

    async with serve(talk, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}", hellos


async def entered(url: str, tokens: TokenFile | TokenInMemory) -> Welcome:
    async with AsyncExitStack() as stack:
        flags = LiveFlags(timeout_s=10.0)
        _, welcomed = await reaching.entered(url, tokens, flags, stack, Texts())
        return welcomed


async def test_a_token_that_is_no_good_is_forgotten_once(tmp_path: Path) -> None:
    def answer(hello: Hello) -> Welcome | int:
        return CloseCode.REVOKED if hello.resume else welcome()

    tokens = TokenFile(tmp_path / "session.json")
    tokens.save(bytes(48))
    async with serving(answer) as (url, hellos):
        await entered(url, tokens)

    assert [hello.resume for hello in hellos] == [bytes(48), None]
    assert hellos[0].client.startswith("tarocco/")


@pytest.mark.parametrize(
    ("close_code", "code"),
    [
        (CloseCode.REVOKED, Exit.REFUSED),
        (CloseCode.AUTH, Exit.REFUSED),
        (CloseCode.VERSION, Exit.PROTOCOL),
    ],
)
async def test_a_server_that_lets_nobody_in(close_code: int, code: Exit) -> None:
    async with serving(lambda _: close_code) as (url, _):
        with pytest.raises(Stopped) as stopped:
            await entered(url, TokenInMemory())

    assert stopped.value.code is code
