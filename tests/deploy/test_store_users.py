"""The users of deploy/redis.conf, as they are when their lines are taken."""

import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from typing import Any

import pytest
from redis import Redis

from server.adapters.embedded_binary import find_binary
from server.adapters.redis_store import RedisStore
from tests.deploy.guarded import SHIPPED, Guarded, guarded
from tests.support.redis_processes import (
    ServerProcess,
    debian_redis,
    free_ports,
    say,
    scratch,
    until,
)
from tests.support.store_values import PATIENT_MS, Played

WITHOUT_RIGHTS = "user default off"
OF_SENTINEL = re.compile(r"sentinel auth-\w+ mymaster [\w-]+")


@pytest.fixture(params=["redis-server", "valkey-server"])
def binary(request: pytest.FixtureRequest) -> Path:
    if request.param == "valkey-server":
        return find_binary()
    found = debian_redis()
    if found is None:
        pytest.skip("redis-server is not installed")
    return found


@contextlib.asynccontextmanager
async def store_at(url: str) -> AsyncIterator[RedisStore]:
    """A store as a server uses it."""
    store = RedisStore.at(url, skew_ms=PATIENT_MS)
    try:
        yield store
    finally:
        await store.aclose()


async def dangers(store: RedisStore) -> list[str]:
    return [danger.name for danger in await store.check_settings()]


@pytest.mark.parametrize("sign", [SIGTERM, SIGKILL])
async def test_a_store_with_users_has_its_tables_after_a_restart(
    binary: Path, sign: Signals
) -> None:
    with guarded(binary) as running:
        async with store_at(running.url) as store:
            await store.prove()
            assert await dangers(store) == []
            table = await Played.new(store, b"one")
            await table.play(b"two")
        running.end(sign)
        running.start()

        async with store_at(running.url) as store:
            assert await store.marks([table.name]) == {table.name: table.mark}


@pytest.mark.parametrize(
    "default",
    [
        WITHOUT_RIGHTS,
        "user default on nopass ~* &* -@all +@read",
        "user default on nopass ~* &* +@all -@stream",
        "user default on nopass ~public:* &* +@all",
    ],
)
async def test_a_default_user_who_could_not_read_the_file_is_noticed(
    binary: Path, default: str
) -> None:
    with guarded(binary, default) as running:
        async with store_at(running.url) as store:
            assert await dangers(store) == ["default-user"]


def test_the_host_can_do_what_the_backup_needs(binary: Path) -> None:
    with guarded(binary) as running, running.client() as client:
        client.config_set("auto-aof-rewrite-percentage", 0)
        client.config_rewrite()

        kept = (running.folder / "redis.conf").read_text("utf-8")
        assert "auto-aof-rewrite-percentage 0" in kept
        assert "user tarocco on" in kept


@contextlib.contextmanager
def sentinel(folder: Path, port: int, primary: Guarded) -> Iterator[str]:
    """Run one sentinel with the lines of the file; gives the address for servers."""
    own = folder / "sentinel.conf"
    lines = [
        f"sentinel monitor mymaster 127.0.0.1 {primary.options['port']} 1",
        *OF_SENTINEL.findall(SHIPPED),
        "sentinel down-after-milliseconds mymaster 500",
        "sentinel failover-timeout mymaster 3000",
        "",
    ]
    assert len(lines) == 6
    own.write_text("\n".join(lines), "utf-8")
    options = {"port": str(port), "bind": "127.0.0.1"}
    watcher = ServerProcess(primary.binary, folder, options, (str(own), "--sentinel"))
    try:
        watcher.start()
        with watcher.client() as client:
            until(lambda: knows_replica(client), "the sentinel")
        yield f"redis+sentinel://tarocco:PASSWORD@127.0.0.1:{port}/mymaster"
    finally:
        watcher.end()


def knows_replica(client: Redis) -> bool:
    replicas: Any = client.sentinel_slaves("mymaster")
    return [one["master-link-status"] for one in replicas] == ["ok"]


def primary_by(port: int) -> int:
    """The port of the primary, as the sentinel on this port names it."""
    with Redis(port=port, socket_timeout=5) as client:
        address: Any = client.sentinel_get_master_addr_by_name("mymaster")
        return int(address[1])


async def test_a_replica_takes_over_with_the_users_of_the_file(binary: Path) -> None:
    ports = free_ports(3)
    alone = {"port": str(ports[0]), "repl-diskless-sync-delay": "0"}
    following = alone | {"port": str(ports[1]), "replicaof": f"127.0.0.1 {ports[0]}"}
    with (
        guarded(binary, options=alone) as primary,
        guarded(binary, options=following),
        scratch() as folder,
        sentinel(folder, ports[2], primary) as url,
    ):
        async with store_at(url) as store:
            table = await Played.new(store, b"one")
            with primary.client() as client:
                until(lambda: say(client, "WAIT", 1, 100) == 1, "the replica")
            primary.end()
            until(lambda: primary_by(ports[2]) == ports[1], "the new primary")

            assert await store.marks([table.name]) == {table.name: table.mark}
            await table.play(b"two")
