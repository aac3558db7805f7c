"""What a welcomed person is served: each kind of message, and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

import structlog

from protocol.codes import CloseCode, ErrorCode
from protocol.previews import Preview
from protocol.to_server import (
    Bye,
    Create,
    Hint,
    Leave,
    Lobby,
    Mute,
    Past,
    Ping,
    Quick,
    Resync,
    Say,
    Sit,
    Unwatch,
)
from server.door import replies
from server.door.previews import previewed
from server.door.quick import QuickMatch
from server.door.round_trips import RoundTrips
from server.door.tables import MayNotLookOn
from server.door.talk import say
from server.door.wire_commands import (
    Arrival,
    digest_of,
    table_command,
    table_options,
)
from server.faults import Point
from server.hub.answers import Done
from server.hub.copies import NoSuchTable
from server.hub.mishaps import ANSWERS
from server.hub.opening import NotOpened
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.store_records import TOKEN_BYTES, Mark
from server.stored import NewerSchema, StoredFault
from server.table.seating import SALT_BYTES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping

    from protocol.options import Options
    from protocol.to_server import (
        Command,
        Question,
        Request,
        StandingRequest,
        TableCommand,
    )
    from server.door.failed_logins import Attempts
    from server.door.service import Service
    from server.door.tables import Tables
    from server.identity import Entry
    from server.outbox import Outbox
    from server.table.options import TableOptions

log = structlog.get_logger()

_MINUTE_MS: Final = 60_000


class Desk:
    """Serves one session on one connection.

    Args:
        service: The parts of this node.
        outbox: Where the connection's messages go.
        entry: Who it is.
        tables: The tables that the connection follows.
        attempts: How often the connection may be wrong about a password.
    """

    def __init__(
        self,
        service: Service,
        outbox: Outbox,
        entry: Entry,
        tables: Tables,
        attempts: Attempts,
    ) -> None:
        self._service = service
        self._metrics = service.metrics
        self._outbox = outbox
        self._entry = entry
        self._tables = tables
        self._attempts = attempts
        self.round_trips = RoundTrips()
        """Of the connection, as measured."""

    async def serve(
        self, message: Command | Request, begun_s: float | None = None
    ) -> None:
        """Do what a message asks, and answer it.

        Args:
            message: What was asked.
            begun_s: When its bytes came, on the clock of the metrics.

        Raises:
            StoreUnavailable: The store does not answer; nothing was said yet.
        """
        await self._tables.announce()
        match message:
            case Create() | Quick() | Say():
                await self._serve_once(message)
            case Resync() | Past() | Hint() | Preview():
                await self._request(message)
            case Unwatch() | Lobby() | Mute():
                await self._request(message)
            case Ping(t=t):
                self._outbox.tell(replies.pong(t, self._service.store_clock.now_ms()))
            case Bye(forget=forget):
                await self._bye(forget=forget)
            case Sit() if message.password:
                await self._guess(message, begun_s)
            case _:
                await self._command(message, begun_s)

    async def _serve_once(self, message: Create | Quick | Say) -> None:
        """Do what is no command of one table; a fault of ours is answered as one.

        Ending the connection would bring the client back with the same message for ever.
        """
        try:
            match message:
                case Create():
                    await self._create(message)
                case Quick():
                    await self._quick(message)
                case Say():
                    await self._say(message)
                case _:
                    assert_never(message)
        except (NewerSchema, StoreUnavailable):
            raise
        except Exception as fault:  # noqa: BLE001 - the connection goes on
            self._note_fault("a message could not be served", fault)
            self._refuse(message.n, ErrorCode.INTERNAL)

    def _note_fault(self, what: str, fault: Exception) -> None:
        self._metrics.faults.add("desk")
        log.error(what, exc_info=fault)

    async def _request(self, message: Resync | Question | StandingRequest) -> None:
        match message:
            case Resync():
                await self._resync(message)
            case Past(table=table, after=after):
                await self._show(table, self._tables.tell_past(table, after))
            case Hint(table=table):
                self._service.hints.ask(table, self._entry.user, self._outbox)
            case Preview():
                await self._preview(message)
            case Unwatch(table=table):
                await self._tables.unwatch(table)
            case Lobby():
                await self._service.lobby.show(self._outbox, message)
            case Mute(table=table, seat=seat, on=on):
                self._tables.mute(table, seat, on=on)
            case _:
                assert_never(message)

    async def _preview(self, message: Preview) -> None:
        copies, user = self._service.copies, self._entry.user
        try:
            answer = await previewed(message, user, copies)
        except NewerSchema:
            raise
        except Exception as fault:  # noqa: BLE001 - see `_serve_once`
            self._note_fault("a preview could not be counted", fault)
            table, cards = message.table, message.cards
            answer = replies.no_preview(table, 0, cards, ErrorCode.INTERNAL)
        self._outbox.tell(answer)

    async def _bye(self, *, forget: bool) -> None:
        self._tables.says_bye = True
        if forget:
            await self._service.doorkeeper.forget(self._entry)
            self._service.guests.strike(self._entry.session)
        self._outbox.close(CloseCode.NORMAL)

    async def _may_open(self, number: int) -> bool:
        """Whether another table may be opened now; says so if not."""
        if not self._service.copies.has_room_for():
            self._refuse(number, ErrorCode.TOO_MANY_TABLES)
            return False
        openings = await self._service.store.count_use(
            self._entry.user, "opened", period_ms=_MINUTE_MS
        )
        if openings.count <= self._service.settings.tables_per_minute:
            return True
        self._refuse(number, ErrorCode.RATE, {"retry_ms": openings.ends_ms})
        return False

    async def _may_be_matched(self, number: int) -> bool:
        """Whether another seat may be looked for now; says so if not."""
        if not await self._may_open(number):
            return False
        if await self._has_all_seats(None):
            self._refuse(number, ErrorCode.TOO_MANY_TABLES)
            return False
        return True

    def _refuse(
        self, number: int, code: ErrorCode, args: Mapping[str, int] | None = None
    ) -> None:
        self._metrics.refusals.add(code)
        self._outbox.tell(replies.refused(number, code, args=args))

    async def _create(self, message: Create) -> None:
        opener = self._service.opener
        key = (self._entry.session, message.n, digest_of(message))
        try:
            noted = await opener.take_number(*key)
            if not noted and not await self._may_open(message.n):
                return
            table = noted or await opener.open(
                self._entry, *key[1:], self._options(message.options)
            )
            await opener.take_number(*key, table)
        except NotOpened as refusal:
            self._refuse(message.n, refusal.code)
            return
        self._outbox.tell(replies.opened(message.n, table, repeated=bool(noted)))

    async def _quick(self, message: Quick) -> None:
        match = QuickMatch(self._service, message, self._entry)
        try:
            noted = await match.table_so_far()
            if not noted and not await self._may_be_matched(message.n):
                return
            options = self._options(message.options, quick=True)
            table, answer = await match.seat(noted, options)
        except NotOpened as refusal:
            self._refuse(message.n, refusal.code)
            return
        if isinstance(answer, Done):
            await self._tables.seated(table, just_now=not answer.repeated)
        self._outbox.tell(replies.answered(message.n, table, answer))

    async def _say(self, message: Say) -> None:
        try:
            live = await self._service.copies.live(message.table)
            answer = await say(self._service, live, message, self._entry)
        except NoSuchTable:
            self._refuse(message.n, ErrorCode.NO_TABLE)
            return
        except NewerSchema:
            raise
        except (StoredFault, HistoryBroken):
            self._refuse(message.n, ErrorCode.INTERNAL)
            return
        self._outbox.tell(replies.answered(message.n, message.table, answer))

    async def _resync(self, message: Resync) -> None:
        at, token = None, message.token or b""
        # A token of another length is of no position: the table is shown as a whole.
        if message.epoch is not None and len(token) == TOKEN_BYTES:
            at = Mark(message.epoch, message.version or 0, token)
        showing = self._tables.resync(message.table, at, message.heard)
        await self._show(message.table, showing)

    async def _show(self, table: str, showing: Awaitable[None]) -> None:
        """Let a table be shown, or say why it is not."""
        try:
            await showing
        except NoSuchTable:
            detail = "there is no such table"
            self._not_shown(table, ErrorCode.NO_TABLE, detail)
        except (NewerSchema, StoreUnavailable):
            raise
        except (StoredFault, HistoryBroken):
            detail = "the table cannot be read"
            self._not_shown(table, ErrorCode.INTERNAL, detail)
        except MayNotLookOn as refusal:
            self._not_shown(table, refusal.code, str(refusal))
        except Exception as fault:  # noqa: BLE001 - see `_serve_once`
            self._note_fault("a table cannot be shown", fault)
            detail = "the table cannot be shown"
            self._not_shown(table, ErrorCode.INTERNAL, detail)

    def _not_shown(self, table: str, code: ErrorCode, detail: str) -> None:
        self._outbox.tell(replies.error(code, detail, table=table))

    async def _may_sit(self, message: Sit) -> bool:
        """Whether sitting down is tried now; says so if not."""
        if not await self._has_room(message.table):
            self._refuse(message.n, ErrorCode.TOO_MANY_TABLES)
            return False
        return True

    async def _guess(self, message: Sit, begun_s: float | None) -> None:
        """Sit down with a password, which may be wrong."""
        async with self._attempts.trying(message.table) as trial:
            if not trial.wait_ms:
                refusal = await self._command(message, begun_s)
                trial.was_wrong = refusal is ErrorCode.PASSWORD
                return
            self._refuse(message.n, ErrorCode.RATE, {"retry_ms": trial.wait_ms})
            if self._attempts.is_stubborn:
                self._outbox.close(CloseCode.RATE)

    async def _command(
        self, message: TableCommand, begun_s: float | None
    ) -> ErrorCode | None:
        """Answer a command; why it was refused at the table, if it was."""
        service = self._service
        received_ms = service.store_clock.now_ms() - service.stalls.waited_ms()
        if isinstance(message, Sit) and not await self._may_sit(message):
            return None
        outages = await service.pulse.outages_until_now()
        arrival = Arrival(received_ms, self.round_trips.one_way_ms, outages)
        answer = await service.hub.submit(
            message.table,
            table_command(message, self._entry, arrival),
            self._entry.session,
            message.n,
            digest_of(message),
            begun_s=begun_s,
        )
        if isinstance(answer, Done):
            self._metrics.commands.add("repeated" if answer.repeated else "done")
            # Before the answer: should the store fail here, the same command, sent
            # again, does it.
            await self._follow_up(message, repeated=answer.repeated)
        else:
            if answer.refusal.code is ErrorCode.ALREADY_SEATED:
                # Of what a command before this one led to, this may not be done yet.
                await self._follow_up(message, repeated=True)
            self._metrics.commands.add("refused")
            self._metrics.refusals.add(answer.refusal.code)
        self._outbox.tell(replies.answered(message.n, message.table, answer))
        self._service.faults.reached(Point.ANSWER_QUEUED)
        return None if isinstance(answer, Done) else answer.refusal.code

    async def _follow_up(self, message: TableCommand, *, repeated: bool) -> None:
        """What belongs to sitting down and leaving; they count, whatever comes of it."""
        try:
            if isinstance(message, Sit):
                await self._tables.seated(message.table, just_now=not repeated)
            elif isinstance(message, Leave):
                await self._tables.left(message.table)
        except ANSWERS:
            raise
        except Exception as fault:  # noqa: BLE001 - see `_serve_once`
            self._note_fault("a seat could not be shown", fault)

    async def _has_room(self, table: str) -> bool:
        """Whether the person, and this node, may have another table."""
        if not self._service.copies.has_room_for(table):
            return False
        return not await self._has_all_seats(table)

    async def _has_all_seats(self, table: str | None) -> bool:
        seats = [seated for seated, _ in await self._tables.seats()]
        most = self._service.settings.max_seats_per_user
        return table not in seats and len(seats) >= most

    def _options(self, options: Options, *, quick: bool = False) -> TableOptions:
        service = self._service
        salt, keep = service.chance.fresh(SALT_BYTES), service.settings.table
        return table_options(options, keep, salt, service.bots.levels, quick=quick)
