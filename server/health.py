"""Whether this server should be sent people: store, bots, and the will to go on.

Alive and ready are two things. A server whose store is away is alive: its connections
stay, their clients are told to wait, and all goes on by itself when the store is back.
It is not ready, so that a balancer sends newcomers to another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.ports import Clock
    from server.store_outcomes import StoreUnavailable

log = structlog.get_logger()

_TELL_AFTER_MS: Final = 3_000


class Health:
    """What is known about the server's own state.

    Args:
        clock: This process' steady clock.
        patience_s: How long the store may be silent before that counts.
        address: Where the store is, for the log; without a password.
    """

    def __init__(self, clock: Clock, patience_s: float, address: str = "") -> None:
        self._clock = clock
        self._patience_ms = round(patience_s * 1000)
        self._address = address
        self._silent_since_ms: int | None = None
        self._why_silent = ""
        self._refuses_since_ms: int | None = None
        self._refusal = ""
        self._told_away = False
        self.on_away: Callable[[], None] = lambda: None
        """Called when nothing was stored for so long that people must know."""
        self.on_back: Callable[[], None] = lambda: None
        """Called when the store takes changes again after that."""
        self.why_away: Callable[[], str | None] = lambda: None
        """Asked why the store is away, where somebody knows."""
        self.unsafe: str | None = None
        """Which settings of the store could lose moves, and what to set instead."""
        self.is_open = False
        """Whether everything was started once; before, nobody can be served."""
        self.bots_are_warm = True

    def why_not_ready(self) -> str | None:
        """Why nobody should be sent here, in one line; None when all is well."""
        if not self.is_open:
            return "starting: waiting for the store" + _in_brackets(self._why_silent)
        if not self.bots_are_warm:
            return "starting: bots are not warm"
        why = self.why_away()
        if why is not None:
            return f"the store is away: {why}"
        silent_ms = self.store_silent_ms
        if silent_ms > self._patience_ms:
            since = f"the store has not answered for {silent_ms // 1000} s"
            return since + _in_brackets(self._why_silent)
        if self.unsafe is not None:
            return f"the store is not safe for tables: {self.unsafe}"
        if self._refuses_since_ms is not None:
            return f"the store takes no changes: {self._refusal}"
        return None

    @property
    def store_silent_ms(self) -> int:
        """For how long the store has not answered; 0 when it does."""
        return self._since_ms(self._silent_since_ms)

    @property
    def is_told_away(self) -> bool:
        """Whether people were told that nothing can be stored now."""
        return self._told_away

    def store_answered(self) -> None:
        """The store has just answered."""
        if self._silent_since_ms is not None:
            log.info("the store is back", away_ms=self.store_silent_ms)
            self._silent_since_ms, self._why_silent = None, ""
        self._tell()

    def store_failed(
        self, why: str, detail: str = "", *, since_ms: int | None = None
    ) -> None:
        """The store has not answered.

        Args:
            why: A word for the log.
            detail: More about it, in words.
            since_ms: When it was asked, on the steady clock; just now if not given.
        """
        if detail:
            self._why_silent = detail
        if self._silent_since_ms is None:
            now_ms = self._clock.monotonic_ms()
            self._silent_since_ms = now_ms if since_ms is None else since_ms
            log.warning(
                "the store does not answer",
                why=why,
                detail=detail,
                address=self._address,
            )
        self._tell()

    def store_refuses(self, failure: StoreUnavailable) -> None:
        """The store answers, but has just refused a change."""
        refusal = failure.detail or failure.trouble.value
        if self._refuses_since_ms is None:
            self._refuses_since_ms = self._clock.monotonic_ms()
        if refusal != self._refusal:
            self._refusal = refusal
            log.error(
                "the store takes no changes",
                why=failure.trouble.value,
                detail=refusal,
                address=self._address,
            )
        self._tell()

    def store_takes(self) -> None:
        """The store has just taken a change."""
        if self._refuses_since_ms is not None:
            refused_ms = self._since_ms(self._refuses_since_ms)
            log.info("the store takes changes again", refused_ms=refused_ms)
            self._refuses_since_ms, self._refusal = None, ""

    def _tell(self) -> None:
        """Tell people when nothing was stored for a while, and when that is over."""
        refused_ms = self._since_ms(self._refuses_since_ms)
        if max(self.store_silent_ms, refused_ms) >= _TELL_AFTER_MS:
            if not self._told_away:
                self._told_away = True
                self.on_away()
        elif self._told_away and not self.store_silent_ms and not refused_ms:
            self._told_away = False
            self.on_back()

    def _since_ms(self, when_ms: int | None) -> int:
        if when_ms is None:
            return 0
        return max(1, self._clock.monotonic_ms() - when_ms)


def _in_brackets(why: str) -> str:
    return f" ({why})" if why else ""
