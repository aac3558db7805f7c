"""Wrong passwords of tables, wrong logins, wrong resume tokens: who may try again.

A guess is put off once a connection, its address, or the table whose password is being
guessed has used up its allowance; a table's allowance counts over all servers. While it
waits nothing is judged, right or wrong, so that there is nothing to learn from it.

Sessions and users have no allowance of their own. A wrong proof ends its session at
once, and a signature is not found by trying; a count would only let strangers keep out
whoever it is for.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from server.store_outcomes import StoreUnavailable
from server.throttle import Allowance, Rate, Shares

if TYPE_CHECKING:
    from server.ports import Clock
    from server.store import TableStore

_MINUTE_S: Final = 60
_HOUR_MS: Final = 3600 * 1000
_TABLES_KEPT: Final = 2_000
_STUBBORN_AT: Final = 2
"""Whoever goes on is cut off after so many times the allowance of a connection."""


@dataclass(frozen=True, slots=True)
class FailureLimits:
    """How many failures there may be; further ones are taken one by one."""

    per_connection: int
    """At once, and then in a minute."""
    per_address: int
    """At once, and then in a minute."""
    per_table: int
    """In an hour."""


class FailedLogins:
    """Failures at one node.

    Args:
        store: Counts for tables, whatever node it was.
        clock: The steady clock.
        limits: How many there may be.
    """

    def __init__(self, store: TableStore, clock: Clock, limits: FailureLimits) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._addresses = Shares(_a_minute(limits.per_address))
        self._until_ms: OrderedDict[str, int] = OrderedDict()
        """When the next password may be tried, by table."""

    def of_connection(self, address: str | None) -> Attempts:
        """What a new connection may try.

        Args:
            address: Where it is from; None for one whose address does not count.
        """
        full = Allowance.full(
            _a_minute(self._limits.per_connection), self._clock.monotonic_ms()
        )
        most = _STUBBORN_AT * self._limits.per_connection
        return Attempts(self, address, full, most)

    def wait_ms(self, address: str | None, table: str | None, own: Allowance) -> int:
        """How long nothing is judged, in milliseconds; 0 when the next try may come."""
        now_ms = self._clock.monotonic_ms()
        return max(
            own.wait_ms(1, now_ms) if own.spend(1, now_ms) is None else 0,
            self._addresses.wait_ms(address, now_ms) if address is not None else 0,
            self._until_ms.get(table, 0) - now_ms if table is not None else 0,
        )

    async def failed(
        self, address: str | None, table: str | None, own: Allowance
    ) -> Allowance:
        """Count a failure; what is left for its connection."""
        now_ms = self._clock.monotonic_ms()
        if address is not None:
            self._addresses.spend(address, now_ms)
        if table is not None:
            # A count that does not reach the store is still one of the others.
            with suppress(StoreUnavailable):
                await self._count_at(table)
        return own.spend(1, now_ms) or own

    async def _count_at(self, table: str) -> None:
        uses = await self._store.count_use(
            table, "failed-passwords", period_ms=_HOUR_MS
        )
        if uses.count < self._limits.per_table:
            return
        until_ms = self._clock.monotonic_ms() + _HOUR_MS // self._limits.per_table
        self._until_ms[table] = until_ms
        self._until_ms.move_to_end(table)
        if len(self._until_ms) > _TABLES_KEPT:
            self._until_ms.popitem(last=False)


@dataclass(slots=True)
class Attempts:
    """What one connection may try, and has tried."""

    everywhere: FailedLogins
    address: str | None
    own: Allowance
    most_put_off: int
    put_off: int = 0

    def wait_ms(self, table: str | None = None) -> int:
        """How long to put a try off, in milliseconds; 0 when it may be judged.

        Args:
            table: Whose password is tried, if it is one.
        """
        wait_ms = self.everywhere.wait_ms(self.address, table, self.own)
        if wait_ms > 0:
            self.put_off += 1
        return wait_ms

    async def failed(self, table: str | None = None) -> None:
        """Count a try that was wrong."""
        self.own = await self.everywhere.failed(self.address, table, self.own)

    @property
    def is_stubborn(self) -> bool:
        """Whether tries have gone on and on in spite of being put off."""
        return self.put_off > self.most_put_off


def _a_minute(count: int) -> Rate:
    return Rate(per_s=count / _MINUTE_S, burst=count)
