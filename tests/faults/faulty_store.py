"""A real store behind a proxy that can be told to misbehave, for server processes.

The proxy has a thread and an event loop of its own, so that it serves the tests of a
whole file, each with a loop of its own.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from tests.support.fault_proxy import FaultProxy
from tests.support.redis_processes import ServerProcess, one_server, scratch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class SlowGate(asyncio.Event):
    """Lets requests pass after a while, when it is open at all."""

    delay_s = 0.0

    async def wait(self) -> Literal[True]:
        """Return when a request may pass."""
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        return await super().wait()


@dataclass
class FaultyStore:
    """The store, and what stands in front of it."""

    server: ServerProcess
    proxy: FaultProxy
    gate: SlowGate
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        """Where servers find the store."""
        return self.proxy.url

    def end(self) -> None:
        """Kill the store."""
        self.server.end()

    def start(self) -> None:
        """Start the store again on its files.

        It ends with the thread that starts it: that has to be the tests' own.
        """
        assert threading.current_thread() is threading.main_thread()
        self.server.start()

    def drop_replies(self, count: int) -> None:
        """Carry the next changes out, and lose what is answered."""
        self._do(partial(self.proxy.drop_replies, count))

    def swallow(self, *, on: bool) -> None:
        """Keep everything to itself, without a word."""
        self._do(partial(self.proxy.swallow, on=on))
        if not on:
            # What was swallowed is lost: those who wait for it have to find out.
            self._do(self.proxy.cut)

    def hold(self) -> None:
        """Keep requests back until released."""
        self._do(self.proxy.hold)

    def release(self) -> None:
        """Let the requests that were kept back go on."""
        self._do(self.proxy.release)

    def slow_down(self, delay_s: float) -> None:
        """Let each request take so long."""
        self.gate.delay_s = delay_s

    def cut(self) -> None:
        """Break all connections."""
        self._do(self.proxy.cut)

    def _do(self, what: Callable[[], None]) -> None:
        async def done() -> None:
            what()

        asyncio.run_coroutine_threadsafe(done(), self.loop).result(10)


@contextmanager
def faulty_store() -> Iterator[FaultyStore]:
    """A store on this machine, with a proxy in front of it."""
    with one_server() as server, scratch() as folder:
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        proxy = FaultProxy(folder / "p", server.options["unixsocket"])
        gate = SlowGate()
        gate.set()
        proxy._open = gate
        try:
            asyncio.run_coroutine_threadsafe(proxy.start(), loop).result(10)
            yield FaultyStore(server, proxy, gate, loop)
        finally:
            asyncio.run_coroutine_threadsafe(proxy.stop(), loop).result(10)
            loop.call_soon_threadsafe(loop.stop)
            thread.join(10)
            loop.close()
