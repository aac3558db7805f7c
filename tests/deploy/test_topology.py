"""The parts of docker-compose.yml as plain processes, with the same files.

One store with the compose file's options, two servers with the settings of
deploy/server.env, and deploy/haproxy.cfg before them.
"""

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.adapters.embedded_binary import find_binary
from tests.deploy.files import ROOT, compose, environment_file
from tests.deploy.players import deal_played
from tests.server.processes import END_S, Running, free_port, server
from tests.support.redis_processes import ServerProcess, scratch, until

HAPROXY = shutil.which("haproxy")

SHORTENED = {
    "TAROCCO_DRAIN_NOTICE_S": "1.2",  # the balancer needs two looks, as at full length
    "TAROCCO_DRAIN_SPREAD_MS": "200",
}


def store_options() -> dict[str, str]:
    """What the compose file gives the store on its command line."""
    _, *words = compose()["services"]["store"]["command"]
    names = [word.removeprefix("--") for word in words[::2]]
    return dict(zip(names, words[1::2], strict=True))


@contextlib.contextmanager
def store(folder: Path) -> Iterator[ServerProcess]:
    options = {**store_options(), "port": "0", "unixsocket": str(folder / "s")}
    running = ServerProcess(find_binary(), folder, options)
    running.start()
    try:
        yield running
    finally:
        running.end()


def environment(url: str) -> dict[str, str]:
    return {**environment_file(), **SHORTENED, "TAROCCO_REDIS_URL": url}


@contextlib.contextmanager
def balancer(folder: Path, ports: list[int]) -> Iterator[int]:
    """HAProxy with the file of this checkout; gives its port."""
    assert HAPROXY is not None
    port = free_port()
    own = dict(os.environ, TAROCCO_BIND=f"127.0.0.1:{port}")
    own["TAROCCO_BALANCER_CONNECTIONS"] = "100"
    for number, one in enumerate(ports, start=1):
        own[f"TAROCCO_SERVER_{number}"] = f"127.0.0.1:{one}"
    with (folder / "haproxy.log").open("wb") as output:
        process = subprocess.Popen(
            [HAPROXY, "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg")],
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield port
    finally:
        process.terminate()
        process.wait(timeout=END_S)


class Rolling:
    """Ends one server after another and starts it again, between moves of a person."""

    def __init__(self, url: str) -> None:
        self.environment = environment(url)
        self.ports = [free_port(), free_port()]
        self.stack = contextlib.ExitStack()
        self.servers = [self._started(port) for port in self.ports]
        self.codes: list[int] = []
        self.logs: list[str] = []

    def _started(self, port: int) -> Running:
        return self.stack.enter_context(server(port=port, environment=self.environment))

    def restart(self, number: int) -> None:
        old = self.servers[number]
        self.codes.append(old.end())
        self.logs.append(old.errors)
        self.servers[number] = self._started(self.ports[number])

    async def between(self, name: str, moves: int) -> None:
        """Server 1 goes before Ada's fourth move, server 2 before her ninth."""
        number = {("Ada", 4): 0, ("Ada", 9): 1}.get((name, moves))
        if number is None:
            return
        await asyncio.to_thread(self.servers[1 - number].await_ready)
        await asyncio.to_thread(self.restart, number)


async def test_a_deal_is_played_while_both_servers_are_restarted() -> None:
    if HAPROXY is None:
        pytest.skip("haproxy is not installed")
    with scratch() as folder, store(folder) as kept, contextlib.ExitStack() as stack:
        rolling = Rolling(kept.url)
        stack.enter_context(rolling.stack)
        port = stack.enter_context(balancer(folder, rolling.ports))
        front = Running(rolling.servers[0].process, folder, port)
        for one in rolling.servers:
            await asyncio.to_thread(one.await_ready)
        await asyncio.to_thread(until, partial(is_up, front), "the balancer")

        ends = await deal_played(front.url, ("Ada", "Bea"), rolling.between)

        assert rolling.codes == [0, 0]
        assert not any("Traceback" in log or '"error"' in log for log in rolling.logs)
        first, second = (known.view.deal for known in ends)
        assert first is not None
        assert second is not None
        assert first.settlement is not None
        assert first.settlement == second.settlement
        assert len(first.tricks) == 15


def is_up(front: Running) -> bool:
    return front.get("/readyz")[0] == 200


async def test_numbers_are_not_for_the_world() -> None:
    if HAPROXY is None:
        pytest.skip("haproxy is not installed")
    with scratch() as folder, store(folder) as kept, contextlib.ExitStack() as stack:
        one = stack.enter_context(server(environment=environment(kept.url)))
        port = stack.enter_context(balancer(folder, [one.port, free_port()]))
        front = Running(one.process, folder, port)
        await asyncio.to_thread(one.await_ready)
        await asyncio.to_thread(until, partial(is_up, front), "the balancer")

        assert front.get("/metrics")[0] == 403
        assert one.get("/metrics")[0] == 200


@pytest.mark.parametrize("is_behind_proxy", [True, False])
async def test_people_behind_a_tls_proxy_are_told_apart_once_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
    is_behind_proxy: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    if HAPROXY is None:
        pytest.skip("haproxy is not installed")
    if is_behind_proxy:
        monkeypatch.setenv("TAROCCO_BEHIND_PROXY", "yes")
    with scratch() as folder, store(folder) as kept, contextlib.ExitStack() as stack:
        few = environment(kept.url) | {
            "TAROCCO_CONNECTIONS_PER_ADDRESS": "1",
            "TAROCCO_TRUSTED_PROXIES": "127.0.0.1",  # the network of this topology
        }
        one = stack.enter_context(server(environment=few))
        port = stack.enter_context(balancer(folder, [one.port, free_port()]))
        front = Running(one.process, folder, port)
        await asyncio.to_thread(one.await_ready)
        await asyncio.to_thread(until, partial(is_up, front), "the balancer")
        async with contextlib.AsyncExitStack() as people:

            async def come(last: int) -> int:
                headers = {"X-Forwarded-For": f"192.0.2.{last}"}
                person = connect(front.url, additional_headers=headers, proxy=None)
                try:
                    await people.enter_async_context(person)
                except InvalidStatus as refusal:
                    return refusal.response.status_code
                return 101

            told = [await come(last) for last in (1, 2, 3)]

    assert told == ([101] * 3 if is_behind_proxy else [101, 429, 429])


@pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed")
@pytest.mark.parametrize("servers", [1, 2])
def test_the_file_of_the_balancer_is_one(servers: int) -> None:
    assert HAPROXY is not None
    numbers = range(1, servers + 1)
    addresses = {
        f"TAROCCO_SERVER_{number}": f"127.0.0.1:{number}" for number in numbers
    }
    checked = subprocess.run(
        [HAPROXY, "-c", "-f", str(ROOT / "deploy" / "haproxy.cfg")],
        env={**os.environ, **addresses},
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stderr
