"""What can go wrong between a client and its server, one small thing each.

A fault is a `Strike`: a moment, and what is done to the message that comes then. A scene
may have several, which strike one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol.base import Message
from protocol.codec import BadMessage, Unknown, encode_to_client
from protocol.codes import Advice, CloseCode, ErrorCode
from protocol.to_client import Events, GoAway, Ok, Refused, ToClient, Welcome
from protocol.to_server import Hello, ToServer
from server.rehearsal.house import House
from server.rehearsal.link import Cut, Link
from server.rehearsal.notes import TURN_COMMANDS

RETRY_MS: Final = 1_500
"""What a client is asked to wait."""
AWAY_S: Final = 2.0
SLOW_S: Final = 3.0
_LOST_EVENTS: Final = 4
_OTHER_EPOCH: Final = b"\x00" * 8
_MORE: Final = {"further": {"of": ["a newer server", 1, None]}}
_NEWER_ITEM: Final = {"kind": "fireworks", "seat": 2, "colour": "green"}


@dataclass(frozen=True, slots=True)
class Blow:
    """A message on its way, at which something may go wrong."""

    link: Link
    house: House
    message: ToServer | ToClient | Unknown | BadMessage
    pass_on: Callable[[], Awaitable[None]]
    """Let the message go where it was going."""
    seat: int | None
    """Where the client sits, as far as it was told."""


Act: TypeAlias = Callable[[Blow], Awaitable[None]]
Moment: TypeAlias = Callable[[Blow], bool]


@dataclass(frozen=True, slots=True)
class Strike:
    """One thing that goes wrong, once."""

    when: Moment
    act: Act
    after_moves: int = 0
    """Moves of the client that come first: declarations, discards, cards."""


# ------------------------------------------------------------------------- moments


def at_a_move(blow: Blow) -> bool:
    """When the client has sent a move."""
    return isinstance(blow.message, TURN_COMMANDS)


def at_an_answer(blow: Blow) -> bool:
    """When a command is answered."""
    return isinstance(blow.message, Ok | Refused)


def at_news(blow: Blow) -> bool:
    """When the table has news."""
    return isinstance(blow.message, Events)


def at_news_of_others(blow: Blow) -> bool:
    """When the table has news, and more will come before the client is asked."""
    if not isinstance(blow.message, Events):
        return False
    situation = blow.message.situation
    return situation is None or situation.turn not in {None, blow.seat}


def at_the_turn(blow: Blow) -> bool:
    """When the client is told that it is to act."""
    if not isinstance(blow.message, Events) or blow.message.situation is None:
        return False
    return blow.seat is not None and blow.message.situation.turn == blow.seat


def at_welcome(blow: Blow) -> bool:
    """When the server lets the client in."""
    return isinstance(blow.message, Welcome)


def at_hello(blow: Blow) -> bool:
    """When the client says who it is."""
    return isinstance(blow.message, Hello)


# ---------------------------------------------------------------------------- acts


async def pass_on(blow: Blow) -> None:
    """Nothing goes wrong yet."""
    await blow.pass_on()


async def swallow(_blow: Blow) -> None:
    """The message is lost."""


async def cut(_blow: Blow) -> None:
    """The message is lost, and the connection with it."""
    raise Cut


async def pass_on_and_cut(blow: Blow) -> None:
    """The message arrives, and then the connection is lost."""
    await blow.pass_on()
    raise Cut


async def repeat(blow: Blow) -> None:
    """The message arrives twice."""
    await blow.pass_on()
    await blow.pass_on()


async def from_another_history(blow: Blow) -> None:
    """The events come as those of another history of the table."""
    if isinstance(blow.message, Events):
        await blow.link.tell(blow.message.model_dump() | {"epoch": _OTHER_EPOCH})


async def delay(blow: Blow) -> None:
    """The server takes its time."""
    await asyncio.sleep(SLOW_S)
    await blow.pass_on()


async def add_unknown_message(blow: Blow) -> None:
    """A message of a newer server comes first."""
    await blow.link.tell({"op": "fireworks", "colour": "green"})
    await blow.pass_on()


async def look_at_hands(blow: Blow) -> None:
    """Something happens at the table that the client need not know."""
    await blow.pass_on()
    await blow.house.look_at_hands(_table_of(blow))


async def show_whole(blow: Blow) -> None:
    """The table is shown as a whole, though nobody has asked."""
    await blow.pass_on()
    await blow.house.show_whole("slow")


async def rewind(blow: Blow) -> None:
    """The store loses what has just happened, and the server goes on from there."""
    await blow.house.rewind(_table_of(blow), _LOST_EVENTS)


async def store_away(blow: Blow) -> None:
    """The store is away for a while."""
    blow.house.store_away(AWAY_S)
    await blow.pass_on()


async def refuse_as_busy(blow: Blow) -> None:
    """The table has too much to do; nothing was done."""
    await _refuse(blow, ErrorCode.BUSY)


async def refuse_as_full(blow: Blow) -> None:
    """The store has no room; nothing was done."""
    await _refuse(blow, ErrorCode.STORE_FULL)


async def fail(blow: Blow) -> None:
    """The server makes a mistake, and then shows the table as it is."""
    await _refuse(blow, ErrorCode.INTERNAL)
    await blow.house.show_whole("reloaded")


async def _refuse(blow: Blow, code: ErrorCode) -> None:
    is_for_now = code.advice is Advice.RESEND
    await blow.link.tell(
        Refused(
            n=getattr(blow.message, "n", 1),
            code=code.value,
            rule=None,
            args={"retry_ms": RETRY_MS} if is_for_now else {},
            legal=None,
        ).model_dump()
    )


async def go_away(blow: Blow) -> None:
    """The server ends, and says when to come back."""
    notice = GoAway(code=CloseCode.RESTART, retry_ms=RETRY_MS)
    await blow.link.tell(notice.model_dump())
    raise Cut(CloseCode.RESTART)


async def supersede(_blow: Blow) -> None:
    """The session goes on over another connection."""
    raise Cut(CloseCode.SUPERSEDED)


async def refuse_token(blow: Blow) -> None:
    """The token is no longer good."""
    code = ErrorCode.TOKEN.value
    await blow.link.tell({"op": "error", "code": code, "detail": "not accepted"})
    raise Cut(CloseCode.REVOKED)


# ---------------------------------------------------------------- messages altered

Alteration: TypeAlias = Callable[["ToClient | Unknown | BadMessage", bytes], bytes]


def unaltered(_message: ToClient | Unknown | BadMessage, frame: bytes) -> bytes:
    """The message as the server has sent it."""
    return frame


def with_more_fields(message: ToClient | Unknown | BadMessage, frame: bytes) -> bytes:
    """The message with fields that only newer clients know."""
    if not isinstance(message, Message):
        return frame
    plain = message.model_dump()
    if isinstance(message, Events):
        plain["items"] = [item | _MORE for item in plain["items"]]
    return encode_to_client(plain | _MORE)


def with_newer_items(message: ToClient | Unknown | BadMessage, frame: bytes) -> bytes:
    """Events in which an item that changes nothing is of a newer kind."""
    if not isinstance(message, Events):
        return frame
    plain = message.model_dump()
    plain["items"] = [
        _NEWER_ITEM if item["kind"] == "hands_looked_at" else item
        for item in plain["items"]
    ]
    return encode_to_client(plain)


def _table_of(blow: Blow) -> str:
    """The table of a message that has one; else the one of the rehearsal."""
    return getattr(blow.message, "table", None) or blow.house.table
