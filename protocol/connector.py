"""Staying connected: one connection after the other, with a pause between.

What a connection is used for is handed in; here is decided whether there is another one
after it, and when. A server that says `goaway` or closes with a code that asks for a
pause gets it, and a code that forbids coming back ends the session.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from websockets.exceptions import ConnectionClosed

from protocol.backoff import Backoff
from protocol.codes import CloseCode, Retry, retry_after
from protocol.links import (
    RefusedError,
    UntrustedError,
    cause_of,
    links_to,
    reason_to_stop,
)
from protocol.updates import Ended, EndReason, Lost, Retrying

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

    from websockets.asyncio.client import ClientConnection

    from protocol.settings import SessionSettings
    from protocol.updates import Update


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt over a connection that has ended."""

    lasted_s: float | None = None
    """Time since the server's welcome; None if there was none."""
    retry_ms: int | None = None
    """The pause that a `goaway` asked for."""
    gave_up: str | None = None
    """Why this side has dropped the connection, if it has."""
    no_version: bool = False
    """Whether both sides found that they share no version."""
    not_let_in: str | None = None
    """Code of the error with which the server answered the hello."""
    left: bool = False
    """Whether this side has said that it goes."""


@dataclass(frozen=True, slots=True)
class _Closing:
    code: int
    why: str


def _closing_of(closed: ConnectionClosed, learnt: Learnt) -> _Closing:
    """How a connection ended, as far as this side can tell."""
    if learnt.gave_up is not None:
        return _Closing(CloseCode.CUT, learnt.gave_up)
    if closed.rcvd is None:
        return _Closing(CloseCode.CUT, "the connection broke")
    return _Closing(closed.rcvd.code, closed.rcvd.reason or learnt.not_let_in or "")


class Connector:
    """The connections of one session.

    Args:
        url: A checked address.
        settings: Waits, clock and chance.
        tell: Takes the updates `Lost` and `Retrying`.
    """

    def __init__(
        self, url: str, settings: SessionSettings, tell: Callable[[Update], None]
    ) -> None:
        self._url = url
        self._settings = settings
        self._tell = tell
        self._backoff = Backoff(
            settings.backoff_first_s, settings.backoff_most_s, settings.chance
        )
        self._why = ""

    @property
    def trouble(self) -> str:
        """Why the last connection ended or could not be made; empty if none did."""
        return self._why

    async def stay_connected(
        self,
        talk: Callable[[ClientConnection], Awaitable[None]],
        learnt: Callable[[], Learnt],
    ) -> Ended:
        """Connect again and again, until there is a reason to stop.

        Args:
            talk: Uses one connection until that raises `ConnectionClosed`.
            learnt: Gives what was learnt over the last connection.
        """
        connector = links_to(
            self._url, self._settings, failed=self._failed, delays=self._delays
        )
        # The library's iterator never ends. It is a generator, which its type does not
        # tell, and has to be closed, or the last connection is closed by chance, later.
        links = cast("AsyncGenerator[ClientConnection]", aiter(connector))
        try:
            while True:
                try:
                    await talk(await anext(links))
                except ConnectionClosed as closed:
                    closing = _closing_of(closed, learnt())
                    ended = self._end_after(closing, learnt())
                    if ended is not None:
                        return ended
                    await asyncio.sleep(self._pause_after(closing, learnt()))
        except UntrustedError as untrusted:
            return self._ended(EndReason.UNTRUSTED, str(untrusted))
        except RefusedError as refused:
            return self._ended(EndReason.REFUSED, str(refused))
        finally:
            await links.aclose()

    def _end_after(self, closing: _Closing, learnt: Learnt) -> Ended | None:
        """Why there is no connection after this one; None if there is."""
        if (learnt.lasted_s or 0.0) >= self._settings.steady_s:
            self._backoff.reset()
        self._why = closing.why
        if learnt.left:
            return self._ended(EndReason.CLOSED_HERE, closing.why, closing.code)
        retry = retry_after(closing.code)
        if learnt.no_version or closing.code == CloseCode.VERSION:
            return self._ended(EndReason.NO_VERSION, closing.why, closing.code)
        if retry in {Retry.NEVER, Retry.ENTER_AGAIN}:
            return self._ended(
                EndReason.CLOSED_THERE,
                closing.why,
                closing.code,
                retry,
                error=learnt.not_let_in,
            )
        self._tell(Lost(self._settings.now_ms(), closing.code, closing.why))
        return None

    def _pause_after(self, closing: _Closing, learnt: Learnt) -> float:
        """How long to wait after a connection, in seconds."""
        pause_s = self._backoff.draw()
        if learnt.retry_ms is not None:
            pause_s = max(pause_s, learnt.retry_ms / 1_000)
        elif retry_after(closing.code) is Retry.LATER:
            pause_s = max(pause_s, self._settings.chance() * self._settings.later_s)
        self._tell_retry(pause_s)
        return pause_s

    def _failed(self, failure: Exception) -> Exception | None:
        """A connection could not be made: why to stop, or None to go on."""
        self._why = cause_of(failure)
        return reason_to_stop(failure)

    def _delays(self) -> Generator[float]:
        while True:
            pause_s = self._backoff.draw()
            self._tell_retry(pause_s)
            yield pause_s

    def _tell_retry(self, pause_s: float) -> None:
        self._tell(
            Retrying(
                at_ms=self._settings.now_ms(),
                attempt=self._backoff.attempts,
                in_ms=round(1_000 * pause_s),
                why=self._why,
            )
        )

    def _ended(
        self,
        reason: EndReason,
        why: str,
        code: int | None = None,
        retry: Retry = Retry.NEVER,
        error: str | None = None,
    ) -> Ended:
        return Ended(self._settings.now_ms(), reason, code, retry, why, error)
