"""One table on this node: its copy, its queue, and who looks at it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from server.hub.delivery import Telling, snapshot_frame, standstill_frame
from server.hub.gallery import Gallery
from server.hub.history import Position
from server.hub.leak_audit import NO_AUDIT, LeakAudit
from server.metrics import DUPLICATE_APPLY, GAP, NO_METRICS, Metrics
from server.ports import Outlet
from server.store_outcomes import Published
from server.table.events import DealBegan, SeatTaken
from server.translate.recipient import ONLOOKER, Recipient

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from engine.seats import Seat
    from server.hub.history import Step
    from server.store_records import Mark

COMMANDS_WAITING: Final = 8
"""Commands of people that wait for one table. No setting: four people play there, each
of whom waits for an answer, so that a longer queue would only hide that it stands."""
NEWS_WAITING: Final = 64


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
    talk_heard: int = 0
    """Number of the last line of talk that was passed on."""
    news: deque[Published] = field(default_factory=lambda: deque(maxlen=NEWS_WAITING))
    """What was heard while somebody held the table: as a rule of what they stored."""
    on_news: Callable[[LiveTable], None] = _nobody_listens
    """Called when there are news and nobody holds the table any more."""
    metrics: Metrics = NO_METRICS
    audit: LeakAudit = NO_AUDIT
    """Looks at some of what is told."""
    mishaps: int = 0
    """Faults of our own at this table so far."""
    bot_failures: int = 0
    """How often in a row the bot of the level gave no answer."""
    bot_asked: tuple[int, int] | None = None
    """Which turn a bot was last asked for here, and when, on this process's clock."""
    is_frozen: bool = False
    """Whether nothing more can be played at this copy."""
    _begun: tuple[Position, ...] = ()
    """Where the copy was right after the last two deals began, if it was here then."""
    _shown: dict[str, bytes] = field(default_factory=dict)
    """Reason to the table as all onlookers are shown it."""
    _shown_at: Position | None = None
    """The position at which that was made."""

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
            is_gap = first > self.position.mark.version
            self.metrics.broken_promises.add(GAP if is_gap else DUPLICATE_APPLY)
        self.position = position
        if any(isinstance(step.stamped.event, DealBegan) for step in steps):
            self._begun = (*self._begun[-1:], position)

    def base_before(self, at: Mark) -> Position | None:
        """The newest kept position of this history that is not after another one."""
        for position in reversed(self._begun):
            mark = position.mark
            if mark.epoch == at.epoch and mark.version <= at.version:
                return position
        return None

    def tell(self, steps: Sequence[Step]) -> None:
        """Tell everybody the steps that led to the copy as it is."""
        if not self.viewers:
            return
        telling = Telling(self.position, steps)
        frames: dict[tuple[Seat | None, ...], list[bytes]] = {}
        newcomers = {
            step.stamped.event.seat
            for step in steps
            if isinstance(step.stamped.event, SeatTaken)
        }
        for outlet, viewer in self.viewers.items():
            viewer.muted -= newcomers
            seats = tuple(step.after.seat_of(viewer.user) for step in steps)
            if seats not in frames:
                frames[seats] = telling.frames(seats)
            for frame in frames[seats]:
                outlet.tell(frame)
        for seats, told in frames.items():
            self.audit.look_at_events(told, steps, seats)
        self._show_out()

    def replace(self, position: Position, reason: str) -> None:
        """Take over a position that does not continue the copy; tell it whole."""
        self.position = position
        self._begun = ()
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
        self.metrics.snapshots.add(reason)
        recipient = self._recipient(outlet)
        if recipient == ONLOOKER:
            frame = self._shown_to_onlookers(reason)
        else:
            frame = snapshot_frame(self.position, recipient, reason)
        outlet.tell(frame)
        self.audit.look_at_whole(frame, self.position.state, recipient.seat)

    def _shown_to_onlookers(self, reason: str) -> bytes:
        """The table as it is, made once for all onlookers."""
        if self._shown_at is not self.position:
            self._shown.clear()
            self._shown_at = self.position
        if reason not in self._shown:
            self._shown[reason] = snapshot_frame(self.position, ONLOOKER, reason)
        return self._shown[reason]

    def hear(self, number: int, seat: int | None, frame: bytes) -> None:
        """Pass a line of talk on, once, to everybody who wants to hear its seat."""
        if number <= self.talk_heard:
            return
        self.talk_heard = number
        for outlet, viewer in self.viewers.items():
            if None not in viewer.muted and seat not in viewer.muted:
                outlet.tell(frame)

    def _recipient(self, outlet: Outlet) -> Recipient:
        viewer = self.viewers.get(outlet)
        state = self.position.state
        return Recipient(None if viewer is None else state.seat_of(viewer.user))

    def _show_out(self) -> None:
        """Tell connections whose person has come over another one since."""
        state = self.position.state
        for outlet, viewer in list(self.viewers.items()):
            if viewer.user in state.barred:
                del self.viewers[outlet]  # sent away, and from looking on as well
                continue
            seat = state.seat_of(viewer.user)
            if seat is None or viewer.arrival is None or viewer.superseded is None:
                continue
            if state.seats[seat].arrival > viewer.arrival:
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
