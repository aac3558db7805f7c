"""A history as a story: a line for each thing that happened, for somebody to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from protocol.codec import BadMessage, Unknown, decode_to_client, decode_to_server
from protocol.to_client import Events, Ok, Refused, Replayed, Snapshot, Welcome
from server.stored import unpack_plain
from tests.simulation.history import (
    Calm,
    Fault,
    Heard,
    RolledBack,
    Sent,
    Stored,
    TheEnd,
    Told,
    Trouble,
    WireEnded,
    WireOpened,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.store_records import StoredEvent
    from tests.simulation.history import Happening, History

_CHECKSUM_BYTES = 8


def story(history: History) -> Iterator[str]:
    """The lines of a history, in its order."""
    yield f"seed {history.seed}"
    for record in history.records:
        yield f"{record.at_ms / 1000:9.3f}  {line(record.what)}"


def line(what: Happening) -> str:  # noqa: C901 - one case for each kind
    """One thing that happened, in a line."""
    match what:
        case WireOpened(wire, _, node):
            return f"{wire:8} opened to {node}"
        case WireEnded(wire, side, code):
            return f"{wire:8} ended for the {side}, code {code}"
        case Sent(wire, frame):
            return f"{wire:8} >  {_to_server(frame)}"
        case Told(wire, frame):
            return f"{wire:8} <  {_to_client(frame)}"
        case Heard(wire, frame):
            return f"{wire:8} << {_to_client(frame)}"
        case Stored():
            return f"store    {_stored(what)}"
        case RolledBack(kept):
            return f"store    CAME BACK SHORTER, as after its addition {kept}"
        case Trouble(text):
            return f"-------- {text}"
        case Fault(node, text):
            return f"{node:8} FAULT {text}"
        case Calm():
            return "-------- nothing more goes wrong from here on"
        case TheEnd(is_quiet, waiting):
            return "the end" if is_quiet else f"no end: {', '.join(waiting)}"
        case _:
            assert_never(what)


def _to_server(frame: bytes) -> str:
    message = decode_to_server(frame)
    if isinstance(message, BadMessage):
        return f"{frame.hex()} ({message.detail})"
    fields = message.model_dump(exclude={"op", "versions", "client", "options"})
    return f"{message.op} {_short(fields)}"


def _to_client(frame: bytes) -> str:
    message = decode_to_client(frame)
    match message:
        case Events(epoch=epoch, first=first, last=last, items=items):
            kinds = " ".join(str(_short(item.model_dump())) for item in items)
            return f"events {epoch.hex()[:4]} {first}-{last} {kinds}"
        case Snapshot(epoch=epoch, version=version, reason=reason):
            return f"snapshot {epoch.hex()[:4]} {version} ({reason})"
        case Welcome(session=session, node=node, seats=seats):
            held = " ".join(f"{seat.table}:{seat.seat}" for seat in seats)
            return f"welcome {session[:6]} by {node[:6]} {held}"
        case Ok() | Refused() | Replayed():
            return f"{message.op} {_short(message.model_dump(exclude={'op', 'legal'}))}"
        case BadMessage() | Unknown():
            return f"{frame.hex()} cannot be read"
        case _:
            return f"{message.op} {_short(message.model_dump(exclude={'op', 'rows'}))}"


def _stored(what: Stored) -> str:
    receipt, by = what.receipt, ""
    if receipt is not None:
        by = f" for {receipt.session[:14]}#{receipt.number}"
    events = " ".join(map(_event, what.events)) or "nothing"
    return f"{what.epoch.hex()[:4]} {what.before}-{what.after} from {what.node}{by}: {events}"


def _event(stored: StoredEvent) -> str:
    _, kind, fields, _, by, *_ = unpack_plain(stored.payload[:-_CHECKSUM_BYTES])
    seat = fields.get("seat")
    return f"{kind}({'' if seat is None else seat}) by {by}"


def _short(fields: dict[str, object]) -> str:
    return " ".join(
        f"{name}={value.hex()[:6] if isinstance(value, bytes) else value}"
        for name, value in fields.items()
        if value not in (None, (), b"")
    )
