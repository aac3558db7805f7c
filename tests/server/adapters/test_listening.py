import asyncio
from http import HTTPStatus

import pytest

from server.adapters.http import answer
from server.adapters.listening import _origins, address_of, listen_for_metrics
from server.settings import Settings
from tests.server.rig import serving


def test_clients_without_an_origin_are_named_by_a_word() -> None:
    assert _origins({"none", "https://a.example"}) == ["https://a.example", None]


async def test_an_address_is_one_that_clients_can_use() -> None:
    async with serving() as rig:
        port = rig.port

        assert address_of(rig.server, "127.0.0.1") == f"ws://127.0.0.1:{port}"
        assert address_of(rig.server, "::1") == f"ws://[::1]:{port}"


async def test_a_second_server_on_the_port_is_refused() -> None:
    async with serving() as rig:
        settings = Settings(metrics_port=rig.port)

        with pytest.raises(OSError, match="address already in use"):
            await listen_for_metrics(settings, lambda: answer(HTTPStatus.OK, ""))


async def test_metrics_have_a_port_of_their_own() -> None:
    settings = Settings(metrics_port=0, metrics_host="127.0.0.1", open_s=1)
    server = await listen_for_metrics(settings, lambda: answer(HTTPStatus.OK, "x 1\n"))
    port = server.sockets[0].getsockname()[1]
    try:
        for path, end in (("/metrics", "x 1\n"), ("/", "Only /metrics is here.\n")):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
            assert (await reader.read()).decode().endswith(end)
            writer.close()
    finally:
        server.close()
        await server.wait_closed()
