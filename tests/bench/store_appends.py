"""How fast the store takes moves: python -m tests.bench.store_appends [--url URL]

Many tables at once, each with one move under way, on a server that syncs every answer
to the disk. Prints moves a second, the time of a move, and the processor time that the
caller spends on one.
"""

import argparse
import asyncio
import resource
import statistics
import sys
import time

from server.adapters.redis_store import RedisStore
from server.store_records import Append, Change, NewEvent, Receipt
from tests.support.redis_processes import one_server
from tests.support.store_values import PATIENT_MS, Played, fresh

PAYLOAD = bytes(300)


async def play(table: Played, moves: int, times_s: list[float]) -> None:
    """Play moves at one table, one after the other."""
    for number in range(moves):
        change = Change(
            now_ms=table.now_ms,
            events=(NewEvent(PAYLOAD, fresh()),),
            deadlines={"turn": table.now_ms + 30_000},
        )
        receipt = Receipt("bench", number, bytes(16), bytes(40))
        begun = time.perf_counter()
        await table.apply(Append(table.name, table.mark, receipt, change))
        times_s.append(time.perf_counter() - begun)


def processor_s() -> float:
    """Give the processor time that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def measure(url: str, tables: int, moves: int) -> None:
    """Play and print."""
    store = RedisStore.at(url, skew_ms=PATIENT_MS)
    played = [await Played.new(store, PAYLOAD) for _ in range(tables)]
    times_s: list[float] = []
    used_s, begun = processor_s(), time.perf_counter()
    await asyncio.gather(*[play(table, moves, times_s) for table in played])
    used_s, took_s = processor_s() - used_s, time.perf_counter() - begun
    for table in played:
        await store.forget(table.name)
    await store.aclose()
    cuts = statistics.quantiles(times_s, n=100)
    count = len(times_s)
    print(
        f"{tables} tables: {count / took_s:.0f} moves/s, "
        f"p50 {cuts[49] * 1e3:.2f} ms, p99 {cuts[98] * 1e3:.2f} ms, "
        f"{used_s / count * 1e6:.0f} us of processor a move"
    )


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", help="a store; without it a server is started")
    parser.add_argument("--moves", type=int, default=5_000, help="in all, each time")
    given = parser.parse_args()
    if sys.platform == "win32":
        sys.exit("there is no server program to measure on Windows")
    with one_server() as server:
        for tables in (1, 16, 64):
            asyncio.run(measure(given.url or server.url, tables, given.moves // tables))


if __name__ == "__main__":
    main()
