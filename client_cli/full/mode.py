"""The full-screen mode of a game: the screen comes up, follows the game, and goes."""

from __future__ import annotations

import asyncio
import errno
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.full.app import TableApp
from client_cli.full.display import FullDisplay
from client_cli.full.outside import EndedFromOutside
from client_cli.full.watch import ConnectionWatch
from client_cli.live.happenings import Broke, Interrupted
from client_cli.live.keyboard import Typed
from client_cli.live.laying_away import asked_ahead
from client_cli.live.seat import Confirm
from client_cli.screens.actions import USUAL_KEYS, Keymap
from client_cli.streams import complain

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from client_cli.live.front_end import Asker, Display
    from client_cli.live.happenings import Happenings
    from client_cli.screens.look import Look
    from client_cli.texts import Texts
    from protocol.client import Session


_REST_S: Final = 1.5


class _NoAsker:
    """Keys come whether somebody asks for them or not."""

    def ask(self) -> None:
        """Nothing has to be done."""


class FullMode:
    """A game in the full screen.

    Args:
        texts: The person's language.
        look: Colours and letters.
        size: Draw for nobody, in a window of this size, as tests do; None to draw in
            the terminal.
        mouse: Whether clicks are for the game, and not for the terminal.
        keys: Which key does what.
    """

    def __init__(
        self,
        texts: Texts,
        look: Look,
        size: tuple[int, int] | None = None,
        *,
        mouse: bool = True,
        keys: Keymap = USUAL_KEYS,
    ) -> None:
        self._texts = texts
        self.look = look
        self._size = size
        self._mouse = mouse
        self.shown = FullDisplay(self._rest, keys)
        """What is on the screen."""
        self._seen = asyncio.Event()
        self._resting: asyncio.TimerHandle | None = None
        self.app: TableApp | None = None
        """The screen, while it runs."""

    @property
    def display(self) -> Display:
        """The state of the screen."""
        return self.shown

    @asynccontextmanager
    async def running(
        self, happenings: Happenings, session: Session
    ) -> AsyncIterator[Asker]:
        """Show the screen as long as the game lasts; the terminal is restored after.

        Raises:
            Stopped: Somebody has ended the program.
        """
        self.app = app = self._new_app(happenings, session)
        screen = asyncio.create_task(self._shown(app, happenings))
        watch = asyncio.create_task(ConnectionWatch(session, self.shown).run())
        ended_by = EndedFromOutside()
        try:
            with ended_by.listening():
                yield _NoAsker()
        except asyncio.CancelledError:
            if ended_by.code is None:
                raise
            raise self._ended(ended_by.code) from None
        finally:
            watch.cancel()
            app.exit()
            await asyncio.gather(screen, watch, return_exceptions=True)
            complain(list(self.shown.last_words))

    async def last_look(self) -> None:
        """Keep the result on the screen until the person leaves it (H36)."""
        state = self.shown.state
        if (
            state.deal is None
            or state.deal.settlement is None
            or self.shown.result_seen
        ):
            return
        self.shown.take(
            replace(state, over=True, asked=False, confirm=Confirm.NOTHING, question=())
        )
        await self._seen.wait()

    def _new_app(self, happenings: Happenings, session: Session) -> TableApp:
        return TableApp(
            display=self.shown,
            texts=self._texts,
            look=self.look,
            send=lambda line: happenings.put(Typed(line)),
            interrupt=lambda: self._interrupted(happenings),
            leave=self._seen.set,
            look_ahead=lambda cards: self._look_ahead(cards, happenings, session),
        )

    def _look_ahead(
        self, cards: tuple[str, ...], happenings: Happenings, session: Session
    ) -> None:
        """Ask the table what a discard would leave; the answer is shown as it comes."""
        known = self.shown.state.known
        if known is not None and session.online:
            happenings.do(asked_ahead(session, known.view.table, cards))

    def _rest(self) -> None:
        """Let the trick that is over be seen for a while (H22); a key ends it."""
        if self._resting is not None:
            self._resting.cancel()
        loop = asyncio.get_running_loop()
        self._resting = loop.call_later(_REST_S, self.shown.rested)

    def _interrupted(self, happenings: Happenings) -> None:
        if self.shown.state.over:
            self._seen.set()
        happenings.put(Interrupted())

    async def _shown(self, app: TableApp, happenings: Happenings) -> None:
        """Run the screen; if it ends by itself, so does the game."""
        try:
            await app.run_async(
                headless=self._size is not None, size=self._size, mouse=self._mouse
            )
        except OSError as fault:
            gone = fault.errno == errno.EIO  # the window was closed
            happenings.put(Broke(self._ended(Exit.HUNG_UP) if gone else fault))
        except Exception as fault:  # noqa: BLE001 - for the game to raise
            happenings.put(Broke(fault))
        self._seen.set()

    def _ended(self, code: Exit) -> Stopped:
        return Stopped(
            code,
            self._texts.say("The program was ended from outside."),
            advice=self._texts.say(
                "Return to your seat: {command}", command="tarocco resume"
            ),
        )
