"""Messages about a table for one recipient, as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codec import encode_to_client
from protocol.codes import ErrorCode
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


def snapshot_frame(
    position: Position, recipient: Recipient, reason: str, *, said: int = 0
) -> bytes:
    """The whole table as this recipient may see it.

    Args:
        position: The table.
        recipient: Who is told.
        reason: Why the whole of it is told.
        said: Number of the last line of talk so far.
    """
    mark = position.mark
    return encode_to_client(
        {
            "op": "snapshot",
            "table": position.state.table,
            "epoch": mark.epoch,
            "version": mark.version,
            "token": mark.token,
            "reason": reason,
            "said": said,
            "view": view_data(position.state, recipient),
            "situation": situation_data(position.state, recipient),
        }
    )


def standstill_frame(table: str) -> bytes:
    """Nothing more can be played at a table, after a fault of the server."""
    return encode_to_client(
        {
            "op": "error",
            "code": ErrorCode.FROZEN.value,
            "detail": f"table {table} stands still after a fault of the server",
            "n": None,
            "table": None,  # a client stops following the table that an error names
            "versions": None,
        }
    )


class Telling:
    """What happened last, up to and including a position, for everybody who is told.

    What all may know is worked out once, however many are told; those who may know and
    do nothing else are told in the same bytes.
    """

    def __init__(self, position: Position, steps: Sequence[Step]) -> None:
        self._position = position
        self._steps = steps
        self._common = common_situation(position.state, position.deadlines)
        self._for_all = [
            item_for(step.stamped, step.after, ONLOOKER)
            if is_for_all(step.stamped.event)
            else None
            for step in steps
        ]
        self._frames_for_all: list[bytes] | None = None

    def frames(self, seats: Sequence[Seat | None]) -> list[bytes]:
        """The messages for one recipient.

        `seats` says, for each step, where the recipient sat right after it: somebody
        who has just sat down is told as a seat from there on.

        A message holds at most 64 events; only the last one says what happens next.
        """
        recipient = Recipient(seats[-1])
        situation = own_situation(self._position.state, self._common, recipient)
        if situation is not self._common or None in self._for_all:
            return self._frames(seats, situation)
        if self._frames_for_all is None:
            self._frames_for_all = self._frames(seats, situation)
        return self._frames_for_all

    def _frames(self, seats: Sequence[Seat | None], situation: Plain) -> list[bytes]:
        count = len(self._steps)
        return [
            self._frame(
                start,
                seats[start : start + EVENTS_PER_MESSAGE],
                situation if start + EVENTS_PER_MESSAGE >= count else None,
            )
            for start in range(0, count, EVENTS_PER_MESSAGE)
        ]

    def _frame(
        self, start: int, seats: Sequence[Seat | None], situation: Plain | None
    ) -> bytes:
        mark, steps = self._position.mark, self._steps
        last = steps[start + len(seats) - 1]
        return encode_to_client(
            {
                "op": "events",
                "table": self._position.state.table,
                "epoch": mark.epoch,
                "first": mark.version - len(steps) + 1 + start,
                "token": last.token,
                "at": last.stamped.at_ms,
                "items": [
                    self._item(index, seat) for index, seat in enumerate(seats, start)
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
