"""Wrong passwords of tables, wrong logins, wrong resume tokens: who may try again.

A guess is put off once a connection, its address, or the table whose password is being
guessed has used up its allowance; a table's allowance counts over all servers. While it
waits nothing is judged, right or wrong, so that there is nothing to learn from it.

Each try counts from before it is judged until it was right: of many at once, over many
servers, no more are judged than of as many in a row, and whoever breaks off before the
answer has tried all the same.

At an address that holds for passwords only. Tokens and logins cannot be guessed, and
after a restart many people come back from one address in the same moment: there only
those count that were wrong.

Sessions and users have no allowance of their own. A wrong proof ends its session at
once, and a signature is not found by trying; a count would only let strangers keep out
whoever it is for.
"""

from __future__ import annotations

from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from server.store_outcomes import StoreUnavailable
from server.stored import NewerSchema
from server.throttle import Allowance, Rate, Shares

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from server.ports import Clock
    from server.store import TableStore

_MINUTE_S: Final = 60
_HOUR_MS: Final = 3600 * 1000
_TRIES: Final = "tried-passwords"
_LATE_TRY: Final = "late-password"
"""The one try at a time, when there have been too many."""
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

    async def begin(self, trial: Trial) -> None:
        """Count a try before it is judged, or find how long it has to wait.

        Raises:
            StoreUnavailable: Nothing is known of the table; nothing was counted.
        """
        now_ms = self._clock.monotonic_ms()
        attempts, address = trial.attempts, trial.attempts.address
        may_try = attempts.own.holds(1, now_ms)
        trial.wait_ms = max(
            0 if may_try else attempts.own.wait_ms(1, now_ms),
            self._addresses.wait_ms(address, now_ms) if address is not None else 0,
        )
        if trial.wait_ms:
            return
        attempts.own.spend(1, now_ms)
        trial.is_counted = True
        if trial.table is not None:
            self.count_at_address(attempts)
            await self._begin_at(trial.table, trial)

    def count_at_address(self, attempts: Attempts) -> None:
        """Count a try, or a failure, for all who come from there."""
        if attempts.address is not None:
            self._addresses.spend(attempts.address, self._clock.monotonic_ms())

    async def _begin_at(self, table: str, trial: Trial) -> None:
        tries = await self._store.count_use(table, _TRIES, period_ms=_HOUR_MS)
        trial.uses.append(_TRIES)
        if tries.count < self._limits.per_table:
            return
        pause_ms = _HOUR_MS // self._limits.per_table
        late = await self._store.count_use(table, _LATE_TRY, period_ms=pause_ms)
        if late.count == 1:
            trial.uses.append(_LATE_TRY)
        else:
            trial.wait_ms = max(1, late.ends_ms)

    async def give_back(self, trial: Trial) -> None:
        """It was right after all, or was not judged: it does not count."""
        if not trial.is_counted:
            return
        attempts, now_ms = trial.attempts, self._clock.monotonic_ms()
        attempts.own.give_back(1, now_ms)
        if trial.table is not None:
            if attempts.address is not None:
                self._addresses.give_back(attempts.address, now_ms)
            # What does not reach the store counts a while longer than it should.
            with suppress(StoreUnavailable):
                for what in trial.uses:
                    await self._store.give_use_back(trial.table, what)


@dataclass(slots=True)
class Trial:
    """One try."""

    attempts: Attempts
    table: str | None
    wait_ms: int = 0
    """How long it is put off, in milliseconds; 0 when it may be judged now."""
    was_wrong: bool = False
    """To be set by whoever judges it."""
    is_counted: bool = False
    """For its connection and address."""
    uses: list[str] = field(default_factory=list)
    """Under which names it is counted at its table."""


@dataclass(slots=True)
class Attempts:
    """What one connection may try, and has tried."""

    everywhere: FailedLogins
    address: str | None
    own: Allowance
    most_put_off: int
    put_off: int = 0

    @asynccontextmanager
    async def trying(self, table: str | None = None) -> AsyncIterator[Trial]:
        """A try, which counts if it was wrong, and if it was broken off.

        Args:
            table: Whose password is tried, if it is one.

        Raises:
            StoreUnavailable: Nothing is known of the table.
        """
        trial = Trial(self, table)
        try:
            await self.everywhere.begin(trial)
            if trial.wait_ms:
                self.put_off += 1
            yield trial
        except (StoreUnavailable, NewerSchema):
            await self.everywhere.give_back(trial)
            raise
        if not trial.was_wrong:
            await self.everywhere.give_back(trial)
        elif table is None:
            self.everywhere.count_at_address(self)

    @property
    def is_stubborn(self) -> bool:
        """Whether tries have gone on and on in spite of being put off."""
        return self.put_off > self.most_put_off


def _a_minute(count: int) -> Rate:
    return Rate(per_s=count / _MINUTE_S, burst=count)
