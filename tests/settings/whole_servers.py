"""Settings that decide whether and how a whole server runs."""

from __future__ import annotations

import asyncio
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from server.app import running
from server.commands import serve
from server.settings import Settings
from server.store_check import Unready
from tests.server.processes import free_port
from tests.settings.reach import Given, reaches
from tests.support.redis_processes import DURABLE, one_server, scratch

OF_ANOTHER_MACHINE = "192.0.2.1"


def settings(**given: Any) -> Settings:
    """Those of a server that starts quickly."""
    return Settings(port=0, bot_workers=0, **given)


@reaches("metrics_port", "metrics_host")
async def numbers_have_a_port_of_their_own(_given: Given) -> None:
    port = free_port()
    with scratch() as folder:
        own = settings(state_dir=folder, metrics_host="127.0.0.2", metrics_port=port)
        async with running(own, asyncio.Event()):
            page = await asyncio.to_thread(_read, "127.0.0.2", port)

    assert "tarocco_connections" in page


def _read(host: str, port: int) -> str:
    with closing(HTTPConnection(host, port, timeout=10)) as connection:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()


@reaches("allow_dangers")
async def dangers_are_accepted_by_name(_given: Given) -> None:
    with one_server(options={**DURABLE, "appendfsync": "everysec"}) as store:
        for accepted in (frozenset[str](), frozenset({"fsync-everysec"})):
            own = settings(redis_url=store.url, allow_dangers=accepted)
            if accepted:
                async with running(own, asyncio.Event()):
                    continue
            with pytest.raises(Unready):
                async with running(own, asyncio.Event()):
                    pass


@reaches("idle_exit_s")
async def server_ends_when_nobody_is_there(_given: Given) -> None:
    stop = asyncio.Event()
    with scratch() as folder:
        async with running(settings(state_dir=folder, idle_exit_s=0.1), stop):
            async with asyncio.timeout(20):
                await stop.wait()


class Served:
    """What the command would have run."""

    def __init__(self, given: Given) -> None:
        self.levels: list[str] = []
        self.settings: list[Settings] = []
        given.patch.setattr(serve, "set_up_logs", self.levels.append)
        given.patch.setattr(serve, "forbid_core_dumps", lambda: None)
        given.patch.setattr(serve, "_loop_factory", lambda: None)
        given.patch.setattr(serve, "_serve", self._serve)

    async def _serve(self, settings: Settings, *, local: bool) -> None:
        assert not local
        self.settings.append(settings)


@reaches("allow_plain_text")
async def plain_text_is_served_where_the_host_allows_it(given: Given) -> None:
    served = Served(given)
    given.patch.setenv("TAROCCO_HOST", OF_ANOTHER_MACHINE)

    assert await asyncio.to_thread(serve.serve_command, []) == 2
    given.patch.setenv("TAROCCO_ALLOW_PLAIN_TEXT", "true")
    assert await asyncio.to_thread(serve.serve_command, []) == 0

    assert [one.host for one in served.settings] == [OF_ANOTHER_MACHINE]


@reaches("log_level")
async def logs_tell_as_much_as_wanted(given: Given) -> None:
    served = Served(given)
    given.patch.setenv("TAROCCO_LOG_LEVEL", "error")

    assert await asyncio.to_thread(serve.serve_command, []) == 0

    assert served.levels == ["error"]
