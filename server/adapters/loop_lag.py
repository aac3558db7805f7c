"""How late the event loop is: what every waiting player feels."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from server.metrics import Metrics
    from server.stalls import Stalls

_EVERY_S: Final = 0.25


async def watch_loop_lag(metrics: Metrics, stalls: Stalls) -> None:
    """Measure a timer again and again, until cancelled; a process that stood still too.

    Args:
        metrics: Where each measure is noted.
        stalls: Told of the time in which nothing was done.
    """
    loop = asyncio.get_running_loop()
    while True:
        due_s = loop.time() + _EVERY_S
        await asyncio.sleep(_EVERY_S)
        late_s = max(0.0, loop.time() - due_s)
        metrics.loop_lag_s.observe(late_s)
        stalls.note(round(late_s * 1000))
