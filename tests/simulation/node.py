"""A server node: every part of a real one, wired as it is, but for what is outside.

Time, chance, the store and the network are simulated. A node dies with everything that
it was doing; one that is started in its place knows nothing.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final, cast

from server.adapters.memory_store import NOT_DURABLE
from server.adapters.websocket import serve_socket
from server.app import _begun, _open
from server.background import kept_running
from server.metrics import Metrics
from server.rehearsal.house import _OwnSettings
from server.settings import TableSettings
from server.wiring import Store, Watch, wired
from tests.simulation.history import Trouble
from tests.simulation.loop import Process
from tests.simulation.network import House
from tests.simulation.store_link import StoreLink
from tests.support.counting import CountingInstruments

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from websockets.asyncio.server import ServerConnection

    from server.adapters.prometheus_metrics import PrometheusInstruments
    from server.faults import Point
    from server.wiring import Parts
    from tests.simulation.chance import Streams
    from tests.simulation.network import Network
    from tests.simulation.store import SimulatedStore
    from tests.simulation.weather import Weather

SETTINGS: Final = _OwnSettings(
    bot_workers=0,
    allow_dangers=frozenset({NOT_DURABLE.name}),
    audit_share=0,
    messages_burst=200,
    tables_per_minute=100,
    node_dead_s=6,
    lease_s=5,
    table=TableSettings(grace_ms=2_000),
)
"""Those of a host, with shorter waits: a run takes a minute."""


class NodeClock:
    """A node's own count of time.

    Args:
        ahead_ms: Of the simulated time; no two nodes count alike.
    """

    def __init__(self, ahead_ms: int) -> None:
        self._ahead_ms = ahead_ms

    def monotonic_ms(self) -> int:
        """Milliseconds since some moment."""
        now_s = asyncio.get_running_loop().time()
        return round(now_s * 1000) + self._ahead_ms

    async def sleep_ms(self, wait_ms: int) -> None:
        """Return after this time."""
        await asyncio.sleep(wait_ms / 1000)


class _Points:
    """Lets the node die at a named point of a command's way, now and then."""

    def __init__(self, weather: Weather, rng: Random, die: Callable[[str], None]):
        self._weather = weather
        self._rng = rng
        self._die = die

    def reached(self, point: Point) -> None:
        """A command has come to a point."""
        rate = self._weather.killed
        if rate and self._rng.random() < rate:
            self._die(f"at {point.value}")
            raise asyncio.CancelledError


class Node:
    """One server process.

    Args:
        name: In the history.
        store: The store.
        network: Where clients find it.
        streams: All chance.
        weather: How bad things are.
        on_death: Called when it has died.
    """

    def __init__(
        self,
        name: str,
        store: SimulatedStore,
        network: Network,
        streams: Streams,
        weather: Weather,
        *,
        on_death: Callable[[Node], None],
    ) -> None:
        self.name = name
        self._network = network
        self._rng = streams.of(f"node {name}")
        self._on_death = on_death
        self._note = network._note
        self.process = Process(name)
        self.link = StoreLink(store, self.process, weather, streams.of(f"link {name}"))
        self._parts = self._wired(streams, weather)
        self._house = House(self.process, self._serve)
        self._is_open = False
        self._note(Trouble(f"node {name} starts"))
        self.process.begin(self._run())

    def _wired(self, streams: Streams, weather: Weather) -> Parts:
        instruments = CountingInstruments()
        watch = Watch(cast("PrometheusInstruments", instruments), Metrics(instruments))
        parts = wired(
            SETTINGS,
            cast("Store", self.link),
            watch,
            streams.bytes_of(f"secrets {self.name}"),
            NodeClock(self._rng.randrange(1_000_000_000)),
        )
        points = _Points(weather, streams.of(f"points {self.name}"), self.die)
        parts.service.hub.faults = parts.service.faults = points
        return parts

    async def _run(self) -> None:
        """Bring everything up as a server does, and serve until the end."""
        parts = self._parts
        async with AsyncExitStack() as stack:
            await _open(parts, asyncio.Event(), stack)
            metrics = parts.service.metrics
            _begun(stack, kept_running("alarms", metrics, parts.alarms.run))
            self._is_open = True
            self._network.open_house(self._house)
            await asyncio.Event().wait()

    def _serve(self, socket: ServerConnection) -> None:
        self.process.begin(serve_socket(self._parts.service, socket))

    def die(self, how: str) -> None:
        """Die in the middle of everything."""
        if not self.process.is_alive:
            return
        self._note(Trouble(f"node {self.name} dies {how}"))
        self.process.kill()
        self.link.leave()
        if self._is_open:
            self._network.close_house(self._house, self._rng)
        self._on_death(self)
