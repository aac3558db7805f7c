"""One connection from its hello to its end.

Messages are taken one after another. What cannot be read is answered with a code; who
sends too many such messages, or too many at all, is shown the door. Nothing that a
message says can name another person: who acts follows from the session.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from protocol.codec import BadMessage, decode_to_server
from protocol.codes import CloseCode, ErrorCode
from protocol.to_server import Hello, ToServer
from protocol.versions import DIALECTS, common
from server.door import replies
from server.door.desk import Desk
from server.door.lost_sessions import RETRY_MS as LOST_RETRY_MS
from server.door.tables import Tables
from server.faults import Point
from server.identity import Entry, NoEntry
from server.outbox import Outbox
from server.sessions import KEY_BYTES
from server.store_outcomes import StoreUnavailable
from server.stored import NewerSchema
from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.crowd import Place
    from server.door.service import Service

_CLOSED_AT: Final = 2
"""Who sends so many times what is allowed is cut off, answered or not."""
_FAILURES: Final = frozenset({ErrorCode.TOKEN, ErrorCode.LOGIN})
"""Answers to hellos that may have been guesses."""


class Connection:
    """The server's side of one connection.

    Args:
        service: The parts of this node.
        place: Among all connections; None for one that is not counted.
    """

    def __init__(self, service: Service, place: Place | None = None) -> None:
        settings = service.settings
        self.outbox = Outbox(
            most_bytes=settings.outbox_bytes, most_messages=settings.outbox_messages
        )
        self.is_gone: Callable[[], bool] = lambda: False
        """Says whether the socket has ended, which is else only noticed at its end."""
        self._service = service
        self._metrics = service.metrics
        self._place = place
        self.is_busy = False
        """Whether a message is being served."""
        self._restarts = False
        self._entry: Entry | None = None
        self._tables: Tables | None = None
        self._desk: Desk | None = None
        self._bad_at_ms: deque[int] = deque(maxlen=settings.invalid_messages)
        now_ms = service.clock.monotonic_ms()
        self._messages = Allowance.full(
            Rate(settings.messages_per_s, settings.messages_burst), now_ms
        )
        self._bytes = Allowance.full(
            Rate(settings.bytes_per_s, 2 * settings.bytes_per_s), now_ms
        )
        self._patience = Allowance.full(
            Rate(
                _CLOSED_AT * settings.messages_per_s,
                _CLOSED_AT * settings.messages_burst,
            ),
            now_ms,
        )
        address = None if place is None else place.origin
        self._attempts = service.failed_logins.of_connection(address)

    @property
    def is_welcome(self) -> bool:
        """Whether hello was said and accepted."""
        return self._entry is not None

    @property
    def user(self) -> str | None:
        """Who it is, once hello was accepted."""
        return None if self._entry is None else self._entry.user

    def note_round_trip(self, round_trip_ms: float) -> None:
        """Remember what the latest ping took; its half is charged to no clock."""
        if self._desk is not None:
            self._desk.round_trips.note(round_trip_ms)

    async def take(self, data: bytes) -> None:
        """Take one message of the client; none once the connection is about to end."""
        if self._restarts or self.outbox.is_closing:
            return
        self.is_busy = True
        try:
            await self._take(data)
        finally:
            self.is_busy = False
            if self._restarts:
                self.outbox.close(CloseCode.RESTART)

    async def _take(self, data: bytes) -> None:
        begun_s = self._metrics.now_s()
        self._metrics.received_bytes.add(amount=len(data))
        self._service.faults.reached(Point.BYTES_IN)
        if not self._within_rate(data):
            return
        message = decode_to_server(data, self.outbox.dialect)
        if isinstance(message, BadMessage):
            self._metrics.received.add("invalid")
            self._bad(message)
            return
        self._metrics.received.add(message.op)
        self._service.faults.reached(Point.DECODED)
        try:
            await self._answer(message, begun_s)
        except StoreUnavailable as failure:
            self._store_away(message, failure)
        except NewerSchema:
            # A table is ahead of this node: a newer one has to be found.
            self.outbox.close(CloseCode.RESTART)

    def take_text(self) -> None:
        """A text frame came; it is not even looked at."""
        self._bad(BadMessage(ErrorCode.TEXT_FRAME, "frames are binary"))

    async def tell_all_whole(self) -> None:
        """The client was too slow and lost its queue: show it everything anew."""
        if self._tables is not None:
            await self._tables.tell_all_whole()

    async def aclose(self) -> None:
        """The connection has ended, however it was; returns when its tables know."""
        service = self._service
        service.lobby.forget(self.outbox)
        if self._entry is not None and service.by_user.get(self._entry.user) is self:
            del service.by_user[self._entry.user]
        if self._entry is not None:
            service.guests.went(self._entry)
        try:
            if self._tables is not None:
                await self._tables.aclose()
        finally:
            service.connections.discard(self)

    def restart(self, retry_ms: int) -> None:
        """The server is about to end: say so, once, and end after the command under way.

        Args:
            retry_ms: When the client should come back.
        """
        if self._restarts:
            return
        self._restarts = True
        self.outbox.tell(replies.goaway(CloseCode.RESTART, retry_ms))
        if not self.is_busy:
            self.outbox.close(CloseCode.RESTART)

    @property
    def entry(self) -> Entry | None:
        """Who it is, once hello was accepted."""
        return self._entry

    @property
    def session(self) -> str | None:
        """Id of the session, once it is known."""
        return None if self._entry is None else self._entry.session

    @property
    def table(self) -> str | None:
        """The table that the connection came to last; None at no table."""
        return None if self._tables is None else self._tables.newest

    def revoke(self) -> None:
        """The session has been ended for everybody who holds it."""
        if self._entry is not None:
            self._service.guests.strike(self._entry.session)
        self.outbox.close(CloseCode.REVOKED)

    def supersede(self) -> None:
        """The same person has connected again elsewhere."""
        self.outbox.close(CloseCode.SUPERSEDED)

    # ---------------------------------------------------------------- judgement

    def _within_rate(self, data: bytes) -> bool:
        now_ms = self._service.clock.monotonic_ms()
        if not self._patience.spend(1, now_ms):
            self.outbox.close(CloseCode.RATE)
            return False
        if self._messages.spend(1, now_ms):
            if self._bytes.spend(len(data), now_ms):
                return True
            self._messages.give_back(1, now_ms)
        self._metrics.received.add("over_rate")
        self._metrics.refusals.add(ErrorCode.RATE)
        decoded = decode_to_server(data, self.outbox.dialect)
        number = getattr(decoded, "n", None)
        wait_ms = max(
            self._messages.wait_ms(1, now_ms), self._bytes.wait_ms(len(data), now_ms)
        )
        if number is not None:
            frame = replies.refused(number, ErrorCode.RATE, args={"retry_ms": wait_ms})
            self.outbox.tell(frame)
        else:
            self.outbox.tell(_over_rate(wait_ms))
        return False

    def _bad(self, fault: BadMessage) -> None:
        self._metrics.refusals.add(fault.code)
        self.outbox.tell(replies.bad_message(fault))
        if fault.code is ErrorCode.BAD_NAME:
            return  # a person tries names; that is no fault of the client
        now_ms = self._service.clock.monotonic_ms()
        self._bad_at_ms.append(now_ms)
        settings = self._service.settings
        recent = now_ms - self._bad_at_ms[0] <= settings.invalid_within_s * 1000
        if len(self._bad_at_ms) == settings.invalid_messages and recent:
            self.outbox.close(CloseCode.BAD_MESSAGE)

    def _store_away(self, message: ToServer, failure: StoreUnavailable) -> None:
        code = ErrorCode.STORE_FULL if failure.is_full else ErrorCode.STORE_AWAY
        self._metrics.refusals.add(code)
        number = getattr(message, "n", None)
        if number is not None:
            self.outbox.tell(replies.refused(number, code))
            return
        self.outbox.tell(replies.error(code, "the store does not answer"))
        if isinstance(message, Hello):
            self.outbox.close(CloseCode.TRY_LATER)

    # ------------------------------------------------------------------ answers

    async def _answer(self, message: ToServer, begun_s: float) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        if self._desk is None:
            self.outbox.tell(replies.error(ErrorCode.HELLO_FIRST, "say hello first"))
            self.outbox.close(CloseCode.BAD_MESSAGE)
            return
        await self._desk.serve(message, begun_s)

    async def _hello(self, message: Hello) -> None:
        if self._entry is not None:
            self._bad(BadMessage(ErrorCode.HELLO_TWICE, "hello was said already"))
            return
        version = common(*message.versions)
        if version is None:
            self._metrics.hellos.add("version")
            self.outbox.tell(replies.error(ErrorCode.VERSION, "no version in common"))
            self.outbox.close(CloseCode.VERSION)
            return
        self.outbox.dialect = DIALECTS.get(version)
        service = self._service
        entry = await self._entry_for(message)
        if entry is None:
            return
        if not isinstance(entry, Entry):
            self._metrics.hellos.add("revoked" if entry.is_revoked else entry.code)
            self._not_let_in(entry, message)
            return
        if self._place is not None and not self._place.welcome(entry.user):
            self._metrics.hellos.add("capacity")
            self.outbox.close(CloseCode.CAPACITY)
            return
        self._metrics.hellos.add("new" if entry.is_new else "resumed")
        older = service.by_user.get(entry.user)
        if older is not None:
            older.supersede()
        service.by_user[entry.user] = self
        service.guests.came(entry)
        self._entry = entry
        self._tables = Tables(service, self.outbox, entry, self.supersede)
        self._desk = Desk(service, self.outbox, entry, self._tables, self._attempts)
        # Seats follow the user: a login finds them again over a new session.
        is_stranger = entry.is_new and entry.is_guest
        seats = [] if is_stranger else await self._tables.seats()
        self.outbox.tell(replies.welcome(entry, service.house(), seats, version))
        if service.health is not None and service.health.is_told_away:
            # A store that is full still lets people come back to their seats.
            self.outbox.tell(replies.store(is_back=False))
        for table, _ in seats:
            await self._tables.arrive(table)

    async def _entry_for(self, message: Hello) -> Entry | NoEntry | None:
        """What the hello gives right to; None, and an answer, if it is not judged."""
        enter = self._service.doorkeeper.enter
        if message.resume is None and message.login is None:
            return await enter(message.name, None, None)
        async with self._attempts.trying() as trial:
            if trial.wait_ms:
                self._put_off(trial.wait_ms)
                return None
            entry = await enter(
                message.name,
                message.resume,
                message.login,
                known=self._known(message),
                is_gone=self.is_gone,
            )
            if isinstance(entry, Entry):
                return entry
            if entry.code is ErrorCode.BUSY:
                self._ask_to_come_back()
                return None
            if await self._service.lost_sessions.may_be_found(entry, message.resume):
                self._ask_to_come_back()
                return None
            trial.was_wrong = entry.code in _FAILURES
            return entry

    def _known(self, message: Hello) -> Entry | None:
        """What this node knows of the session that a hello takes up again."""
        if message.resume is None:
            return None
        return self._service.guests.entry_of(message.resume[:KEY_BYTES].hex())

    def _ask_to_come_back(self) -> None:
        """The session cannot be judged now.

        The store has lost it, it seems, and a node that knows it writes it anew; or it
        was taken up elsewhere just now.
        """
        self._metrics.hellos.add("lost")
        self.outbox.tell(replies.error(ErrorCode.BUSY, "come back in a moment"))
        self.outbox.tell(replies.goaway(CloseCode.TRY_LATER, LOST_RETRY_MS))
        self.outbox.close(CloseCode.TRY_LATER)

    def _put_off(self, wait_ms: int) -> None:
        """Too many have failed from here: this hello is not even looked at."""
        self._metrics.hellos.add(ErrorCode.RATE)
        self.outbox.tell(_over_rate(wait_ms))
        self.outbox.tell(replies.goaway(CloseCode.RATE, wait_ms))
        self.outbox.close(CloseCode.RATE)

    def _not_let_in(self, refusal: NoEntry, message: Hello) -> None:
        self.outbox.tell(replies.error(refusal.code, "hello was not accepted"))
        if refusal.code is not ErrorCode.TOKEN:
            self.outbox.close(CloseCode.AUTH)
            return
        if refusal.is_revoked and message.resume is not None:
            session = message.resume[:KEY_BYTES].hex()
            self._service.guests.strike(session)
            for member in list(self._service.connections):
                if member.session == session:
                    member.revoke()
        self.outbox.close(CloseCode.REVOKED)


def _over_rate(wait_ms: int) -> bytes:
    return replies.error(ErrorCode.RATE, f"wait {wait_ms} ms", retry_ms=wait_ms)
