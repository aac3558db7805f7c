"""Wrong things told, to the wrong people, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.seats import SEATS
from server.hub.copies import Copies
from server.hub.delivery import Telling
from server.hub.live_table import LiveTable
from server.hub.missed import missed_since
from server.store_outcomes import Published
from server.translate.recipient import Recipient
from server.translate.table_view import view_data
from tests.simulation.planted.fault import fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.plain import Plain
    from engine.seats import Seat
    from server.hub.history import Position, Step
    from server.store import TableStore
    from server.store_outcomes import News
    from server.store_records import Mark
    from server.table.state import TableState

_frames: Final = Telling.frames
_tell: Final = LiveTable.tell
_heard: Final = Copies._heard


def _first_ones_for_all(self: Telling, seats: Sequence[Seat | None]) -> list[bytes]:
    """What the first viewer may see, for everybody."""
    if self._frames_for_all is None:
        self._frames_for_all = _frames(self, seats)
    return self._frames_for_all


def _view_of_the_next(state: TableState, recipient: Recipient) -> Plain:
    """A seat is shown the hand of its neighbour."""
    if recipient.seat is None:
        return view_data(state, recipient)
    other = Recipient(SEATS[(recipient.seat + 1) % len(SEATS)])
    return {**view_data(state, other), "you": recipient.seat}


def _tell_twice(self: LiveTable, steps: Sequence[Step]) -> None:
    """Tell everything again."""
    _tell(self, steps)
    _tell(self, steps)


def _tell_the_last(self: LiveTable, position: Position, steps: Sequence[Step]) -> None:
    """Catch up, and tell only the last of what was missed."""
    self.take_over(position, steps)
    self.tell(steps[-1:])


def _no_news(self: Copies, news: News) -> None:
    """Hear nothing of what other nodes do."""
    if not isinstance(news, Published):
        _heard(self, news)


async def _never_looked(self: Copies) -> None:
    """Look at nothing that news have not brought."""


async def _one_too_few(
    store: TableStore, live: LiveTable, at: Mark
) -> tuple[tuple[Step, ...], str | None]:
    """Replay all that was missed but the first event."""
    steps, reason = await missed_since(store, live, at)
    return steps[1:], reason


FAULTS: Final = (
    fault(
        "one view shared by all",
        "P6",
        20,
        {"server.hub.delivery.Telling.frames": _first_ones_for_all},
    ),
    fault(
        "neighbour's hand in a snapshot",
        "P6",
        20,
        {"server.hub.delivery.view_data": _view_of_the_next},
    ),
    fault(
        "told twice", "P4", 20, {"server.hub.live_table.LiveTable.tell": _tell_twice}
    ),
    fault(
        "gap skipped silently",
        "P4",
        30,
        {"server.hub.live_table.LiveTable.advance": _tell_the_last},
    ),
    fault(
        "other nodes not heard",
        "P4 P14",
        40,
        {
            "server.hub.copies.Copies._heard": _no_news,
            "server.hub.copies.Copies.check_all": _never_looked,
        },
    ),
    fault(
        "replay without its first event",
        "P4 P5",
        30,
        {"server.door.tables.missed_since": _one_too_few},
    ),
)
