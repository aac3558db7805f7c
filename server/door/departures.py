"""People who are sent to other servers: table by table, as fast as those take them in.

Everybody at a table leaves at the same moment, so that it is away once, and shortly.
Only so many people are on their way at a time: the next table follows when enough of
them have come in elsewhere, which the store tells of their sessions. Until its turn has
come, a table is served here as ever.
"""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import islice
from typing import TYPE_CHECKING, Final

from server.identity import Verdict
from server.store_outcomes import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from server.door.service import Member, Service
    from server.identity import Entry

_LOOK_MS: Final = 50
_MISSED_MS: Final = 3_000
"""Whoever came in nowhere for so long is not waited for: many never come back."""
_LOOKED_AT: Final = 256


class Departures:
    """Sends everybody who is connected to other servers.

    Args:
        service: Its connections are told to leave.
        within_ms: How long that may take. However slow the others are, so many have
            been sent by any moment that all have been by the end.
    """

    def __init__(self, service: Service, within_ms: int) -> None:
        self._service = service
        self._clock = service.clock
        self._within_ms = within_ms
        self._groups = deque(_by_table(service.connections))
        self._people = sum(map(len, self._groups))
        self._sent = 0
        self._away_since_ms: dict[Entry, int] = {}
        """Who is on the way, the one who left first at the front."""
        self._is_anybody_there = False

    async def run(self) -> None:
        """Return when all have been told to leave, or no other server takes them in."""
        begun_ms = self._clock.monotonic_ms()
        await self._look_around()
        while self._groups and self._is_anybody_there:
            passed_ms = self._clock.monotonic_ms() - begun_ms
            while self._groups and self._may_send(passed_ms):
                self._send(self._groups.popleft())
            await self._clock.sleep_ms(_LOOK_MS)
            await self._look_around()

    def _may_send(self, passed_ms: int) -> bool:
        if len(self._away_since_ms) < self._service.settings.drain_at_once:
            return True
        return self._sent * self._within_ms < self._people * passed_ms

    def _send(self, group: list[Member]) -> None:
        now_ms = self._clock.monotonic_ms()
        self._sent += len(group)
        for member in group:
            if member not in self._service.connections:
                continue
            member.restart(0)
            if member.entry is not None:
                self._away_since_ms[member.entry] = now_ms

    async def _look_around(self) -> None:
        """See who has come in elsewhere, and whether one still can.

        While the store is away nobody comes in anywhere: all is left as it was.
        """
        try:
            await self._note_who_is_back()
            self._is_anybody_there = await self._service.pulse.others_take_in()
        except StoreUnavailable:
            return
        missed_ms = self._clock.monotonic_ms() - _MISSED_MS
        for entry, since_ms in tuple(self._away_since_ms.items()):
            if since_ms <= missed_ms:
                del self._away_since_ms[entry]

    async def _note_who_is_back(self) -> None:
        entries = tuple(islice(self._away_since_ms, _LOOKED_AT))
        if not entries:
            return
        verdicts = await self._service.doorkeeper.verdicts(entries)
        for entry, verdict in zip(entries, verdicts, strict=True):
            if verdict is not Verdict.STANDS:
                del self._away_since_ms[entry]


def _by_table(members: Iterable[Member]) -> list[list[Member]]:
    """Who leaves together: whoever is at no table, alone."""
    alone: list[list[Member]] = []
    tables: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.table is None:
            alone.append([member])
        else:
            tables[member.table].append(member)
    return [*alone, *tables.values()]
