"""A store with tables, for the tests of `tarocco-server admin`."""

from collections.abc import Callable

from server.adapters.redis_store import RedisStore
from server.adapters.system import SystemChance, SystemClock
from server.hub.history import unfolded
from server.hub.opening import Opener
from server.hub.store_clock import StoreClock
from server.table.options import TableOptions
from tests.server.hub.nodes import entry

Run = Callable[..., tuple[int, str, str]]


async def opened_table(store_url: str) -> str:
    """A table that somebody has opened."""
    store = RedisStore.at(store_url)
    clock = StoreClock(SystemClock())
    clock.seen(await store.now_ms())
    opener = Opener(store, clock, SystemChance())
    table = await opener.open(entry("ann"), 1, b"digest", TableOptions())
    await store.aclose()
    return table


async def last_position(store_url: str, table: str) -> tuple[int, str]:
    """How many events a table has had, and the kind of the last one."""
    store = RedisStore.at(store_url)
    loaded = await store.load(table)
    await store.aclose()
    assert loaded is not None
    _, (*_, step) = unfolded(loaded)
    return loaded.mark.version, type(step.stamped.event).__name__
