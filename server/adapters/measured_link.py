"""A link to Redis whose calls are timed and counted, by the name of the script.

It also carries out what the client library may swallow: when a caller is cancelled in
the very moment in which its answer comes, the library gives the answer and forgets the
cancellation, and a task that was told to end would go on for ever.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from server.adapters.redis_link import Command, Link, Settings
    from server.adapters.redis_scripts import Argument, Script
    from server.adapters.redis_subscriber import Subscriber
    from server.metrics import Metrics


Reply = TypeVar("Reply")


class MeasuredLink:
    """Another link, and what is known of its calls."""

    def __init__(self, link: Link, metrics: Metrics) -> None:
        self._link = link
        self._metrics = metrics

    @property
    def publish_verb(self) -> str:
        """See `Link`."""
        return self._link.publish_verb

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """See `Link`."""
        call = self._link.change(script, keys, arguments)
        return await self._measured(script.name, call)

    async def ask(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """See `Link`."""
        call = self._link.ask(script, keys, arguments)
        return await self._measured(script.name, call)

    async def teach(self, script: Script, key: str) -> None:
        """See `Link`."""
        await self._link.teach(script, key)

    async def read(self, commands: Sequence[Command]) -> list[object]:
        """See `Link`."""
        return await self._measured("read", self._link.read(commands))

    async def settings(self) -> tuple[Settings, ...]:
        """See `Link`."""
        return await self._link.settings()

    async def line_of(self, channel: str) -> str:
        """See `Link`."""
        return await self._link.line_of(channel)

    async def refresh_lines(self) -> None:
        """See `Link`."""
        await self._link.refresh_lines()

    def subscriber(self, line: str) -> Subscriber:
        """See `Link`."""
        return self._link.subscriber(line)

    async def aclose(self) -> None:
        """See `Link`."""
        await self._link.aclose()

    async def _measured(self, name: str, call: Coroutine[Any, Any, Reply]) -> Reply:
        begun_s = self._metrics.now_s()
        task = asyncio.current_task()
        before = _times_cancelled(task)
        try:
            reply = await call
        except StoreUnavailable as failure:
            self._metrics.store_failures.add(failure.trouble.value)
            raise
        finally:
            self._metrics.store_call_s.observe(self._metrics.now_s() - begun_s, name)
        if _times_cancelled(task) > before:
            raise asyncio.CancelledError
        return reply


def _times_cancelled(task: asyncio.Task[Any] | None) -> int:
    return 0 if task is None else task.cancelling()
