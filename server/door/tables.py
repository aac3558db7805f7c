"""The tables that one connection follows, and the seats its person holds there."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from protocol import limits
from protocol.codes import CloseCode, ErrorCode
from server.door import replies
from server.door.precedence import Precedence
from server.hub.copies import NoSuchTable
from server.hub.delivery import events_frames
from server.hub.live_table import Viewer
from server.hub.missed import missed_since
from server.hub.missed_talk import with_missed_talk
from server.hub.past import deal_so_far
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.store_records import Presence
from server.stored import NewerSchema, StoredFault
from server.table.commands import PersonConnected, PersonLost
from server.table.events import SeatTaken
from server.translate.recipient import ONLOOKER, Recipient

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.door.service import Service
    from server.hub.history import Step
    from server.hub.live_table import LiveTable
    from server.identity import Entry
    from server.outbox import Outbox
    from server.store_records import Mark


class MayNotLookOn(Exception):  # noqa: N818 - an answer, not a fault
    """Nobody else may look on; the text says why."""

    def __init__(
        self,
        code: ErrorCode = ErrorCode.NOT_ALLOWED,
        detail: str = "the table takes no more onlookers",
    ) -> None:
        super().__init__(detail)
        self.code = code


class Tables:
    """Follows tables for one connection.

    Args:
        service: The parts of this node.
        outbox: Where the connection's messages go.
        entry: Who it is.
        superseded: Called when the person has come over another connection.
    """

    def __init__(
        self,
        service: Service,
        outbox: Outbox,
        entry: Entry,
        superseded: Callable[[], None],
    ) -> None:
        self._precedence = Precedence(
            service.doorkeeper, entry, self._connect, superseded
        )
        self._service = service
        self._outbox = outbox
        self._user = entry.user
        self._followed: dict[str, LiveTable] = {}
        self._arrivals: dict[str, int] = {}
        self.says_bye = False
        """Whether the person closes the connection on purpose."""
        self._muted: dict[str, set[int | None]] = {}
        """Who is not to be heard, by table, until that is followed."""
        self._unannounced: set[str] = set()
        """Tables that do not know yet that their person is there."""

    @property
    def newest(self) -> str | None:
        """The table that was followed last, of those that still are."""
        return next(reversed(self._followed), None)

    async def seats(self) -> list[tuple[str, int]]:
        """Where the person sits, by table; the seat taken last is at the end.

        Raises:
            NewerSchema: At a table that only newer nodes can go on with.
        """
        notes = await self._service.store.user_seats(self._user)
        found = []
        for table in notes:
            try:
                live = await self._service.copies.live(table)
            except NoSuchTable:
                await self._service.store.drop_user_seat(self._user, table)
                continue
            except NewerSchema:
                raise
            except (StoredFault, HistoryBroken):
                continue  # one damaged table keeps nobody from all the others
            seat = live.position.state.seat_of(self._user)
            if seat is not None and live.position.state.closed is None:
                taken_ms = live.position.state.seats[seat].taken_ms
                found.append((taken_ms, table, int(seat)))
        return [(table, seat) for _, table, seat in sorted(found)]

    async def seated(self, table: str, *, just_now: bool = True) -> None:
        """The person sits there: follow the table, and show it whole from that seat.

        Of a seat that was not taken `just_now` the table may think its person away.
        """
        live = await self._service.copies.live(table)
        if not just_now and not self._is_counted(live):
            await self._precedence.settle(table)
        async with live.turn_taken(patient=True):
            if just_now and not self._outbox.is_closing:
                self._note_arrival(live)
            await self._follow(live)
            live.tell_whole(self._outbox, "sat")
        await self._note_presence(live)
        await self._service.store.put_user_seat(self._user, table, b"")

    def _is_counted(self, live: LiveTable) -> bool:
        """Whether the table knows that its person is there, over this connection."""
        state = live.position.state
        seat = state.seat_of(self._user)
        if seat is None:
            return True
        held = state.seats[seat]
        return held.connected and held.arrival == self._arrivals.get(live.table)

    async def arrive(self, table: str) -> None:
        """Tell a table that its person is there, as soon as the store has room."""
        try:
            await self._connect(table)
        except StoreUnavailable as failure:
            if not failure.is_full:
                raise
            self._unannounced.add(table)

    async def announce(self) -> None:
        """Tell tables what the store had no room for before."""
        for table in sorted(self._unannounced):
            with suppress(NoSuchTable, NewerSchema):
                try:
                    await self._connect(table)
                except StoreUnavailable:
                    return  # the next message tries again
            self._unannounced.discard(table)

    async def _connect(self, table: str) -> None:
        live = await self._service.copies.live(table)
        command = PersonConnected(self._user)
        await self._service.hub.submit_own(live, command, self._note_arrival)
        await self._note_presence(live)
        self._followed.setdefault(table, live)

    async def left(self, table: str) -> None:
        """The person has given the seat up."""
        live = self._followed.pop(table, None)
        self._unannounced.discard(table)
        arrival = self._arrivals.pop(table, None)
        if live is not None:
            await self._service.copies.detach(live, self._outbox)
        if arrival is not None:
            await self._service.store.drop_presence(table, self._user, arrival)
        await self._service.store.drop_user_seat(self._user, table)

    async def resync(
        self, table: str, at: Mark | None, heard: int | None = None
    ) -> None:
        """Tell what happened after a position, or the whole table, then missed talk.

        Args:
            table: Id of the table.
            at: The position; None for the whole.
            heard: Number of the last line of talk that was told; None for no talk.

        Raises:
            NoSuchTable: There is none.
            MayNotLookOn: The table wants no onlookers, or has enough of them; or this
                node has enough tables.
        """
        live = await self._service.copies.live(table)
        self._check_onlooker(live)  # before anybody is made to wait for it
        if live.position.state.seat_of(self._user) is not None:
            await self._show(live, at, heard)
            return
        most = self._service.settings.max_onlookers
        if live.gallery.waiting >= most and self._outbox not in live.viewers:
            raise MayNotLookOn
        async with live.gallery.turn(self._service.clock):
            await self._show(live, at, heard)

    async def _show(self, live: LiveTable, at: Mark | None, heard: int | None) -> None:
        async with live.turn_taken(patient=True):
            if not _is_known_to_be_behind(live, at):
                await self._service.copies.catch_up(live)
            self._check_onlooker(live)
            await self._follow(live)
            if live.position.state.seat_of(self._user) is None and live.delay_ms:
                await self._show_late(live)
                return
            store = self._service.store
            async with with_missed_talk(store, live, self._outbox, heard):
                await self._tell_since(live, at)

    async def tell_past(self, table: str, after: int | None) -> None:
        """Tell the next part of the deal from its beginning, as whoever asks may see it.

        Args:
            table: Id of the table.
            after: The version up to which it was told; None from the beginning.

        Raises:
            NoSuchTable: There is none.
            MayNotLookOn: The person neither sits there nor looks on.
        """
        live = await self._service.copies.live(table)
        if live.position.state.seat_of(self._user) is not None:
            await self._tell_past(live, after)
            return
        if self._outbox not in live.viewers:
            raise MayNotLookOn(detail="only who looks on at the table is told")
        async with live.gallery.turn(self._service.clock):
            await self._tell_past(live, after)

    async def _tell_past(self, live: LiveTable, after: int | None) -> None:
        async with live.turn_taken(patient=True):
            await self._service.copies.catch_up(live)
            deal = await deal_so_far(self._service.store, live)
            recipient = Recipient(live.position.state.seat_of(self._user))
            if recipient == ONLOOKER and live.for_onlookers is not None:
                deal = deal.up_to(live.for_onlookers)
            elif recipient == ONLOOKER:
                raise MayNotLookOn(ErrorCode.BUSY, "nothing may be shown yet")
            page = deal.page_after(after)
            frame = page.frame(recipient)
            self._outbox.tell(frame)
            start = deal.start.state
            live.audit.look_at_past(frame, start, page.steps, recipient.seat)

    async def _show_late(self, live: LiveTable) -> None:
        """Show an onlooker what may be shown by now; the rest comes when it is due."""
        live.tell_late(self._service.store_clock.now_ms())
        if live.for_onlookers is None:
            del self._followed[live.table]
            await self._service.copies.detach(live, self._outbox)
            raise MayNotLookOn(detail="nothing of the table is old enough to be shown")
        live.tell_whole(self._outbox, "asked")

    async def _tell_since(self, live: LiveTable, at: Mark | None) -> None:
        if at is None:
            self._service.metrics.resyncs.add("asked")
            live.tell_whole(self._outbox, "asked")
        elif at == live.position.mark:
            self._service.metrics.resyncs.add("nothing_missed")
            self._outbox.tell(replies.replayed(live.table, 0, at.version))
        else:
            await self._replay(live, at)

    async def unwatch(self, table: str) -> None:
        """Look on no longer; a seat is not given up by this."""
        live = self._followed.get(table)
        if live is not None and live.position.state.seat_of(self._user) is None:
            del self._followed[table]
            await self._service.copies.detach(live, self._outbox)

    def mute(self, table: str, seat: int | None, *, on: bool) -> None:
        """Hear somebody no more at a table, or again; before it is followed, too."""
        live = self._followed.get(table)
        viewer = None if live is None else live.viewers.get(self._outbox)
        if viewer is not None:
            muted = viewer.muted
        elif table in self._muted or len(self._muted) < limits.ITEMS:
            muted = self._muted.setdefault(table, set())
        else:
            return
        if on:
            muted.add(seat)
        elif seat is None:
            muted.clear()
        else:
            muted.discard(seat)

    async def tell_all_whole(self) -> None:
        """Show each table whole, to a connection that could not keep up."""
        for live in list(self._followed.values()):
            async with live.turn_taken(patient=True):
                live.tell_whole(self._outbox, "slow")

    async def aclose(self) -> None:
        """The connection is gone; the seats stay, and their tables are told."""
        await self._precedence.aclose()
        for table, live in list(self._followed.items()):
            viewer = live.viewers.get(self._outbox)
            await self._service.copies.detach(live, self._outbox)
            arrival = self._arrivals.get(table)
            if viewer is not None and viewer.arrival is not None:
                arrival = viewer.arrival
            if arrival is None:
                continue
            try:
                lost = PersonLost(self._user, arrival, on_purpose=self.says_bye)
                with suppress(NewerSchema):
                    await self._service.hub.submit_own(live, lost)
                await self._service.store.drop_presence(table, self._user, arrival)
            except (NoSuchTable, StoreUnavailable):
                continue  # whoever is there next finds out by the lease

    def _check_onlooker(self, live: LiveTable) -> None:
        state = live.position.state
        if state.seat_of(self._user) is not None:
            return
        if self._user in state.barred:
            raise MayNotLookOn
        if self._outbox in live.viewers:
            return
        if not self._service.copies.has_room_for(live.table):
            detail = "the server has all the tables that it may have"
            raise MayNotLookOn(ErrorCode.TOO_MANY_TABLES, detail)
        if state.host == self._user:
            return  # whoever opened the table looks at it before sitting down
        if not state.options.spectators:
            raise MayNotLookOn(detail="the table wants no onlookers")
        most = self._service.settings.max_onlookers
        onlookers = sum(viewer.arrival is None for viewer in live.viewers.values())
        if onlookers >= most:
            raise MayNotLookOn

    async def _follow(self, live: LiveTable) -> None:
        arrival = self._arrivals.get(live.table)
        viewer = live.viewers.get(self._outbox)
        if viewer is None:
            doubted = partial(self._precedence.doubted, live.table)
            viewer = Viewer(self._user, arrival, doubted, self._outgrown)
            viewer.muted = self._muted.pop(live.table, set())
            await self._service.copies.attach(live, self._outbox, viewer)
        viewer.arrival = arrival
        self._followed[live.table] = live
        live.show_out(self._outbox)  # the table may have said it before, to nobody

    def _outgrown(self) -> None:
        """A newer node has to be found: the balancer may know one."""
        self._outbox.close(CloseCode.RESTART)

    def _note_arrival(self, live: LiveTable) -> None:
        """Remember which coming of the person this connection is."""
        state = live.position.state
        seat = state.seat_of(self._user)
        if seat is None:
            return
        self._arrivals[live.table] = arrival = state.seats[seat].arrival
        viewer = live.viewers.get(self._outbox)
        if viewer is not None:
            viewer.arrival = arrival

    async def _note_presence(self, live: LiveTable) -> None:
        """Let other nodes know over which node the person is connected."""
        state = live.position.state
        seat, arrival = state.seat_of(self._user), self._arrivals.get(live.table)
        if seat is None or arrival is None:
            return
        note = Presence(self._user, seat, arrival, self._service.node, 0)
        await self._service.store.put_presence(live.table, note)

    async def _replay(self, live: LiveTable, at: Mark) -> None:
        steps, reason = await missed_since(self._service.store, live, at)
        if any(_sits_down(step, self._user) for step in steps):
            reason = "sat"  # what the seat holds is not told by its events
        if reason is not None:
            self._service.metrics.resyncs.add("snapshot")
            live.tell_whole(self._outbox, reason)
            return
        self._service.metrics.resyncs.add("replay")
        seats = tuple([step.after.seat_of(self._user) for step in steps])
        frames = events_frames(live.position, steps, seats)
        for frame in frames:
            self._outbox.tell(frame)
        live.audit.look_at_events({seats: frames}, steps)
        version = live.position.mark.version
        self._outbox.tell(replies.replayed(live.table, len(steps), version))


def _is_known_to_be_behind(live: LiveTable, at: Mark | None) -> bool:
    """Whether a copy that is kept up to date by news has something new for a position.

    What the news have not brought yet, they bring to everybody alike.
    """
    if at is None or not live.viewers:
        return False
    return live.is_ahead_of(at) and at.version < live.position.mark.version


def _sits_down(step: Step, user: str) -> bool:
    event = step.stamped.event
    return isinstance(event, SeatTaken) and event.user == user
