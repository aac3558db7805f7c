"""What stands beside the histories on Redis: lobby, people, talk, finished deals."""

from collections.abc import Mapping

from server.adapters.redis_calls import RedisCalls, sensible
from server.adapters.redis_keys import (
    archive_key,
    lobby_key,
    meeting_key,
    numbers_key,
    table_keys,
    user_key,
    uses_key,
)
from server.adapters.redis_replies import (
    as_bytes,
    as_int,
    as_list,
    as_pairs,
    events_of,
    number_of,
)
from server.store_outcomes import NumberOutcome, Uses
from server.store_records import (
    ARCHIVE_BYTES_MAX,
    MEETING_MS,
    NUMBERS_MS,
    ROW_BYTES_MAX,
    SHARDS,
    USER_SEATS_MS,
    Presence,
    Receipt,
    check_name,
    check_size,
    check_table,
)
from server.store_talk import Talk


class RedisBoards(RedisCalls):
    """The part of the store that everything else is pinned to."""

    async def lobby(self) -> Mapping[str, bytes]:
        """Give the rows of all open tables."""
        replies = await self._link.read(
            [("HGETALL", lobby_key(shard)) for shard in range(SHARDS)]
        )
        with sensible():
            return {
                table.decode(): row
                for reply in replies
                for table, row in as_pairs(reply)
            }

    async def put_presence(self, table: str, presence: Presence) -> bool:
        """Note who holds a seat; refused for an older generation or no table."""
        words = (
            presence.seat,
            presence.generation,
            presence.node,
            presence.lease_until_ms,
        )
        note = " ".join(map(str, words))
        return await self._presence(table, presence.session, presence.generation, note)

    async def drop_presence(self, table: str, session: str, generation: int) -> bool:
        """Remove that note, if it is of this generation."""
        check_name(session)
        return await self._presence(table, session, generation, "")

    async def _presence(
        self, table: str, session: str, generation: int, note: str
    ) -> bool:
        keys = table_keys(table)
        answer = await self._change(
            "presence", [keys.meta, keys.presences], [session, generation, note]
        )
        with sensible(unknown=True):
            # Removing twice, because the first answer was lost, is removing.
            return as_int(answer.reply) == 1 or (answer.was_unknown and not note)

    async def presences(self, table: str) -> tuple[Presence, ...]:
        """Give the notes of a table, by session."""
        (reply,) = await self._link.read([("HGETALL", table_keys(table).presences)])
        found = []
        with sensible():
            for session, note in sorted(as_pairs(reply)):
                seat, generation, node, lease = note.decode().split(" ")
                found.append(
                    Presence(
                        session.decode(), int(seat), int(generation), node, int(lease)
                    )
                )
        return tuple(found)

    async def put_user_seat(self, user: str, table: str, payload: bytes) -> None:
        """Note that a user has a seat at a table; kept for two days."""
        check_table(table)
        check_size("seat note", payload, ROW_BYTES_MAX)
        await self._change(
            "user_seat", [user_key(user)], [table, USER_SEATS_MS, payload]
        )

    async def drop_user_seat(self, user: str, table: str) -> None:
        """Remove that note."""
        check_table(table)
        await self._change("user_seat", [user_key(user)], [table, 0, b""])

    async def user_seats(self, user: str) -> Mapping[str, bytes]:
        """Give the notes of a user by table. An index only, tables are the truth."""
        (reply,) = await self._link.read([("HGETALL", user_key(user))])
        with sensible():
            return {table.decode(): note for table, note in sorted(as_pairs(reply))}

    async def talk_after(self, table: str, number: int, limit: int) -> tuple[Talk, ...]:
        """Give up to `limit` lines after a number; the last 200 are kept."""
        start = f"({max(0, number)}"
        command = ("XRANGE", table_keys(table).talk, start, "+", "COUNT", max(1, limit))
        (reply,) = await self._link.read([command])
        with sensible():
            return tuple(Talk(line.version, line.payload) for line in events_of(reply))

    async def meet(self, wish: str, table: str, *, instead_of: str = "") -> str:
        """Propose a table to all who have the same wish; the table that stands."""
        check_table(table)
        answer = await self._change(
            "meet", [meeting_key(wish)], [table, instead_of, MEETING_MS]
        )
        with sensible(unknown=True):
            return as_bytes(answer.reply).decode()

    async def count_use(self, user: str, what: str, *, period_ms: int) -> Uses:
        """Count one use of what a user may do only so often, wherever it is done."""
        answer = await self._change("use", [uses_key(user, what)], [max(1, period_ms)])
        with sensible(unknown=True):
            count, ends_ms = as_list(answer.reply)
            return Uses(as_int(count), as_int(ends_ms))

    async def give_use_back(self, user: str, what: str) -> None:
        """Count one use less, as what was counted was not done."""
        await self._change("unuse", [uses_key(user, what)], [])

    async def take_number(self, receipt: Receipt) -> NumberOutcome:
        """Take a number for a command that names no table, before it does anything."""
        answer = await self._change(
            "number",
            [numbers_key(receipt.session)],
            [receipt.number, receipt.digest.hex(), receipt.result, NUMBERS_MS],
        )
        with sensible(unknown=True):
            return number_of(answer.reply)

    async def archive(
        self, table: str, deal: str, payload: bytes, *, keep_ms: int
    ) -> None:
        """Keep the record of a finished deal; the first one written stays."""
        check_size("deal record", payload, ARCHIVE_BYTES_MAX)
        keys = [archive_key(table, deal)]
        await self._change("archive", keys, [payload, max(1, keep_ms)])

    async def archived(self, table: str, deal: str) -> bytes | None:
        """Give the record of a finished deal, while it is kept."""
        (reply,) = await self._link.read([("GET", archive_key(table, deal))])
        with sensible():
            return None if reply is None else as_bytes(reply)
