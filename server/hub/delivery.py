"""Messages about a table for one recipient, as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codec import encode_to_client
from protocol.limits import EVENTS_PER_MESSAGE
from server.translate.items import is_for_all, item_for
from server.translate.recipient import ONLOOKER, Recipient
from server.translate.table_view import (
    common_situation,
    own_situation,
    situation_data,
    view_data,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.plain import Plain
    from engine.seats import Seat
    from server.hub.history import Position, Step


def snapshot_frame(position: Position, recipient: Recipient, reason: str) -> bytes:
    """The whole table as this recipient may see it."""
    mark = position.mark
    return encode_to_client(
        {
            "op": "snapshot",
            "table": position.state.table,
            "epoch": mark.epoch,
            "version": mark.version,
            "token": mark.token,
            "reason": reason,
            "view": view_data(position.state, recipient),
            "situation": situation_data(position.state, recipient),
        }
    )


class Telling:
    """What happened last, up to and including a position, for everybody who is told.

    What all may know is worked out once, however many are told.
    """

    def __init__(self, position: Position, steps: Sequence[Step]) -> None:
        self._position = position
        self._steps = steps
        self._common = common_situation(position.state)
        self._for_all = [
            item_for(step.stamped, step.after, ONLOOKER)
            if is_for_all(step.stamped.event)
            else None
            for step in steps
        ]

    def frames(self, seats: Sequence[Seat | None]) -> list[bytes]:
        """The messages for one recipient.

        `seats` says, for each step, where the recipient sat right after it: somebody
        who has just sat down is told as a seat from there on.

        A message holds at most 64 events; only the last one says what happens next.
        """
        starts = range(0, len(self._steps), EVENTS_PER_MESSAGE)
        return [self._frame(start, seats) for start in starts]

    def _frame(self, start: int, seats: Sequence[Seat | None]) -> bytes:
        position, steps = self._position, self._steps
        end = min(start + EVENTS_PER_MESSAGE, len(steps))
        last = steps[end - 1]
        situation = None
        if end == len(steps):
            recipient = Recipient(seats[-1])
            situation = own_situation(position.state, self._common, recipient)
        return encode_to_client(
            {
                "op": "events",
                "table": position.state.table,
                "epoch": position.mark.epoch,
                "first": position.mark.version - len(steps) + 1 + start,
                "token": last.token,
                "at": last.stamped.at_ms,
                "items": [
                    self._item(index, seats[index]) for index in range(start, end)
                ],
                "situation": situation,
            }
        )

    def _item(self, index: int, seat: Seat | None) -> Plain:
        shared = self._for_all[index]
        if shared is not None:
            return shared
        step = self._steps[index]
        return item_for(step.stamped, step.after, Recipient(seat))


def events_frames(
    position: Position, steps: Sequence[Step], seats: Sequence[Seat | None]
) -> list[bytes]:
    """What happened last, for one recipient; see `Telling.frames`."""
    return Telling(position, steps).frames(seats)
