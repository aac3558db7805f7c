"""What stands beside the histories in memory: lobby, people, talk, finished deals."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from server.adapters.memory_shelf import MemoryShelf
from server.adapters.memory_tables import repeat_of
from server.store_outcomes import (
    Applied,
    Conflicting,
    Gone,
    NumberOutcome,
    NumberTaken,
    Outdated,
    Said,
    SayOutcome,
    Uses,
)
from server.store_records import (
    ARCHIVE_BYTES_MAX,
    MEETING_MS,
    NUMBERS_MS,
    ROW_BYTES_MAX,
    SKEW_MS,
    USER_SEATS_MS,
    Presence,
    Receipt,
    check_name,
    check_size,
    check_table,
)
from server.store_talk import TALK_KEPT, Speech, Talk


class MemoryBoards(MemoryShelf):
    """The part of the store that everything else is pinned to."""

    def __init__(self, clock: Callable[[], int], *, skew_ms: int = SKEW_MS) -> None:
        super().__init__(clock, skew_ms=skew_ms)
        self._seats: dict[str, tuple[int, dict[str, bytes]]] = {}
        """User to the end of the notes and the notes by table."""
        self._numbers: dict[str, tuple[int, Receipt]] = {}
        """Session to the end of the note and its last command that named no table."""
        self._meetings: dict[str, tuple[int, str]] = {}
        """Wish to the end of the note and the table."""
        self._uses: dict[tuple[str, str], tuple[int, int]] = {}
        """User and what was done, to the end of the count and the count."""
        self._archive: dict[tuple[str, str], tuple[int, bytes]] = {}

    async def lobby(self) -> Mapping[str, bytes]:
        """Give the rows of all open tables."""
        return dict(self._rows)

    async def put_presence(self, table: str, presence: Presence) -> bool:
        """Note who holds a seat; refused for an older generation or no table."""
        found = self._table(table)
        if found is None:
            return False
        seen = found.presences.get(presence.session)
        if seen is not None and seen.generation > presence.generation:
            return False
        found.presences[presence.session] = presence
        return True

    async def drop_presence(self, table: str, session: str, generation: int) -> bool:
        """Remove that note, if it is of this generation."""
        check_name(session)
        found = self._table(table)
        seen = None if found is None else found.presences.get(session)
        if found is None or seen is None or seen.generation != generation:
            return False
        del found.presences[session]
        return True

    async def presences(self, table: str) -> tuple[Presence, ...]:
        """Give the notes of a table, by session."""
        found = self._table(table)
        if found is None:
            return ()
        return tuple(note for _, note in sorted(found.presences.items()))

    async def put_user_seat(self, user: str, table: str, payload: bytes) -> None:
        """Note that a user has a seat at a table; kept for two days."""
        check_table(table)
        check_size("seat note", payload, ROW_BYTES_MAX)
        notes = {**await self.user_seats(user), table: payload}
        self._seats[user] = (self._clock() + USER_SEATS_MS, notes)

    async def drop_user_seat(self, user: str, table: str) -> None:
        """Remove that note."""
        check_table(table)
        check_name(user)
        if user in self._seats:
            self._seats[user][1].pop(table, None)

    async def user_seats(self, user: str) -> Mapping[str, bytes]:
        """Give the notes of a user by table. An index only, tables are the truth."""
        check_name(user)
        end_ms, notes = self._seats.get(user, (0, {}))
        if end_ms <= self._clock():
            self._seats.pop(user, None)
            return {}
        return dict(sorted(notes.items()))

    async def say(self, speech: Speech) -> SayOutcome:
        """Add a line of talk and publish it, once for one receipt."""
        found = self._table(speech.table)
        if found is None:
            return Gone()
        repeat = repeat_of(found, speech.receipt)
        if repeat is not None:
            return repeat
        found.receipts[speech.receipt.session] = (speech.receipt, speech.at.version)
        if speech.line is not None:
            number = found.talk[-1].number + 1 if found.talk else 1
            found.talk = [*found.talk, Talk(number, speech.line)][-TALK_KEPT:]
            self._publish(Said(speech.table, number, speech.line))
        return Applied(speech.at, self._clock())

    async def talk_after(self, table: str, number: int, limit: int) -> tuple[Talk, ...]:
        """Give up to `limit` lines after a number; the last 200 are kept."""
        found = self._table(table)
        if found is None:
            return ()
        later = [line for line in found.talk if line.number > number]
        return tuple(later[: max(1, limit)])

    async def meet(self, wish: str, table: str, *, instead_of: str = "") -> str:
        """Propose a table to all who have the same wish; the table that stands."""
        check_table(table)
        check_name(wish)
        end_ms, current = self._meetings.get(wish, (0, ""))
        if end_ms > self._clock() and current != instead_of:
            return current
        self._meetings[wish] = (self._clock() + MEETING_MS, table)
        return table

    async def count_use(self, user: str, what: str, *, period_ms: int) -> Uses:
        """Count one use of what a user may do only so often, wherever it is done."""
        check_name(user)
        check_name(what)
        now_ms = self._clock()
        ends_ms, count = self._uses.get((user, what), (0, 0))
        if ends_ms <= now_ms:
            ends_ms, count = now_ms + max(1, period_ms), 0
        self._uses[user, what] = (ends_ms, count + 1)
        return Uses(count + 1, ends_ms - now_ms)

    async def give_use_back(self, user: str, what: str) -> None:
        """Count one use less, as what was counted was not done."""
        ends_ms, count = self._uses.pop((user, what), (0, 0))
        if count > 1:
            self._uses[user, what] = (ends_ms, count - 1)

    async def take_number(self, receipt: Receipt) -> NumberOutcome:
        """Take a number for a command that names no table, before it does anything."""
        end_ms, last = self._numbers.get(receipt.session, (0, receipt))
        leads_to = receipt.result
        if end_ms > self._clock():
            if last.number > receipt.number:
                return Outdated(last.number)
            if last.number == receipt.number:
                if last.digest != receipt.digest:
                    return Conflicting()
                leads_to = leads_to or last.result
        kept = replace(receipt, result=leads_to)
        self._numbers[receipt.session] = (self._clock() + NUMBERS_MS, kept)
        return NumberTaken(leads_to)

    async def archive(
        self, table: str, deal: str, payload: bytes, *, keep_ms: int
    ) -> None:
        """Keep the record of a finished deal; the first one written stays."""
        check_size("deal record", payload, ARCHIVE_BYTES_MAX)
        if await self.archived(table, deal) is None:
            end_ms = self._clock() + max(1, keep_ms)
            self._archive[table, deal] = (end_ms, payload)

    async def archived(self, table: str, deal: str) -> bytes | None:
        """Give the record of a finished deal, while it is kept."""
        check_table(table)
        check_name(deal)
        end_ms, payload = self._archive.get((table, deal), (0, b""))
        if end_ms <= self._clock():
            self._archive.pop((table, deal), None)
            return None
        return payload
