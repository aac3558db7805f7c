"""A game in line mode on a pretended server, played by a list of lines."""

import asyncio
import io
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit
from client_cli.live.attention import Attention
from client_cli.live.comforts import Comforts
from client_cli.live.deal_keeper import DealKeeper
from client_cli.live.front_end import Display
from client_cli.live.game import Game
from client_cli.live.hand_order import OrderFile
from client_cli.live.happenings import Happenings
from client_cli.live.keyboard import InputEnded, Typed
from client_cli.live.parts import Parts, Revive
from client_cli.live.screen import Screen
from client_cli.live.server_time import ServerTime
from client_cli.live.waiting_room import FirstDeal
from client_cli.taste import Bell
from client_cli.texts import Texts
from tests.client_cli.pretend import TABLE, PretendSession

if TYPE_CHECKING:
    from protocol.client import Session

IN_TIME_S = 20.0


class ScriptedKeyboard:
    """Types the next line whenever one is asked for; then input has ended."""

    def __init__(self, happenings: Happenings, lines: list[str]) -> None:
        self._happenings = happenings
        self._lines = list(lines)
        self._wanted = False
        self.asked = 0

    def ask(self) -> None:
        if not self._wanted:
            self._wanted = True
            self.asked += 1
            # Not before what is under way: nobody types as fast as that.
            asyncio.get_running_loop().call_soon(self._type)

    def _type(self) -> None:
        self._wanted = False
        typed = Typed(self._lines.pop(0)) if self._lines else InputEnded()
        self._happenings.put(typed)


class Rig:
    """The parts of a game, with what it prints."""

    def __init__(
        self,
        folder: Path,
        *lines: str,
        session: PretendSession | None = None,
        flags: LiveFlags | None = None,
        texts: Texts | None = None,
        wait_s: float = 600.0,
        can_return: bool = True,
        revive: Revive | None = None,
        display: Display | None = None,
        terminal: TextIO | None = None,
        bell: Bell = "turn",
        first_deal: FirstDeal = FirstDeal.AT_ONCE,
    ) -> None:
        self.session = PretendSession() if session is None else session
        self.happenings = Happenings(cast("Session", self.session))
        self.keyboard = ScriptedKeyboard(self.happenings, list(lines))
        self.output, self.errors = io.StringIO(), io.StringIO()
        self.parts = Parts(
            session=cast("Session", self.session),
            happenings=self.happenings,
            keyboard=self.keyboard,
            screen=display
            or Screen(prompts=True, output=self.output, errors=self.errors),
            keeper=DealKeeper(folder),
            texts=Texts() if texts is None else texts,
            flags=LiveFlags() if flags is None else flags,
            reserved_ms=600_000,
            wait_s=wait_s,
            can_return=can_return,
            comforts=Comforts(
                time=ServerTime(lambda: 0),
                attention=Attention(terminal, bell, None, lambda: 0.0),
                order=OrderFile(folder),
                pause_s=lambda: 0.0,
            ),
            revive=revive,
            url="wss://table.example",
            server_now_ms=lambda: 1_000_000,
        )
        self.first_deal = first_deal

    @property
    def said(self) -> list[str]:
        return self.output.getvalue().splitlines()

    @property
    def complained(self) -> str:
        return self.errors.getvalue()

    async def play(self) -> Exit:
        """Sit down and play to the end; fails if nothing ends it."""
        try:
            async with asyncio.timeout(IN_TIME_S):
                await self.session.sit(TABLE)
                self.happenings.start()
                return await Game(self.parts, TABLE, self.first_deal).run()
        finally:
            await self.happenings.close()
