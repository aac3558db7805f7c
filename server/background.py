"""Work that goes on beside everything else, and ends when it is told to."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from server.metrics import Metrics

log = structlog.get_logger()

_PAUSE_S: Final = 1.0
_TRIES: Final = 5
_AGAIN_S: Final = 0.5


async def kept_running(
    name: str, metrics: Metrics, work: Callable[[], Awaitable[None]]
) -> None:
    """Do a work that never ends by itself; begin it anew when it fails."""
    while True:
        try:
            await work()
        except Exception as fault:  # the server needs it to go on
            metrics.faults.add(name)
            log.error("background work failed", work=name, exc_info=fault)  # noqa: TRY400
        await asyncio.sleep(_PAUSE_S)


async def unless_stopped(
    stop: asyncio.Event, work: Coroutine[object, object, None]
) -> None:
    """Do a work to its end, or give it up when the server is to end."""
    working = asyncio.create_task(work)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
    finally:
        await cancelled(working)
        await cancelled(stopping)


async def cancelled(task: asyncio.Task[object]) -> None:
    """End a task; returns once it has ended, however that was.

    A library may swallow a cancellation, so it is repeated, and given up in the end:
    one task that hangs must not keep the server from ending.
    """
    for _ in range(_TRIES):
        task.cancel()
        await asyncio.wait([task], timeout=_AGAIN_S)
        if task.done():
            if not task.cancelled():
                task.exception()
            return
    log.error("a task does not end", task=task.get_name())
