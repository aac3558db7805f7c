"""What a table needs from a node when a deadline has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.hub.copies import NoSuchTable
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.stored import NewerSchema, StoredFault
from server.table.commands import TimeUp
from server.table.deadlines import ARCHIVE, BOT, LEASE, MEND

if TYPE_CHECKING:
    from server.hub.bot_turns import BotTurns
    from server.hub.copies import Copies
    from server.hub.deal_archive import DealArchive
    from server.hub.hub import Hub
    from server.hub.live_table import LiveTable
    from server.hub.pulse import Pulse
    from server.hub.rounds import Rounds


class Duties:
    """Hands each deadline to whoever deals with it."""

    def __init__(  # noqa: PLR0913 - each is a duty of its own
        self,
        hub: Hub,
        copies: Copies,
        bot_turns: BotTurns,
        pulse: Pulse,
        *,
        rounds: Rounds,
        archive: DealArchive,
    ) -> None:
        self._hub = hub
        self._copies = copies
        self._bot_turns = bot_turns
        self._pulse = pulse
        self._rounds = rounds
        self._archive = archive

    async def fire(self, table: str, kind: str) -> None:
        """Do what a deadline asks for; harmless when it no longer stands."""
        if kind == MEND:
            await self._copies.mend(table)
            return
        live = await self._copies.live(table)
        try:
            await self._fire(live, kind)
        except (NoSuchTable, StoreUnavailable, NewerSchema):
            raise
        except (StoredFault, HistoryBroken):
            await self._copies.mend(table)  # the copy that is here may be all there is
        except Exception as fault:  # noqa: BLE001 - it would fail for ever
            async with live.turn_taken(patient=True):
                await self._hub.mishaps.mend(live, fault)

    async def _fire(self, live: LiveTable, kind: str) -> None:
        if kind == LEASE:
            await self._rounds.look(live)
        elif live.is_frozen:
            return  # nothing of it could be done
        elif kind not in live.position.deadlines:
            await self._hub.renew_deadline(live, kind)
        elif kind == ARCHIVE:
            await self._archive.keep(live)
        elif kind == BOT:
            await self._bot_turns.act(live)
        else:
            time_up = TimeUp(kind, await self._pulse.outages_until_now())
            await self._hub.submit_own(live, time_up)
