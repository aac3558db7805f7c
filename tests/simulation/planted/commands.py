"""Wrong answers to commands."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from protocol.codes import ErrorCode
from server.door import replies
from server.hub.answers import Answer, Done, NotDone, remembered
from server.hub.hub import Hub
from server.store_outcomes import Applied
from server.store_records import Append, Receipt
from server.table.refusal import Refusal
from tests.simulation.planted.fault import fault

if TYPE_CHECKING:
    from protocol.to_server import ToServer
    from server.adapters.memory_tables import MemoryTable
    from server.door.connection import Connection
    from server.hub.live_table import LiveTable
    from server.store_outcomes import StoreUnavailable
    from server.table.commands import TableCommand

_judge: Final = Hub._judge
_running: set[asyncio.Task[Any]] = set()


def _not_looked_up(table: MemoryTable, receipt: Receipt) -> None:
    """No command is a repeat."""


async def _answered_first(
    self: Hub,
    live: LiveTable,
    command: TableCommand,
    key: tuple[str, int, bytes],
    begun_s: float | None = None,
) -> Answer:
    """Say what the answer will be, and store the command meanwhile."""
    _, answer = self._decide(live, command)
    storing = asyncio.create_task(_judge(self, live, command, key, begun_s))
    _running.add(storing)
    storing.add_done_callback(_running.discard)
    return answer


async def _told_first(
    self: Hub,
    live: LiveTable,
    command: TableCommand,
    key: tuple[str, int, bytes],
    begun_s: float | None = None,  # noqa: ARG001 - as the hub calls it
) -> Answer:
    """Tell everybody, and store what they were told."""
    plan, answer = self._decide(live, command)
    append = Append(
        live.table,
        live.position.mark,
        Receipt(*key, result=remembered(answer)),
        plan.change,
    )
    if plan.steps:
        live.advance(plan.position, plan.steps)
        self.on_change(live)
    outcome = await self._store.apply(append)
    if isinstance(outcome, Applied):
        return answer
    await self._copies.read_whole(live)
    return NotDone(Refusal(ErrorCode.BUSY))


async def _refused_at_once(
    self: Hub,
    live: LiveTable,
    command: TableCommand,
    key: tuple[str, int, bytes],
    begun_s: float | None = None,
) -> Answer:
    """Refuse on this node's copy, without asking the store whether it is right."""
    _, answer = self._decide(live, command)
    if isinstance(answer, NotDone):
        return answer
    return await _judge(self, live, command, key, begun_s)


def _always_done(result: bytes, version: int) -> Answer:  # noqa: ARG001
    """Whatever comes again has counted the first time."""
    return Done(version, repeated=True)


def _unknown_is_no(
    self: Connection,
    message: ToServer,
    failure: StoreUnavailable,  # noqa: ARG001
) -> None:
    """What the store has not answered does not count."""
    number = getattr(message, "n", None)
    if number is not None:
        self.outbox.tell(replies.refused(number, ErrorCode.STALE))
    else:
        code = ErrorCode.STORE_AWAY
        self.outbox.tell(replies.error(code, "the store does not answer"))


FAULTS: Final = (
    fault(
        "command number not checked",
        "P1 P3",
        20,
        {"server.adapters.memory_tables.repeat_of": _not_looked_up},
    ),
    fault(
        "acknowledged before stored",
        "P1",
        20,
        {"server.hub.hub.Hub._judge": _answered_first},
    ),
    fault("told before stored", "P2", 20, {"server.hub.hub.Hub._judge": _told_first}),
    fault(
        "refused on an old copy",
        "P3",
        20,
        {"server.hub.hub.Hub._judge": _refused_at_once},
    ),
    fault(
        "repeated refusal acknowledged",
        "P1 P3",
        50,
        {"server.hub.hub.answer_from": _always_done},
    ),
    fault(
        "unknown told as refused",
        "P3",
        30,
        {"server.door.connection.Connection._store_away": _unknown_is_no},
    ),
)
