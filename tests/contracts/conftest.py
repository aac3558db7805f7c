"""Servers that the contracts are tried on, started once for all tests that need them."""

from collections.abc import Iterator

import pytest

from tests.support import redis_processes
from tests.support.redis_processes import ServerGroup, ServerProcess


@pytest.fixture(scope="session")
def packaged_server() -> Iterator[ServerProcess]:
    """The server program that comes with the product's packages."""
    with redis_processes.one_server() as server:
        yield server


@pytest.fixture(scope="session")
def debian_server() -> Iterator[ServerProcess]:
    """The machine's own redis-server."""
    binary = redis_processes.debian_redis()
    if binary is None:
        pytest.skip("redis-server is not installed")
    with redis_processes.one_server(binary) as server:
        yield server


@pytest.fixture(scope="session")
def server_cluster() -> Iterator[ServerGroup]:
    """Three primaries."""
    with redis_processes.cluster() as group:
        yield group


@pytest.fixture(scope="session")
def sentinel_group() -> Iterator[ServerGroup]:
    """A primary, a replica, three sentinels."""
    with redis_processes.watched_primary() as group:
        yield group
