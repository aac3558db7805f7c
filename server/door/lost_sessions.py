"""Tokens that the store does not know, since it has lost them.

A store that comes back with an older state does not know the newest tokens. The nodes
that gave them out write their sessions anew within `session_check_s`; who shows such a
token to another node meanwhile is asked to come back in a moment, and not shown out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.codes import ErrorCode
from server.sessions import ResumeToken

if TYPE_CHECKING:
    from server.hub.pulse import Pulse
    from server.identity import NoEntry
    from server.store import TableStore

RETRY_MS: Final = 1_000
"""When to come back."""
_LOOKS: Final = 2
"""After so many looks of every node at its sessions, none will know the token."""
_PERIODS: Final = 6
"""For so many times as long, nobody is put off with the same session again."""


class LostSessions:
    """Whether somebody whose token is not known should come back in a moment.

    Args:
        store: Counts for how long that has been said.
        pulse: Knows whether the store has lost something.
        check_ms: How often each node looks at its sessions.
    """

    def __init__(self, store: TableStore, pulse: Pulse, check_ms: int) -> None:
        self._store = store
        self._pulse = pulse
        self._patience_ms = _LOOKS * check_ms

    async def may_be_found(self, refusal: NoEntry, resume: bytes | None) -> bool:
        """Whether another node may still know the token.

        Nobody is put off like that for ever: a number is easily claimed.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        shown = None if resume is None else ResumeToken.read(resume)
        if shown is None or refusal.code is not ErrorCode.TOKEN or refusal.is_revoked:
            return False
        forgotten = refusal.is_newer or await self._pulse.store_has_forgotten(
            self._patience_ms
        )
        return forgotten and await self._is_new_here(shown.session)

    async def _is_new_here(self, session: str) -> bool:
        period_ms = _PERIODS * self._patience_ms
        uses = await self._store.count_use(session, "lost", period_ms=period_ms)
        return period_ms - uses.ends_ms < self._patience_ms
