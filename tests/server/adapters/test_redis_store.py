"""A store is opened by its URL, and closed without leaving work behind."""

import asyncio

import pytest

from server.adapters.redis_cluster_link import ClusterLink
from server.adapters.redis_server_link import ServerLink
from server.adapters.redis_store import RedisStore, link_to
from server.store_address import parse_address
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import Played


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("redis://host", ServerLink),
        ("rediss://host", ServerLink),
        ("unix:///run/s", ServerLink),
        ("redis+sentinel://host/main", ServerLink),
        ("rediss+sentinel://host/main", ServerLink),
        ("redis+cluster://host", ClusterLink),
        ("rediss+cluster://host", ClusterLink),
    ],
)
async def test_opening_makes_no_connection(url: str, kind: type) -> None:
    store = RedisStore.at(url)

    assert isinstance(store._link, kind)
    await store.aclose()


def test_no_store_url() -> None:
    with pytest.raises(ValueError, match="looks like"):
        RedisStore.at("somewhere")


async def test_closing_finishes_what_was_begun(shared_server: ServerProcess) -> None:
    store = RedisStore.at(shared_server.url)
    table = await Played.new(store)
    task = asyncio.create_task(store.apply(table.append(b"one")))
    await asyncio.sleep(0)

    await store.aclose()
    await task

    other = RedisStore.at(shared_server.url)
    table.store = other
    assert await table.payloads() == [b"one"]
    await other.aclose()


def test_one_server_is_waited_for_as_long_as_was_said() -> None:
    link = link_to(parse_address("redis://h"), 7)

    assert isinstance(link, ServerLink)
    assert link._for_reads.connection_kwargs["socket_timeout"] == 7
    assert link._change_pipe._silent_s == link._read_pipe._silent_s == 7


def test_nodes_of_a_cluster_are_waited_for_as_long_as_was_said() -> None:
    link = link_to(parse_address("redis+cluster://h:1"), 7)

    assert isinstance(link, ClusterLink)
    assert link._options()["socket_timeout"] == 7
