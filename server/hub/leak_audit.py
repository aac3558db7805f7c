"""A look at some of what is told: does it name a card that its recipient cannot know?

What may be told is made by `server.translate` alone, and tests look at all of it. This
looks at a share of what a running server really sends: it reads the bytes as a client
would, and holds every card that they name, wherever it stands, against what the
recipient may know by the state.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import structlog

from engine.cards import CARD_CODES, CardSet, card_of
from engine.events import TakenBack
from server.metrics import NO_METRICS, PROJECTION_VIOLATION
from server.stored import unpack_plain
from server.table.knowledge import may_know

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.seats import Seat
    from server.hub.history import Step
    from server.metrics import Metrics
    from server.ports import Chance
    from server.table.state import TableState

log = structlog.get_logger()

_CODES: Final = frozenset(CARD_CODES)
_NO_CARDS: Final = frozenset({"name", "names", "stands_for"})
"""Fields in which a card's code is none: what people are called, and the gap that a
contatore fills, which follows from the row that is shown."""
_STEPS: Final = 1 << 16


class LeakAudit:
    """Looks at a share of the messages about tables.

    Args:
        share: From 0 to 1: how many of them.
        chance: Draws which.
        metrics: What is counted.
    """

    def __init__(self, share: float, chance: Chance, metrics: Metrics) -> None:
        self._drawn_below = round(share * _STEPS)
        self._chance = chance
        self._metrics = metrics

    def look_at_events(
        self,
        told: Mapping[tuple[Seat | None, ...], Sequence[bytes]],
        steps: Sequence[Step],
    ) -> None:
        """Look at what everybody is told of steps, or at nothing of it.

        Args:
            told: The messages, by where their recipient sat after each of the steps.
            steps: What they tell.
        """
        if not self._is_drawn():
            return
        with self._without_harm():
            for seats, frames in told.items():
                self._look_at_frames(frames, steps, seats)

    def look_at_whole(self, frame: bytes, state: TableState, seat: Seat | None) -> None:
        """Look at a table as it was shown to somebody."""
        if not self._is_drawn():
            return
        with self._without_harm():
            leaks = _cards_in(unpack_plain(frame)) - may_know(state, seat)
            self._judge(leaks, "snapshot", state.table)

    def look_at_past(
        self,
        frame: bytes,
        start: TableState,
        steps: Sequence[Step],
        seat: Seat | None,
    ) -> None:
        """Look at steps since the start of a deal as they were told once more."""
        if not self._is_drawn():
            return
        with self._without_harm():
            message = unpack_plain(frame)
            leaks = _cards_in(message["view"]) - may_know(start, seat)
            seats = (seat,) * len(steps)
            leaks |= _leaks_in_items(message["items"], steps, seats)
            self._judge(leaks, "past", start.table)

    def _look_at_frames(
        self,
        frames: Sequence[bytes],
        steps: Sequence[Step],
        seats: Sequence[Seat | None],
    ) -> None:
        """Look at what somebody is told.

        A message names nothing but what was known right after the event that it tells;
        what it says of what comes next, nothing but what is known at the end.
        """
        start = 0
        for frame in frames:
            message = unpack_plain(frame)
            count = len(message["items"])
            told = (steps[start : start + count], seats[start : start + count])
            leaks = _leaks_in_items(message["items"], *told)
            leaks |= _cards_in(message["situation"]) - _known_after(steps, seats)
            self._judge(leaks, "events", steps[-1].after.table)
            start += count

    def _is_drawn(self) -> bool:
        if not self._drawn_below:
            return False
        return int.from_bytes(self._chance.fresh(2), "big") < self._drawn_below

    @contextmanager
    def _without_harm(self) -> Iterator[None]:
        """Let a fault of the audit be nothing but that; the table goes on."""
        try:
            yield
        except Exception as fault:
            self._metrics.faults.add("audit")
            log.error("a message could not be audited", exc_info=fault)  # noqa: TRY400

    def _judge(self, leaks: CardSet, op: str, table: str) -> None:
        self._metrics.audited.add(op)
        if leaks:
            self._metrics.broken_promises.add(PROJECTION_VIOLATION)
            log.error("a hidden card was told", op=op, table=table, count=len(leaks))


class _Nothing:
    """Draws nothing."""

    def fresh(self, count: int) -> bytes:
        """Zeros; nobody asks for any."""
        return bytes(count)


NO_AUDIT: Final = LeakAudit(0, _Nothing(), NO_METRICS)
"""For tables that nobody looks after."""


def _leaks_in_items(
    items: Sequence[object], steps: Sequence[Step], seats: Sequence[Seat | None]
) -> CardSet:
    leaks = CardSet()
    for item, step, seat in zip(items, steps, seats, strict=True):
        known, event = may_know(step.after, seat), step.stamped.event
        if isinstance(event, TakenBack):
            known = known.with_card(event.card)  # it lay on the table until now (H44)
        leaks |= _cards_in(item) - known
    return leaks


def _known_after(steps: Sequence[Step], seats: Sequence[Seat | None]) -> CardSet:
    return may_know(steps[-1].after, seats[-1])


def _cards_in(value: Any) -> CardSet:  # noqa: ANN401 - whatever a message holds
    return CardSet.from_cards(map(card_of, _codes_in(value)))


def _codes_in(value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever a message holds
    if isinstance(value, str):
        if value in _CODES:
            yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in _NO_CARDS:
                yield from _codes_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _codes_in(part)
