"""How the server can be reached and what time is left, seen again every second."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_cli.screens.state import Link
from protocol.updates import NoAnswerError, SessionEndedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from client_cli.full.display import FullDisplay
    from protocol.client import Session
    from protocol.pings import Latency

_TICK_S: Final = 1.0
_PING_EVERY_S: Final = 30.0
_PING_WAIT_S: Final = 5.0


def _now_ms() -> int:
    return int(time.time() * 1_000)


class ConnectionWatch:
    """Keeps the connection and the clock on the screen.

    Args:
        session: What is watched.
        display: Where it is shown.
        now_ms: This machine's time of day.
    """

    def __init__(
        self,
        session: Session,
        display: FullDisplay,
        now_ms: Callable[[], int] = _now_ms,
    ) -> None:
        self._session = session
        self._display = display
        self._now_ms = now_ms
        self._latency: Latency | None = None
        self._away_since_ms: int | None = None

    async def run(self) -> None:
        """Watch for ever."""
        await asyncio.gather(
            _every(_TICK_S, self.look), _every(_PING_EVERY_S, self.ping)
        )

    async def look(self) -> bool:
        """Show how things stand now; gives whether to go on doing so."""
        state, now_ms = self._display.state, self._now_ms()
        if self._session.online:
            self._away_since_ms = None
        elif self._away_since_ms is None:
            self._away_since_ms = now_ms
        since_ms = now_ms if self._away_since_ms is None else self._away_since_ms
        options = None if state.known is None else state.known.view.options
        latency = self._latency
        self._display.take(
            replace(
                state,
                link=self._link(),
                away_s=(now_ms - since_ms) // 1_000,
                kept_s=0 if options is None else options.reserved_ms // 1_000,
                ping_ms=None if latency is None else latency.round_trip_ms,
                left_s=self._left_s(now_ms),
            )
        )
        return True

    async def ping(self) -> bool:
        """Measure the way to the server; gives whether to go on doing so."""
        try:
            self._latency = await self._session.ping(_PING_WAIT_S)
        except NoAnswerError:
            self._latency = None
        except SessionEndedError:
            return False
        return True

    def _link(self) -> Link:
        if self._session.ended is not None:
            return Link.OVER
        return Link.ONLINE if self._session.online else Link.RETRYING

    def _left_s(self, now_ms: int) -> int | None:
        """What is left until the table goes on by itself, by the server's clock."""
        known = self._display.state.known
        deadline = None if known is None else known.situation.deadline
        if deadline is None:
            return None
        ahead_ms = 0 if self._latency is None else self._latency.ahead_ms
        return max(0, deadline - now_ms - ahead_ms) // 1_000


async def _every(seconds: float, do: Callable[[], Awaitable[bool]]) -> None:
    """Do it at once and again and again, until it says that there is no more to do."""
    goes_on = True
    while goes_on:
        goes_on = await do()
        await asyncio.sleep(seconds)
