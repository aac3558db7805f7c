"""The network between clients and nodes.

In the place of the library that opens connections, a client gets one from here: `links`
gives one wire after another to whatever nodes there are.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from tests.simulation.history import Trouble, WireOpened
from tests.simulation.weather import Delays, Weather
from tests.simulation.wires import Wire

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from random import Random

    from websockets.asyncio.client import ClientConnection, connect
    from websockets.asyncio.server import ServerConnection

    from protocol.settings import SessionSettings
    from tests.simulation.chance import Streams
    from tests.simulation.history import Happening
    from tests.simulation.loop import Process

USUAL_S: Final = 0.02
SLOW_S: Final = 1.0
_SOON_S: Final = 0.3
_SILENCE_S: Final = 8.0
"""How long an end may take to miss the other one."""


class House:
    """A node as the network knows it: where it serves, and how."""

    def __init__(
        self, process: Process, serve: Callable[[ServerConnection], object]
    ) -> None:
        self.process = process
        self.serve = serve
        """Serves a connection in a task of the node."""
        self.wires: list[Wire] = []


class Network:
    """Wires between clients and nodes.

    Args:
        streams: All chance.
        weather: How bad things are.
        note: Notes down what happens.
    """

    def __init__(
        self, streams: Streams, weather: Weather, note: Callable[[Happening], None]
    ) -> None:
        self._streams = streams
        self._weather = weather
        self._note = note
        self._houses: list[House] = []
        self._counts: dict[str, int] = {}
        self.wires: dict[str, list[Wire]] = {}
        """By client, those that were opened, the newest last."""

    def open_house(self, house: House) -> None:
        """Let a node be found."""
        self._houses.append(house)

    def close_house(self, house: House, rng: Random) -> None:
        """A node is dead: nobody finds it, and whoever was connected notices soon."""
        self._houses.remove(house)
        for wire in house.wires:
            wire.cut(_SOON_S * rng.random(), 0)

    def links(
        self,
        url: str,
        settings: SessionSettings,  # noqa: ARG002 - as the library is asked
        *,
        failed: Callable[[Exception], Exception | None],
        delays: Callable[[], Generator[float]],
    ) -> connect:
        """Connections to whatever node there is, one after the other."""
        client = str(urlsplit(url).hostname).partition(".")[0]
        return cast("connect", _Links(self, client, failed, delays))

    async def open(self, client: str) -> Wire:
        """A wire to some node.

        Raises:
            ConnectionRefusedError: There is none.
        """
        count = self._counts[client] = self._counts.get(client, 0) + 1
        name = f"{client}/{count}"
        rng = self._streams.of(f"wire {name}")
        delay_s = Delays(self._weather, rng, USUAL_S, SLOW_S)
        await asyncio.sleep(delay_s() + delay_s())
        if not self._houses:
            raise ConnectionRefusedError
        house = rng.choice(self._houses)
        wire = Wire(name, delay_s, self._note)
        self._note(WireOpened(name, client, house.process.name))
        house.wires = [one for one in house.wires if one.is_open]
        house.wires.append(wire)
        self.wires.setdefault(client, []).append(wire)
        house.serve(cast("ServerConnection", wire.node))
        return wire

    def cut(self, client: str, rng: Random) -> None:
        """Cut the newest wire of a client, if it has one."""
        self._break(client, "is cut", _SOON_S, rng)

    def silence(self, client: str, rng: Random) -> None:
        """Let the newest wire of a client carry nothing more, without a sign."""
        self._break(client, "falls silent", _SILENCE_S, rng)

    def _break(self, client: str, how: str, most_s: float, rng: Random) -> None:
        wires = self.wires.get(client, [])
        if wires and wires[-1].is_open:
            self._note(Trouble(f"wire {wires[-1].name} {how}"))
            wires[-1].cut(most_s * rng.random(), most_s * rng.random())


class _Links:
    """As much of the library's `connect` as a session uses."""

    def __init__(
        self,
        network: Network,
        client: str,
        failed: Callable[[Exception], Exception | None],
        delays: Callable[[], Generator[float]],
    ) -> None:
        self._network = network
        self._client = client
        self._failed = failed
        self._delays = delays

    def __aiter__(self) -> AsyncGenerator[ClientConnection]:
        return self._one_by_one()

    async def _one_by_one(self) -> AsyncGenerator[ClientConnection]:
        delays: Generator[float] | None = None
        while True:
            try:
                wire = await self._network.open(self._client)
            except OSError as failure:
                stop = self._failed(failure)
                if stop is not None:
                    raise stop from failure
                delays = delays or self._delays()
                await asyncio.sleep(next(delays))
                continue
            delays = None
            try:
                yield cast("ClientConnection", wire.client)
            finally:
                wire.client.abort()
