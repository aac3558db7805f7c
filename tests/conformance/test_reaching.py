"""What answers at an address."""

from http import HTTPStatus

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from tests.conformance.reaching import why_not_reached


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (None, None),
        (HTTPStatus.TOO_MANY_REQUESTS, None),
        (HTTPStatus.NOT_FOUND, "it answers HTTP 404"),
    ],
)
async def test_what_a_server_answers(
    status: HTTPStatus | None, why: str | None
) -> None:
    def refuse(connection: ServerConnection, _request: Request) -> Response | None:
        return None if status is None else connection.respond(status, "no")

    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(talk, "127.0.0.1", 0, process_request=refuse) as server:
        port = next(iter(server.sockets)).getsockname()[1]

        assert await why_not_reached(f"ws://127.0.0.1:{port}") == why


@pytest.mark.parametrize("url", ["ws://127.0.0.1:9", "http://127.0.0.1", "nowhere"])
async def test_where_no_server_is(url: str) -> None:
    assert await why_not_reached(url)
