"""Whether this server should be sent people: store, bots, and the will to go on.

Alive and ready are two things. A server whose store is away is alive: its connections
stay, their clients are told to wait, and all goes on by itself when the store is back.
It is not ready, so that a balancer sends newcomers to another one.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.hub.store_clock import StoreClock
    from server.ports import Clock
    from server.store import TableStore

log = structlog.get_logger()

_LOOK_EVERY_MS: Final = 1_000
_TELL_AFTER_MS: Final = 3_000


class Health:
    """What is known about the server's own state.

    Args:
        clock: This process' steady clock.
        patience_s: How long the store may be silent before that counts.
    """

    def __init__(self, clock: Clock, patience_s: float) -> None:
        self._clock = clock
        self._patience_ms = round(patience_s * 1000)
        self._silent_since_ms: int | None = None
        self._told_away = False
        self.on_away: Callable[[], None] = lambda: None
        """Called when the store has been silent for so long that people must know."""
        self.on_back: Callable[[], None] = lambda: None
        """Called when it answers again after that."""
        self.why_away: Callable[[], str | None] = lambda: None
        """Asked why the store is away, where somebody knows."""
        self.is_open = False
        """Whether everything was started once; before, nobody can be served."""
        self.bots_are_warm = True

    def why_not_ready(self) -> str | None:
        """Why nobody should be sent here, in a few words; None when all is well."""
        if not self.is_open:
            return "starting: waiting for the store"
        if not self.bots_are_warm:
            return "starting: bots are not warm"
        why = self.why_away()
        if why is not None:
            return f"the store is away: {why}"
        silent_ms = self.store_silent_ms
        if silent_ms > self._patience_ms:
            return f"the store has not answered for {silent_ms // 1000} s"
        return None

    @property
    def store_silent_ms(self) -> int:
        """For how long the store has not answered; 0 when it does."""
        if self._silent_since_ms is None:
            return 0
        return max(1, self._clock.monotonic_ms() - self._silent_since_ms)

    def store_answered(self) -> None:
        """The store has just answered."""
        if self._silent_since_ms is not None:
            log.info("the store is back", away_ms=self.store_silent_ms)
            self._silent_since_ms = None
        if self._told_away:
            self._told_away = False
            self.on_back()

    def store_failed(self, why: str, *, since_ms: int | None = None) -> None:
        """The store has not answered.

        Args:
            why: A word for the log.
            since_ms: When it was asked, on the steady clock; just now if not given.
        """
        if self._silent_since_ms is None:
            now_ms = self._clock.monotonic_ms()
            self._silent_since_ms = now_ms if since_ms is None else since_ms
            log.warning("the store does not answer", why=why)
        if self.store_silent_ms >= _TELL_AFTER_MS and not self._told_away:
            self._told_away = True
            self.on_away()


async def watch_store(
    store: TableStore, store_clock: StoreClock, clock: Clock, health: Health
) -> None:
    """Ask the store for its time again and again, until cancelled.

    A question may take long to fail: what is known of it meanwhile is told meanwhile.
    """
    while True:
        asked_ms = clock.monotonic_ms()
        question = asyncio.ensure_future(store.now_ms())
        try:
            while not await _is_answered(question, clock):
                health.store_failed("no_answer", since_ms=asked_ms)
            store_clock.seen(question.result())
        except StoreUnavailable as failure:
            health.store_failed(failure.trouble.value, since_ms=asked_ms)
        else:
            health.store_answered()
        finally:
            question.cancel()
        await clock.sleep_ms(_LOOK_EVERY_MS)


async def _is_answered(question: asyncio.Future[int], clock: Clock) -> bool:
    """Wait for an answer, but not too long; whether there is one."""
    pause = asyncio.ensure_future(clock.sleep_ms(_LOOK_EVERY_MS))
    try:
        await asyncio.wait((question, pause), return_when=asyncio.FIRST_COMPLETED)
    finally:
        pause.cancel()
    return question.done()
