"""Watches how full the memory of the store is, so that a host hears of it in time.

A store that is full refuses moves; before that there is time to give it more, or to
look for what fills it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from server.ports import Clock
    from server.store import TableStore

log = structlog.get_logger()

LOOK_EVERY_MS: Final = 10_000
_EASED: Final = 0.05
"""So far below the alarm it is over: else it would come and go with every table."""


class StoreMemory:
    """How full the store's memory is, as far as was last seen.

    Args:
        store: Whose memory.
        clock: For the pauses between two looks.
        alarm_share: From when on it is said, 0 to 1.
    """

    def __init__(self, store: TableStore, clock: Clock, alarm_share: float) -> None:
        self._store = store
        self._clock = clock
        self._alarm_share = alarm_share
        self._is_said = False
        self.share = 0.0
        """0 to 1; 0 without a limit, and before the first look."""

    async def watch(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # that is said by whoever asks its time
                self._note(await self._store.fullness() or 0.0)
            await self._clock.sleep_ms(LOOK_EVERY_MS)

    def _note(self, share: float) -> None:
        self.share = share
        percent = round(share * 100)
        if share >= self._alarm_share and not self._is_said:
            self._is_said = True
            log.warning("the store is filling up", percent=percent)
        elif share < self._alarm_share - _EASED and self._is_said:
            self._is_said = False
            log.info("the store has room again", percent=percent)
