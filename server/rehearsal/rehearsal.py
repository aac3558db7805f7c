"""Plays scenes with whatever client connects, one after the other, and judges it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve

from protocol import limits
from protocol.codes import CloseCode
from server.adapters.listening import address_of
from server.rehearsal.checks import NEVER_CAME
from server.rehearsal.house import house
from server.rehearsal.link import Link
from server.rehearsal.performance import Performance

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from websockets.asyncio.server import ServerConnection

    from server.rehearsal.scenes import Scene

MOST_GUESTS: Final = 16
"""Connections at once; a client that does right has one, or two for a moment."""
_LEAVE_S: Final = 3.0
"""How long a client that did all right may take to go after the end."""
_BETWEEN_S: Final = 5.0
"""For the next scene to begin; the server behind it is there in less than one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of a scene that was played."""

    complaint: str | None
    """What the client did wrong; None if it did all right."""
    stayed: bool = False
    """Whether it had to be sent away in the end."""


class Stage:
    """Where clients connect: each of them takes part in the scene that is played.

    Args:
        seed: For the hands.
        timeout_s: For each scene, from its beginning to the end of the deal.
    """

    def __init__(self, seed: int, timeout_s: float) -> None:
        self._seed = seed
        self._timeout_s = timeout_s
        self._performance: Performance | None = None
        self._begun = asyncio.Condition()
        self._is_closed = False
        self._guests = 0

    async def play(self, scene: Scene, begun: Callable[[str], None]) -> Verdict:
        """Play a scene with the client that comes.

        Args:
            scene: What is played.
            begun: Told the id of the table at which the client is to sit.
        """
        async with house(self._seed) as its_house:
            performance = Performance(scene, its_house)
            async with self._begun:
                self._performance = performance
                self._begun.notify_all()
            begun(its_house.table)
            complaint = await performance.watch(self._timeout_s)
            self._performance = None
            left = await performance.clear(leave_s=0 if complaint else _LEAVE_S)
            return Verdict(complaint, stayed=left > 0)

    async def take_in(self, client: ServerConnection) -> None:
        """Let a client that has connected take part, if there is room for it."""
        if self._guests >= MOST_GUESTS:
            await client.close(CloseCode.CAPACITY)
            return
        self._guests += 1
        try:
            await self._serve(client)
        finally:
            self._guests -= 1

    async def _serve(self, client: ServerConnection) -> None:
        performance = await self._next_performance()
        if performance is None:
            await client.close(CloseCode.TRY_LATER)
            return
        server = await connect(
            performance.house.url,
            compression=None,
            proxy=None,
            max_size=limits.SNAPSHOT_BYTES,
            ping_interval=None,
        )
        link = Link(client, server, performance)
        performance.enter(link)
        try:
            await link.run()
        finally:
            performance.leave(link)

    async def _next_performance(self) -> Performance | None:
        """The scene that is played, or the next one; None if none begins soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_BETWEEN_S), self._begun:
                await self._begun.wait_for(self._is_decided)
        return self._performance

    def _is_decided(self) -> bool:
        return self._is_closed or self._performance is not None

    async def close(self) -> None:
        """Let nobody wait for another scene."""
        self._is_closed = True
        async with self._begun:
            self._begun.notify_all()


@asynccontextmanager
async def stage(
    host: str, port: int, *, seed: int, timeout_s: float
) -> AsyncIterator[tuple[Stage, str]]:
    """A stage, and the address at which clients connect to it.

    Raises:
        OSError: The port is in use, or the address is none of this machine.
    """
    its_stage = Stage(seed, timeout_s)
    async with serve(
        its_stage.take_in,
        host,
        port,
        compression=None,
        max_size=limits.TO_SERVER_BYTES,
        close_timeout=1,
        server_header=None,
    ) as server:
        try:
            yield its_stage, address_of(server, host)
        finally:
            await its_stage.close()


async def rehearse(
    scenes: Sequence[Scene], its_stage: Stage, tell: Callable[[str], None]
) -> int:
    """Play scenes, and tell of each whether the client did the right thing.

    After a scene to which nobody came the others are not played.

    Returns:
        In how many it did not, those that were not played included.
    """
    wrong = 0
    for number, scene in enumerate(scenes, 1):
        tell(f"{number}/{len(scenes)} {scene.name}: {scene.line}")
        verdict = await its_stage.play(
            scene, lambda table: tell(f"    connect, and sit at table {table}")
        )
        for line in _lines_of(verdict):
            tell(f"    {line}")
        wrong += verdict.complaint is not None
        if verdict.complaint == NEVER_CAME:
            _tell_not_run(number, scenes, tell)
            return wrong + len(scenes) - number
    return wrong


def _lines_of(verdict: Verdict) -> list[str]:
    right = verdict.complaint is None
    lines = ["right" if right else f"WRONG: {verdict.complaint}"]
    if verdict.stayed:
        lines.append(
            f"it had not gone, and was sent away ({CloseCode.REVOKED.value}): the next "
            "scene is for a new session"
        )
    return lines


def _tell_not_run(
    played: int, scenes: Sequence[Scene], tell: Callable[[str], None]
) -> None:
    for number, scene in enumerate(scenes[played:], played + 1):
        tell(f"{number}/{len(scenes)} {scene.name}: not run, as no client connects")
