"""Opening a table: an id, its first events, and no second table for one command."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, assert_never

from engine.players.decision_seeds import BOT_SEED_BYTES
from protocol.codes import ErrorCode
from server.hub.answers import Done, remembered
from server.store_outcomes import (
    Applied,
    Conflicting,
    Duplicate,
    Exists,
    NumberTaken,
    Outdated,
    Skewed,
)
from server.store_records import (
    EPOCH_BYTES,
    TOKEN_BYTES,
    Change,
    NewEvent,
    NewTable,
    Receipt,
)
from server.stored import NO_CHECKSUM, SCHEMA, seal_event, seal_snapshot
from server.table.deadlines import deadlines_of
from server.table.decide import open_table
from server.table.draft import Circumstances
from server.table.events import TableOpened

if TYPE_CHECKING:
    from server.hub.store_clock import StoreClock
    from server.identity import Entry
    from server.ports import Chance
    from server.store import TableStore
    from server.store_outcomes import CreateOutcome
    from server.table.options import TableOptions

_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""No 0 O 1 I: codes are read aloud and typed."""
PUBLIC_LENGTH: Final = 5
PRIVATE_LENGTH: Final = 26
"""130 bits: a private table's code cannot be guessed."""
PACE_SEED_BYTES: Final = 16
_TRIES: Final = 8
_CLOCK_TRIES: Final = 3
_OPENED: Final = remembered(Done(2))


class NotOpened(Exception):  # noqa: N818 - an answer, not a fault
    """No table was opened; nothing has changed."""

    def __init__(self, code: ErrorCode) -> None:
        super().__init__(code)
        self.code = code


class Opener:
    """Opens tables, and keeps the numbers of commands that name none."""

    def __init__(self, store: TableStore, clock: StoreClock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance

    async def take_number(
        self, session: str, number: int, digest: bytes, table: str = ""
    ) -> str:
        """Take a number before anything is done under it; the table it led to so far.

        Args:
            session: In which the number counts.
            number: The command number, at least 1.
            digest: Of the command's content.
            table: Where it leads, to be noted; empty while that is not known.

        Raises:
            NotOpened: The number was used for another command (`E_CONFLICT`), or a
                later one was (`E_OLD_NUMBER`).
            StoreUnavailable: The store does not answer.
        """
        receipt = Receipt(session, number, digest, table.encode())
        match await self._store.take_number(receipt):
            case NumberTaken(leads_to):
                return leads_to.decode()
            case Conflicting():
                raise NotOpened(ErrorCode.CONFLICT)
            case Outdated():
                raise NotOpened(ErrorCode.OLD_NUMBER)
            case _ as never:
                assert_never(never)

    async def open(
        self, opener: Entry, number: int, digest: bytes, options: TableOptions
    ) -> str:
        """The id of the table that this command of this session opens.

        The same number always leads to the same table, however often it is asked:
        the ids tried follow from session and number, and the store knows its own.

        Raises:
            NotOpened: The number was used for another command (`E_CONFLICT`, or
                `E_OLD_NUMBER` once later ones followed), or no free id was found.
            StoreUnavailable: The store does not answer.
        """
        for attempt in range(_TRIES):
            table = _table_id(opener.session, number, attempt, private=options.private)
            # Under a name of its own: the same number may also sit down at the table.
            receipt = Receipt(f"open:{opener.session}", number, digest, _OPENED)
            match await self._create(table, opener.user, receipt, options):
                case Applied() | Duplicate():
                    return table
                case Conflicting():
                    raise NotOpened(ErrorCode.CONFLICT)
                case Outdated():
                    raise NotOpened(ErrorCode.OLD_NUMBER)
                case Exists() | Skewed():
                    pass
                case _ as never:
                    assert_never(never)
        raise NotOpened(ErrorCode.TOO_MANY_TABLES)

    async def _create(
        self, table: str, user: str, receipt: Receipt, options: TableOptions
    ) -> CreateOutcome:
        for _ in range(_CLOCK_TRIES):
            new = self._new_table(table, user, receipt, options)
            outcome = await self._store.create(new)
            if not isinstance(outcome, Skewed):
                return outcome
            self._clock.corrected(outcome.now_ms)
        return Skewed(self._clock.now_ms())

    def _new_table(
        self, table: str, user: str, receipt: Receipt, options: TableOptions
    ) -> NewTable:
        now = Circumstances(self._clock.now_ms(), 0, self._chance.fresh(32))
        opened = open_table(self._opening(table, user, options), now)
        events, checksum = [], NO_CHECKSUM
        for stamped in opened.events:
            sealed = seal_event(stamped, checksum)
            events.append(NewEvent(sealed.payload, self._chance.fresh(TOKEN_BYTES)))
            checksum = sealed.checksum
        state = opened.states[-1]
        change = Change(
            now_ms=now.now_ms,
            events=tuple(events),
            snapshot=seal_snapshot(state, checksum),
            deadlines=dict(deadlines_of(state)),
            phase="waiting",
            writer=SCHEMA,
        )
        return NewTable(table, self._chance.fresh(EPOCH_BYTES), receipt, change)

    def _opening(self, table: str, user: str, options: TableOptions) -> TableOpened:
        fresh = self._chance.fresh
        return TableOpened(
            table,
            user,
            options,
            pace_seed=fresh(PACE_SEED_BYTES),
            bot_seed=fresh(BOT_SEED_BYTES),
        )


def _table_id(session: str, number: int, attempt: int, *, private: bool) -> str:
    text = f"{session}:{number}:{attempt}".encode()
    drawn = int.from_bytes(hashlib.blake2b(text, digest_size=32).digest(), "big")
    letters = []
    for _ in range(PRIVATE_LENGTH if private else PUBLIC_LENGTH):
        drawn, index = divmod(drawn, len(_LETTERS))
        letters.append(_LETTERS[index])
    return "".join(letters)
