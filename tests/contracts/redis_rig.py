"""The store on Redis as a rig for the suite."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from redis import Redis

from server.adapters.redis_store import RedisStore
from tests.contracts.rig import Rig
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import PATIENT_MS


@asynccontextmanager
async def redis_rig(url: str, servers: list[ServerProcess]) -> AsyncIterator[Rig]:
    """Give a store at this URL, whose data is on these servers."""

    def age(ms: int) -> None:
        for server in servers:
            with server.client() as client:
                _age(client, ms)

    store = RedisStore.at(url, skew_ms=PATIENT_MS)
    try:
        yield Rig(store, age)
    finally:
        await store.aclose()


def _age(client: Redis, ms: int) -> None:
    for key in client.scan_iter("Z:*:dl"):
        for member in client.zrange(key, 0, -1):
            assert isinstance(member, bytes)
            client.zincrby(key, -ms, member)
