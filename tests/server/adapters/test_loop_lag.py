import asyncio
import time

import pytest

from server.adapters import loop_lag
from server.adapters.loop_lag import watch_loop_lag
from server.adapters.system import SystemClock
from server.background import cancelled
from server.metrics import Metrics
from server.stalls import STALL_MS, Stalls
from tests.support.counting import CountingInstruments


async def test_a_loop_that_is_held_up_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_lag, "_EVERY_S", 0.01)
    counts = CountingInstruments()
    stalls = Stalls(SystemClock())
    watching = asyncio.create_task(watch_loop_lag(Metrics(counts), stalls))
    await asyncio.sleep(0)

    time.sleep(0.3)  # noqa: ASYNC251 - holding it up is the point
    while not counts.count("loop_lag_seconds"):  # noqa: ASYNC110 - only counted
        await asyncio.sleep(0)
    await cancelled(watching)

    assert counts.made["loop_lag_seconds"].values[0] > 0.05
    assert stalls.waited_ms() >= STALL_MS
