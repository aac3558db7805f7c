"""A store that does not take all that a server sends is found out, by name."""

import re
from collections.abc import Iterator

import pytest

from server.adapters import redis_trial
from server.adapters.redis_scripts import _FOLDER
from server.adapters.redis_store import RedisStore
from server.store_outcomes import StoreUnavailable, Trouble
from tests.deploy.files import ROOT
from tests.support import redis_processes
from tests.support.redis_processes import DURABLE, ServerGroup, ServerProcess, say
from tests.support.store_values import PATIENT_MS, Inbox, Played

(RIGHTS,) = re.findall(
    r"^# user tarocco on >PASSWORD (.*)$",
    (ROOT / "deploy" / "redis.conf").read_text("utf-8"),
    re.MULTILINE,
)
COMMANDS = re.findall(r"\+(\S+)", RIGHTS)
SAID_IN_PASSING = {"select", "info", "config|get", "acl|dryrun"}
"""Not part of the trial: to choose a database, and to look at the settings."""


def let_in(server: ServerProcess, *rights: str) -> str:
    """Make the user of the manual, with other rights besides; its URL."""
    with server.client() as client:
        say(client, "ACL SETUSER", "tarocco", "reset", "on", ">pw")
        say(client, "ACL SETUSER", "tarocco", *RIGHTS.split(), *rights)
    return f"{server.url}?username=tarocco&password=pw"


async def refusal_of(url: str) -> StoreUnavailable:
    store = RedisStore.at(url, give_up_s=0)
    try:
        with pytest.raises(StoreUnavailable) as failure:
            await store.prove()
    finally:
        await store.aclose()
    return failure.value


@pytest.fixture(scope="module", params=["packaged", "debian"])
def server(request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    binary = None
    if request.param == "debian":
        binary = redis_processes.debian_redis()
        if binary is None:
            pytest.skip("redis-server is not installed")
    with redis_processes.one_server(binary) as server:
        yield server


async def test_the_user_of_the_manual_may_do_all_that_is_needed(
    server: ServerProcess,
) -> None:
    store = RedisStore.at(let_in(server), skew_ms=PATIENT_MS)
    inbox = Inbox()
    feed = await store.feed(inbox)

    await store.prove()
    await store.try_changes()
    dangers = await store.check_settings()
    table = await Played.new(store, b"one")
    await feed.watch(table.name)
    await table.play(b"two")

    assert dangers == ()
    assert await table.payloads() == [b"two"]
    await store.aclose()


async def test_a_server_does_without_the_right_to_ask_for_the_default_user(
    server: ServerProcess,
) -> None:
    store = RedisStore.at(let_in(server, "-acl|dryrun"), skew_ms=PATIENT_MS)

    await store.prove()
    assert await store.check_settings() == ()
    await store.aclose()


@pytest.mark.parametrize("command", sorted({*COMMANDS} - SAID_IN_PASSING))
async def test_each_right_that_is_missing_is_named(
    server: ServerProcess, command: str
) -> None:
    failure = await refusal_of(let_in(server, f"-{command}"))

    assert failure.trouble is Trouble.REFUSED
    assert f"add +{command}" in failure.detail


@pytest.mark.parametrize(
    ("right", "named"), [("resetchannels", "&*"), ("resetkeys", "~*")]
)
async def test_keys_and_channels_that_are_missing_are_named(
    server: ServerProcess, right: str, named: str
) -> None:
    failure = await refusal_of(let_in(server, right))

    assert failure.trouble is Trouble.REFUSED
    assert failure.detail.endswith(f"add {named}")


async def test_each_kind_of_key_is_tried(server: ServerProcess) -> None:
    kinds = [f"~{kind}:*" for kind in "TZANUMOSc"]

    failure = await refusal_of(let_in(server, "resetkeys", *kinds))

    assert failure.detail.endswith("add ~*")
    store = RedisStore.at(let_in(server, "resetkeys", *kinds, "~L:*"))
    await store.prove()
    await store.aclose()


async def test_a_right_that_is_taken_away_later_is_noticed(
    server: ServerProcess,
) -> None:
    store = RedisStore.at(let_in(server))
    await store.prove()
    let_in(server, "-zadd")

    with pytest.raises(StoreUnavailable, match="add \\+zadd"):
        await store.try_changes()
    await store.aclose()


def test_the_manual_names_the_same_rights() -> None:
    manual = (ROOT / "server" / "README.md").read_text("utf-8")

    assert f"ACL SETUSER tarocco on >PASSWORD {RIGHTS}\n" in manual


def test_every_command_of_the_scripts_is_tried() -> None:
    used = set()
    for file in _FOLDER.glob("*.lua"):
        used |= set(re.findall(r"redis\.call\('([A-Z]+)'", file.read_text("utf-8")))

    tried = set(re.findall(r"\{'([A-Z]+)'", (_FOLDER / "trial.lua").read_text("utf-8")))

    assert used == tried


async def test_nothing_is_left_behind(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url)

    await store.prove()

    with own_server.client() as client:
        assert client.keys() == []
    await store.aclose()


async def test_a_replica_takes_no_changes(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url)
    await store.prove()
    with own_server.client() as client:
        client.replicaof("127.0.0.1", "1")

    found = [danger.name for danger in await store.check_settings()]
    with pytest.raises(StoreUnavailable, match="a replica, which takes no changes"):
        await store.try_changes()

    assert found == ["replica"]
    await store.aclose()


async def test_a_full_store_is_noticed(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url)
    with own_server.client() as client:
        client.config_set("maxmemory", 1)

    with pytest.raises(StoreUnavailable) as failure:
        await store.try_changes()

    assert failure.value.is_full
    assert "maxmemory" in failure.value.detail
    await store.aclose()


async def test_every_primary_of_a_cluster_is_tried() -> None:
    with redis_processes.cluster() as group:
        store = RedisStore.at(group.url, give_up_s=0)
        await store.prove()
        for server in group.servers:
            await assert_noticed(store, server)
        await store.aclose()


async def assert_noticed(store: RedisStore, server: ServerProcess) -> None:
    with server.client() as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(StoreUnavailable, match="memory is full"):
            await store.try_changes()
        client.config_set("maxmemory", DURABLE["maxmemory"])
    await store.try_changes()


async def test_the_user_of_the_manual_is_enough_in_a_cluster() -> None:
    (more,) = re.findall(
        r"^# In a cluster it needs these, too: (.*)$",
        (ROOT / "deploy" / "redis.conf").read_text("utf-8"),
        re.MULTILINE,
    )
    with redis_processes.cluster() as group:
        for server in group.servers:
            let_in(server, *more.split())
        store = RedisStore.at(with_user(group), skew_ms=PATIENT_MS)

        await store.prove()
        table = await Played.new(store, b"one")
        await table.play(b"two")

        assert await table.payloads() == [b"two"]
        await store.aclose()


def with_user(group: ServerGroup) -> str:
    scheme, _, hosts = group.url.partition("://")
    return f"{scheme}://tarocco:pw@{hosts}"


async def test_an_answer_that_makes_no_sense_is_no_proof(
    own_server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def odd(*_call: object) -> object:
        return "yes"

    store = RedisStore.at(own_server.url)
    monkeypatch.setattr(store._link, "change", odd)

    with pytest.raises(StoreUnavailable) as failure:
        await store.try_changes()

    assert failure.value.trouble is Trouble.BROKEN
    await store.aclose()


async def test_a_publication_that_does_not_come_is_no_proof(
    own_server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_call: object) -> list[object]:
        return []

    store = RedisStore.at(own_server.url)
    monkeypatch.setattr(redis_trial, "NEWS_S", 0.1)
    monkeypatch.setattr(store._link, "change", silent)

    with pytest.raises(StoreUnavailable) as failure:
        await store.prove()

    assert failure.value.trouble is Trouble.UNREACHABLE
    await store.aclose()


async def test_no_store_is_no_proof(own_server: ServerProcess) -> None:
    store = RedisStore.at(own_server.url.replace("/s", "/none"))

    for proof in (store.prove, store.try_changes):
        with pytest.raises(StoreUnavailable) as failure:
            await proof()
        assert failure.value.trouble is Trouble.UNREACHABLE
    await store.aclose()
