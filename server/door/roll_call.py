"""Whether the sessions of this node's connections still stand.

A session may be ended, or taken up again, by way of another node. The one who sits at a
table is shown out at once, since the table tells; for everybody, and for what no table
tells, this looks every few seconds. What the store has lost of a session is written anew
then, also for those who have gone and may come back.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, assert_never

from server.identity import Verdict
from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from server.door.service import Member, Service
    from server.identity import Entry

_AT_ONCE: Final = 256


class RollCall:
    """Looks at all connections of a node, again and again."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def run(self) -> None:
        """Look until cancelled."""
        every_ms = round(self._service.settings.session_check_s * 1000)
        while True:
            await self._service.clock.sleep_ms(every_ms)
            # What the store does not tell now, it tells the next time.
            with suppress(StoreUnavailable):
                await self.look()

    async def look(self) -> None:
        """Show those out whose session goes on elsewhere, or not at all.

        Raises:
            StoreUnavailable: The store does not answer.
        """
        present = [
            (member, member.entry)
            for member in self._service.connections
            if member.entry is not None and not member.outbox.is_closing
        ]
        for start in range(0, len(present), _AT_ONCE):
            await self._look_at(present[start : start + _AT_ONCE])
        gone = self._service.guests.gone
        for start in range(0, len(gone), _AT_ONCE):
            await self._look_after(gone[start : start + _AT_ONCE])

    async def _look_after(self, gone: Sequence[Entry]) -> None:
        """Keep the sessions of those who have gone and may come back, should it need be.

        Of one that goes on elsewhere, or not at all, nothing more is known here.
        """
        verdicts = await self._service.doorkeeper.verdicts(gone)
        for entry, verdict in zip(gone, verdicts, strict=True):
            if verdict is not Verdict.STANDS:
                self._service.guests.strike(entry.session)

    async def _look_at(self, present: list[tuple[Member, Entry]]) -> None:
        entries = [entry for _, entry in present]
        verdicts = await self._service.doorkeeper.verdicts(entries)
        for (member, _), verdict in zip(present, verdicts, strict=True):
            match verdict:
                case Verdict.STANDS:
                    pass
                case Verdict.OVERTAKEN:
                    member.supersede()
                case Verdict.ENDED:
                    member.revoke()
                case _:
                    assert_never(verdict)
