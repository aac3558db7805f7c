"""One scene being played: what the client does is noted, and the scene's faults strike."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from protocol.items import DealSettled
from protocol.to_client import Error, Events, Refused, Snapshot
from server.rehearsal.checks import NEVER_CAME, NotYet
from server.rehearsal.faults import Blow
from server.rehearsal.link import now_s
from server.rehearsal.notes import TURN_COMMANDS, Notes, Struck, Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.codec import BadMessage, Unknown
    from protocol.to_client import ToClient
    from protocol.to_server import ToServer, TurnCommand
    from server.rehearsal.faults import Strike
    from server.rehearsal.house import House
    from server.rehearsal.link import Link
    from server.rehearsal.notes import Note
    from server.rehearsal.scenes import Scene

QUIET_S: Final = 3.0
"""How long a client that must not come back is watched."""


class Performance:
    """A scene on its stage.

    Args:
        scene: What is played.
        house: The server behind it.
    """

    def __init__(self, scene: Scene, house: House) -> None:
        self.scene = scene
        self.house = house
        self.notes = Notes()
        self.links: set[Link] = set()
        """Connections of the client that are open now."""
        self._strikes: deque[Strike] = deque(scene.strikes)
        self._moves = 0
        self._last_move: TurnCommand | None = None
        self._seat: int | None = None
        self._over = asyncio.Event()
        self._failed = asyncio.Event()
        self._left = asyncio.Event()

    # ------------------------------------------------------------------ its course

    async def watch(self, timeout_s: float) -> str | None:
        """Let it be played: what the client did wrong; None if it did all right."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._over.wait()
        if self.scene.client_stays_away:
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET_S):
                    await self._failed.wait()
        return self._complaint()

    async def clear(self, *, leave_s: float) -> int:
        """Give the client time to go, and then end its connections: how many."""
        with suppress(TimeoutError):
            async with asyncio.timeout(leave_s):
                while self.links:
                    self._left.clear()
                    await self._left.wait()
        left = tuple(self.links)
        for link in left:
            await link.dismiss()
        return len(left)

    def _complaint(self) -> str | None:
        """What the client did wrong, or has not done at all."""
        if self.notes.is_full:
            return "it says far more than one deal needs"
        found = [complaint for complaint in self._complaints() if complaint]
        final = [one for one in found if not isinstance(one, NotYet)]
        if not final and self._strikes and NEVER_CAME not in found:
            return "it did not come to the point at which something goes wrong"
        return next(iter([*final, *found]), None)

    def _complaints(self) -> Iterator[str | None]:
        return (check(self.notes) for check in self.scene.checks)

    # -------------------------------------------------------------------- its links

    def enter(self, link: Link) -> None:
        """The client has connected."""
        self.links.add(link)

    def leave(self, link: Link) -> None:
        """A connection of the client has ended."""
        self.links.discard(link)
        self._left.set()

    def note(self, note: Note) -> None:
        """Note something down, and see whether the scene is over with it."""
        self.notes.add(note)
        if isinstance(note, Told):
            self._learn(note)
        if self.notes.is_full or self._has_failed(note):
            self._failed.set()
            self._over.set()

    async def from_client(
        self, link: Link, message: ToServer | BadMessage, frame: bytes | str
    ) -> None:
        """Something of the client's: pass it on, or let the scene have its way."""
        if isinstance(message, TURN_COMMANDS):
            self._last_move = message

        async def pass_on() -> None:
            await link.to_server(frame)

        await self._handle(Blow(link, self.house, message, pass_on, self._seat))
        self._moves += isinstance(message, TURN_COMMANDS)

    async def from_server(
        self, link: Link, message: ToClient | Unknown | BadMessage, frame: bytes
    ) -> None:
        """Something of the server's: pass it on, or let the scene have its way."""

        async def pass_on() -> None:
            await link.to_client(self.scene.alter(message, frame))

        await self._handle(Blow(link, self.house, message, pass_on, self._seat))

    async def _handle(self, blow: Blow) -> None:
        strike = self._strikes[0] if self._strikes else None
        if strike is None or self._moves < strike.after_moves or not strike.when(blow):
            await blow.pass_on()
            return
        self._strikes.popleft()
        if not self._strikes:
            self.note(Struck(now_s(), self._last_move))
            if self.scene.client_stays_away:
                self._over.set()
        await strike.act(blow)

    def _has_failed(self, note: Note) -> bool:
        """Whether nothing that the client may still do makes it right."""
        if isinstance(note, Told) and not isinstance(note.message, Refused | Error):
            return False
        return any(one and not isinstance(one, NotYet) for one in self._complaints())

    def _learn(self, told: Told) -> None:
        match told.message:
            case Snapshot(view=view, situation=situation):
                self._seat = view.you
                is_end = situation.phase == "settled"
            case Events(items=items):
                is_end = any(isinstance(item, DealSettled) for item in items)
            case _:
                is_end = False
        if is_end:
            self._over.set()
