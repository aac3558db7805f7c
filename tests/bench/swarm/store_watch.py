"""What the store's memory and file hold while a run goes on."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError

if TYPE_CHECKING:
    from redis import Redis

    from tests.support.redis_processes import ServerProcess

LOOK_S = 1.0


class StoreWatch:
    """Asks the store every second.

    The file gets shorter when the store rewrites it, so what was written is summed up
    from one look to the next.
    """

    def __init__(self, store: ServerProcess) -> None:
        self.written_bytes = 0
        """To the append-only file since the first look, about."""
        self.memory_bytes = 0
        """Used at the latest look."""
        self.program = ""
        """Name and version of the store."""
        self._client: Redis = store.client()
        self._size_bytes: int | None = None

    async def look(self) -> None:
        """Ask once."""
        info: dict[str, Any] = await asyncio.to_thread(self._client.info)
        size_bytes = info.get("aof_current_size", 0)
        if self._size_bytes is not None:
            self.written_bytes += max(0, size_bytes - self._size_bytes)
        self._size_bytes = size_bytes
        self.memory_bytes = info["used_memory"]
        name = info.get("server_name", "redis")
        self.program = f"{name} {info.get(f'{name}_version', info['redis_version'])}"

    async def run(self) -> None:
        """Ask until cancelled, whether the store answers or not."""
        while True:
            with suppress(RedisError):
                await self.look()
            await asyncio.sleep(LOOK_S)

    def close(self) -> None:
        """End the connection."""
        with suppress(OSError):
            self._client.close()
