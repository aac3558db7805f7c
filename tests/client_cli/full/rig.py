"""A game in the full screen on a pretended server, driven by keys and clicks."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from textual.pilot import Pilot

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit
from client_cli.full.app import TableApp
from client_cli.full.mode import FullMode
from client_cli.live.game import Game
from client_cli.screens.grid import Target
from client_cli.screens.look import Look
from client_cli.screens.state import ScreenState
from client_cli.texts import Texts
from tests.client_cli.pretend import TABLE, PretendSession
from tests.client_cli.rig import Rig
from tests.support.store_values import eventually

if TYPE_CHECKING:
    from protocol.client import Session

LEGAL = re.compile(r"\[(\w+)\]")


class FullRig:
    """The parts of a game, its screen, and somebody who looks at it and acts."""

    def __init__(
        self,
        folder: Path,
        *,
        session: PretendSession | None = None,
        size: tuple[int, int] = (80, 24),
        flags: LiveFlags | None = None,
    ) -> None:
        self._size = size
        self.mode = FullMode(Texts(), Look(), size)
        self.rig = Rig(folder, session=session, flags=flags, display=self.mode.display)
        self.session = self.rig.session
        self.game: asyncio.Task[Exit] | None = None

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[Self]:
        """The screen is on, without a game."""
        happenings = self.rig.happenings
        try:
            session = cast("Session", self.session)
            async with self.mode.running(happenings, session) as keys:
                self.rig.parts = replace(self.rig.parts, keyboard=keys)
                await eventually(lambda: tuple(self.app.view.size) == self._size)
                yield self
        finally:
            await happenings.close()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Self]:
        """Sit down at the table with the screen on; everything ends with the context."""
        async with self.shown():
            self.game = asyncio.create_task(self._game())
            yield self
            self.game.cancel()

    async def _game(self) -> Exit:
        await self.session.sit(TABLE)
        self.rig.happenings.start()
        code = await Game(self.rig.parts, TABLE).run()
        await self.mode.last_look()
        return code

    # ------------------------------------------------------------- looking

    @property
    def app(self) -> TableApp:
        assert self.mode.app is not None
        return self.mode.app

    @property
    def state(self) -> ScreenState:
        return self.mode.shown.state

    @property
    def rows(self) -> list[str]:
        return self.app.view.picture.text()

    def sees(self, words: str) -> bool:
        return any(words in row for row in self.rows)

    async def until(self, words: str) -> None:
        """Wait until words stand on the screen."""
        await eventually(lambda: self.sees(words))

    async def asked(self) -> bool:
        """Wait until it is this seat's turn, or the deal is over; whether it is."""
        await eventually(lambda: self.state.asked or self.sees("RESULT"))
        return self.state.asked

    @property
    def legal(self) -> list[str]:
        """The cards that the screen marks as legal."""
        return [code for row in self.rows for code in LEGAL.findall(row) if code != "t"]

    # -------------------------------------------------------------- acting

    async def press(self, *keys: str) -> None:
        await Pilot(self.app).press(*keys)

    async def click(self, target: Target) -> None:
        """Click in the middle of what the screen shows for something."""
        spot = next(
            spot
            for spot in reversed(self.app.view.picture.spots)
            if spot.target == target
        )
        await Pilot(self.app).click(offset=((spot.start + spot.end) // 2, spot.row))

    async def resize(self, width: int, height: int) -> None:
        await Pilot(self.app).resize_terminal(width, height)

    async def over(self) -> Exit:
        """Wait for the end of the game."""
        assert self.game is not None
        async with asyncio.timeout(20):
            return await self.game
