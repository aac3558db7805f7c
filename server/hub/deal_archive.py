"""The records of settled deals, kept for a while apart from their tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from engine.dealing import DealSource, commitment_to
from engine.record import record_of
from engine.verification import proof_data
from server.table.commands import NoteArchived

if TYPE_CHECKING:
    from engine.plain import Plain
    from server.hub.hub import Hub
    from server.hub.live_table import LiveTable
    from server.hub.self_check import SelfCheck
    from server.store import TableStore
    from server.table.state import RunningDeal

KEEP_MS: Final = 7 * 24 * 3600 * 1000


class DealArchive:
    """Keeps each settled deal once; events are trimmed only after that."""

    def __init__(
        self, store: TableStore, hub: Hub, check: SelfCheck, keep_ms: int = KEEP_MS
    ) -> None:
        self._store = store
        self._hub = hub
        self._keep_ms = keep_ms
        self.check = check
        """Is asked before anything is kept."""

    async def keep(self, live: LiveTable) -> None:
        """Keep the deals that were settled at a table, and note that they are kept.

        A table whose stored events lead elsewhere than this node's copy of it stands
        still from here on, and its events are kept.

        Raises:
            StoreUnavailable: Not kept yet; the deadline comes again.
        """
        unkept = live.position.state.unkept
        if unkept and not await self.check.agrees(live):
            self._hub.mishaps.freeze(live, "replay_mismatch")
            return
        for deal in unkept:
            record = deal_record(live.table, deal)
            payload = json.dumps(record, separators=(",", ":")).encode()
            await self._store.archive(
                live.table, str(deal.number), payload, keep_ms=self._keep_ms
            )
            await self._hub.submit_own(live, NoteArchived(deal.number))


def deal_record(table: str, deal: RunningDeal) -> Plain:
    """The record of a settled deal with everything that verifies it."""
    state = deal.state
    source = DealSource(
        secret=deal.secret,
        table=table,
        number=deal.number,
        entropies=deal.entropies,
        dealer=None if deal.dealer_drawn else state.dealer,
    )
    return {
        **record_of(state),
        **proof_data(commitment_to(deal.secret), source),
        "names": list(deal.names),
        "bot_plays": list(deal.bot_plays),
    }
