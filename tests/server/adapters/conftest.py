"""One server for all tests of the adapters that need one, and a store on it."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.adapters.redis_store import RedisStore
from tests.support import redis_processes
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import PATIENT_MS


@pytest.fixture(scope="session")
def shared_server() -> Iterator[ServerProcess]:
    """A server that no test ends or fills."""
    with redis_processes.one_server() as server:
        yield server


@pytest.fixture
def own_server() -> Iterator[ServerProcess]:
    """A server that a test may do anything to."""
    with redis_processes.one_server() as server:
        yield server


@pytest.fixture
async def store(shared_server: ServerProcess) -> AsyncIterator[RedisStore]:
    """A store on the shared server."""
    store = RedisStore.at(shared_server.url, skew_ms=PATIENT_MS)
    yield store
    await store.aclose()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a unix socket."""
    with redis_processes.scratch() as path:
        yield path
