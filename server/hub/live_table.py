"""One table on this node: its copy, its queue, and who looks at it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from server.hub.broken_promises import note_broken
from server.hub.delivery import (
    Telling,
    events_frames,
    snapshot_frame,
    standstill_frame,
)
from server.hub.gallery import Gallery
from server.hub.history import Position, Step
from server.hub.late_view import LateView
from server.hub.leak_audit import NO_AUDIT, LeakAudit
from server.hub.talk_lines import Line
from server.metrics import DUPLICATE_APPLY, GAP, NO_METRICS, Metrics
from server.ports import Outlet
from server.store_outcomes import Published, StoreUnavailable, Trouble
from server.store_records import Mark
from server.table.events import DealBegan, SeatTaken
from server.translate.recipient import ONLOOKER, Recipient

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from engine.seats import Seat

COMMANDS_WAITING: Final = 8
"""Commands of people that wait for one table. No setting: four people play there, each
of whom waits for an answer, so that a longer queue would only hide that it stands."""
NEWS_WAITING: Final = 64
OTHERS_FIRST_MS: Final = 12_000
"""So long a table that the store has lost is left to nodes at which people look at it:
longer than it takes those to find out."""
STEPS_KEPT: Final = 16
"""What a table goes through while its people come back after a restart."""


class TableBusy(Exception):  # noqa: N818 - a state, not a fault
    """Too many commands wait for this table already."""


@dataclass(slots=True)
class Viewer:
    """Somebody who is told what happens at a table."""

    user: str
    arrival: int | None = None
    """Which coming of the seat's person this is; None for an onlooker."""
    superseded: Callable[[], None] | None = None
    """To be called when the person has come over another connection."""
    outgrown: Callable[[], None] | None = None
    """To be called when the table goes on where this node cannot follow."""
    muted: set[int | None] = field(default_factory=set)
    """Seats whose talk the viewer does not want to hear, until somebody else has them;
    None stands for all."""
    held_talk: deque[Line] | None = None
    """What is said while the viewer is told what was said before; None as a rule."""

    def hears(self, line: Line) -> bool:
        """Whether the viewer wants to hear whoever said a line."""
        return None not in self.muted and line.seat not in self.muted


def _nobody_listens(_live: LiveTable) -> None:
    """Leave the news where they are."""


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table whose copy is kept on this node.

    Everything that changes the copy or the viewers happens while `turn_taken` is
    held, so each viewer gets every version once and in order.
    """

    position: Position
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
    """How many hold the table or wait for it."""
    commands: int = 0
    """Commands of people among them."""
    gallery: Gallery = field(default_factory=Gallery)
    viewers: dict[Outlet, Viewer] = field(default_factory=dict)
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=STEPS_KEPT))
    """The last steps to where the copy stands, one right after the other."""
    talk_heard: int = 0
    """Number of the last line of talk that was passed on, or that was said before
    anybody here could hear it."""
    news: deque[Published] = field(default_factory=lambda: deque(maxlen=NEWS_WAITING))
    """What was heard while somebody held the table: as a rule of what they stored."""
    on_news: Callable[[LiveTable], None] = _nobody_listens
    """Called when there are news and nobody holds the table any more."""
    metrics: Metrics = NO_METRICS
    audit: LeakAudit = NO_AUDIT
    """Looks at some of what is told."""
    mishaps: int = 0
    """Faults of our own at this table in a row, with no move of it in between."""
    bot_failures: int = 0
    """How often in a row the bot of the level gave no answer in this deal."""
    bot_asked: tuple[int, int] | None = None
    """Which turn a bot was last asked for here, and when, on this process's clock."""
    is_frozen: bool = False
    """Whether nothing more can be played at this copy."""
    late: LateView = field(default_factory=LateView)
    """What onlookers are shown, where the table has them wait."""
    _missing_since_ms: int | None = None
    """Since when the store does not know the table, by its clock; None while it does."""
    _begun: tuple[Position, ...] = ()
    """Where the copy was right after the last two deals began, if it was here then."""
    _shown: dict[str, bytes] = field(default_factory=dict)
    """Reason to the table as all onlookers are shown it."""
    _shown_at: tuple[Mark, int] | None = None
    """The position, and the last line of talk, at which that was made."""

    @property
    def table(self) -> str:
        """The table's id."""
        return self.position.state.table

    def is_ahead_of(self, mark: Mark) -> bool:
        """Whether the copy holds this position of its own history already."""
        own = self.position.mark
        return mark.epoch == own.epoch and mark.version <= own.version

    def turn_taken(self, *, patient: bool = False) -> TurnTaken:
        """Hold the table; at most eight commands of people wait for it.

        Args:
            patient: For all else, which waits however many do, and keeps no command
                out.

        Raises:
            TableBusy: The queue is full; nothing was done.
        """
        if self.commands >= COMMANDS_WAITING and not patient:
            raise TableBusy
        return TurnTaken(self, commands=0 if patient else 1)

    def advance(self, position: Position, steps: Sequence[Step]) -> None:
        """Take a later position over and tell everybody what happened."""
        self.take_over(position, steps)
        self.tell(steps)

    def take_over(self, position: Position, steps: Sequence[Step]) -> None:
        """Let a later position be the copy, without a word to anybody yet."""
        first = position.mark.version - len(steps) + 1
        if first != self.position.mark.version + 1:
            here = self.position.mark.version
            promise = GAP if first > here else DUPLICATE_APPLY
            note_broken(self.metrics, promise, self.table, here=here, first=first)
            self.recent.clear()
        self.recent.extend(steps)
        self.position = position
        if any(isinstance(step.stamped.event, DealBegan) for step in steps):
            self._begun = (*self._begun[-1:], position)
            self.bot_failures = 0

    def let_others_go_first(self, now_ms: int, for_ms: int) -> None:
        """Leave a table that the store has lost to those who may know more of it.

        A copy at which nobody looks hears no news, and may be of long ago.

        Args:
            now_ms: The store's clock.
            for_ms: For so long.

        Raises:
            StoreUnavailable: That time is not over.
        """
        if self.viewers:
            return
        if self._missing_since_ms is None:
            self._missing_since_ms = now_ms
        if now_ms - self._missing_since_ms < for_ms:
            detail = "a table is missing, and others may know more of it"
            raise StoreUnavailable(Trouble.BUSY, detail, unknown=False)

    def base_before(self, at: Mark) -> Position | None:
        """The newest kept position of this history that is not after another one."""
        for position in reversed(self._begun):
            mark = position.mark
            if mark.epoch == at.epoch and mark.version <= at.version:
                return position
        return None

    def tell(self, steps: Sequence[Step]) -> None:
        """Tell everybody the steps that led to the copy as it is.

        Onlookers of a table that is shown late are told by `tell_late`.
        """
        delay_ms = self.delay_ms
        if delay_ms:
            self.late.add(self.position, steps, delay_ms)
        if not self.viewers:
            return
        telling = Telling(self.position, steps)
        told: dict[tuple[Seat | None, ...], list[bytes]] = {}
        seated = [step.after.seats_by_user for step in steps]
        newcomers = {
            step.stamped.event.seat
            for step in steps
            if isinstance(step.stamped.event, SeatTaken)
        }
        for outlet, viewer in self.viewers.items():
            if newcomers:
                viewer.muted -= newcomers
            user = viewer.user
            seats = tuple([seat_by_user.get(user) for seat_by_user in seated])
            if delay_ms and all(seat is None for seat in seats):
                continue
            frames = told.get(seats)
            if frames is None:
                frames = told[seats] = telling.frames(seats)
            for frame in frames:
                outlet.tell(frame)
        self.audit.look_at_events(told, steps)
        self._show_out()

    def begin_late(self, shown: Position, steps: Sequence[Step], now_ms: int) -> None:
        """Begin what onlookers are told late with a position, and what followed it."""
        if self.delay_ms:
            self.late.begin(shown)
            self.late.add(self.position, steps, self.delay_ms)
            self.late.due(now_ms)

    def tell_late(self, now_ms: int) -> None:
        """Tell onlookers what is old enough, by the store's clock."""
        before = self.late.shown
        steps = self.late.due(now_ms)
        shown = self.late.shown
        if not steps or shown is None:
            return
        joins_on = before is not None and before.is_followed_by(steps, shown)
        nowhere = (None,) * len(steps)
        frames = events_frames(shown, steps, nowhere)
        self.audit.look_at_events({nowhere: frames}, steps)
        for outlet, viewer in self.viewers.items():
            if self.position.state.seat_of(viewer.user) is not None:
                continue
            if not joins_on:
                self.tell_whole(outlet, "asked")
                continue
            for frame in frames:
                outlet.tell(frame)

    def replace(self, position: Position, reason: str) -> None:
        """Take over a position that does not continue the copy; tell it whole."""
        self.position = position
        self._missing_since_ms = None
        self.recent.clear()
        self._begun = ()
        self.late.begin(position)
        for outlet in self.viewers:
            self.tell_whole(outlet, reason)
        self._show_out()

    def freeze(self) -> None:
        """Let nothing more be played at this copy, and tell everybody."""
        self.is_frozen = True
        for outlet in self.viewers:
            outlet.tell(standstill_frame(self.table))

    def tell_whole(self, outlet: Outlet, reason: str) -> None:
        """Tell one viewer the table as it is, and that it stands still if it does."""
        self._tell_view(outlet, reason)
        if self.is_frozen:
            outlet.tell(standstill_frame(self.table))

    def _tell_view(self, outlet: Outlet, reason: str) -> None:
        """Tell the table as it is, or as an onlooker may see it by now."""
        self.metrics.snapshots.add(reason)
        recipient = self._recipient(outlet)
        is_onlooker = recipient == ONLOOKER
        position = self.for_onlookers if is_onlooker else self.position
        if position is None:
            return
        if is_onlooker:
            frame = self._shown_to_onlookers(position, reason)
        else:
            frame = self._snapshot(position, recipient, reason)
        outlet.tell(frame)
        self.audit.look_at_whole(frame, position.state, recipient.seat)

    @property
    def delay_ms(self) -> int:
        """How old an event has to be before onlookers are told; 0 at most tables."""
        return self.position.state.options.spectator_delay_ms

    @property
    def for_onlookers(self) -> Position | None:
        """The table as onlookers may see it; None while that is not known."""
        return self.late.shown if self.delay_ms else self.position

    def _shown_to_onlookers(self, position: Position, reason: str) -> bytes:
        """The table as they may see it, made once for all onlookers."""
        now = (position.mark, self.talk_heard)
        if self._shown_at != now:
            self._shown.clear()
            self._shown_at = now
        if reason not in self._shown:
            self._shown[reason] = self._snapshot(position, ONLOOKER, reason)
        return self._shown[reason]

    def _snapshot(self, position: Position, recipient: Recipient, reason: str) -> bytes:
        return snapshot_frame(position, recipient, reason, said=self.talk_heard)

    def hear(self, line: Line) -> None:
        """Pass a line of talk on, once, to everybody who wants to hear its seat."""
        if line.number <= self.talk_heard:
            return
        self.talk_heard = line.number
        for outlet, viewer in self.viewers.items():
            if self.delay_ms and self.position.state.seat_of(viewer.user) is None:
                continue  # it may be about a card that they have not seen yet
            if viewer.held_talk is not None:
                viewer.held_talk.append(line)
            elif viewer.hears(line):
                outlet.tell(line.frame)

    def _recipient(self, outlet: Outlet) -> Recipient:
        viewer = self.viewers.get(outlet)
        state = self.position.state
        return Recipient(None if viewer is None else state.seat_of(viewer.user))

    def _show_out(self) -> None:
        """Let go of those who were sent away, and of those who have come again."""
        for outlet, viewer in list(self.viewers.items()):
            if viewer.user in self.position.state.barred:
                del self.viewers[outlet]  # sent away, and from looking on as well
            else:
                self.show_out(outlet)

    def show_out(self, outlet: Outlet) -> None:
        """Tell a connection if its person has come over another one since."""
        viewer, state = self.viewers[outlet], self.position.state
        if viewer.arrival is None or viewer.superseded is None:
            return
        seat = state.seat_of(viewer.user)
        if seat is not None and state.seats[seat].arrival > viewer.arrival:
            viewer.superseded()


class TurnTaken:
    """A table held for one piece of work, by `async with`."""

    __slots__ = ("_commands", "_live")

    def __init__(self, live: LiveTable, commands: int) -> None:
        self._live = live
        self._commands = commands

    async def __aenter__(self) -> None:
        """Wait for the table."""
        self._count(1)
        try:
            await self._live.lock.acquire()
        except BaseException:
            self._count(-1)
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the next one have it."""
        live = self._live
        live.lock.release()
        self._count(-1)
        if live.news and not live.waiting:
            live.on_news(live)

    def _count(self, change: int) -> None:
        self._live.waiting += change
        self._live.commands += change * self._commands
