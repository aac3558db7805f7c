"""How late the event loop is: what every waiting player feels."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.metrics import Metrics

_EVERY_S: Final = 0.25


async def watch_loop_lag(metrics: Metrics) -> None:
    """Measure a timer again and again, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due_s = loop.time() + _EVERY_S
        await asyncio.sleep(_EVERY_S)
        metrics.loop_lag_s.observe(max(0.0, loop.time() - due_s))
