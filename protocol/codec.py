"""Bytes to messages and back; the only place that knows msgpack.

Reading never raises: what makes no sense comes back as a `BadMessage`, with a code and
the path of the field but never a piece of the input. Arrays, maps and texts are bounded
before they are built, and no message of either family nests deeper than its models, so
a hostile frame costs no more than its length. Nothing here knows a connection.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, cast

import msgpack
from pydantic import Field, TypeAdapter, ValidationError

from protocol import limits
from protocol.base import Message
from protocol.codes import ErrorCode
from protocol.detail_words import words_for
from protocol.previews import Previewed
from protocol.to_client import (
    Error,
    Events,
    GoAway,
    Hints,
    LobbyRows,
    Ok,
    PastEvents,
    Pong,
    Refused,
    Replayed,
    Said,
    Snapshot,
    StoreState,
    ToClient,
    Welcome,
)
from protocol.to_server import ToServer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.versions import Dialect, Plain

_TO_SERVER: Final[TypeAdapter[ToServer]] = TypeAdapter(
    Annotated[ToServer, Field(discriminator="op")]
)
_TO_CLIENT: Final[TypeAdapter[ToClient]] = TypeAdapter(
    Annotated[ToClient, Field(discriminator="op")]
)
_TOLD_OPS: Final = frozenset(
    kind.model_fields["op"].default
    for kind in (
        Welcome,
        Ok,
        Refused,
        Events,
        Snapshot,
        PastEvents,
        Hints,
        Previewed,
        Replayed,
        Error,
        GoAway,
        LobbyRows,
        Said,
        StoreState,
        Pong,
    )
)
_HOLDING_A_TABLE: Final = frozenset({"snapshot", "past"})
"""Ops with a whole table in them, which may be longer than others."""
_PACKER: Final = msgpack.Packer()
"""One for all: making one takes as long as packing a short message."""
_TAG_FAULTS: Final = frozenset({"union_tag_invalid", "union_tag_not_found"})


_UNREADABLE: Final = {
    "incomplete": "cut short",
    "max_str_len": "a text is too long",
    "max_bin_len": "a bin is too long",
    "max_array_len": "an array has too many entries",
    "max_map_len": "a map has too many entries",
    "max_ext_len": "an extension type",
    "map key": "a key is no text",
}
"""What the unpacker says, by a word in it."""


@dataclass(frozen=True, slots=True)
class BadMessage:
    """Bytes that are no message, and why."""

    code: ErrorCode
    detail: str
    """Path of the field and kind of fault; never input, at most 512 characters."""
    number: int | None = None
    """The command number, if the bytes were a map with a good one."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A well-formed message of an op that only newer clients know."""

    op: str


class OversizeError(ValueError):
    """A message of our own is longer than the other side takes: a bug."""


class _KeyTwiceError(ValueError):
    """A map says two things under one key."""


def decode_to_server(
    data: bytes, dialect: Dialect | None = None
) -> ToServer | BadMessage:
    """The message that a client sent.

    Args:
        data: What came.
        dialect: Of a client of an older version.
    """
    if len(data) > limits.TO_SERVER_BYTES:
        return BadMessage(ErrorCode.TOO_BIG, "message: too many bytes")
    try:
        raw = msgpack.unpackb(
            data,
            max_str_len=limits.LOGIN_LENGTH,
            max_bin_len=limits.BIN_BYTES,
            max_array_len=limits.ITEMS,
            max_map_len=limits.ITEMS,
            max_ext_len=0,
            object_pairs_hook=_map_of,
        )
    except (ValueError, RecursionError) as fault:
        return BadMessage(ErrorCode.BAD_MESSAGE, _why_unreadable(fault))
    if not _nests_within(raw, limits.DEPTH):
        return _too_deep(raw)
    if dialect is not None and isinstance(raw, dict):
        raw = dialect.newer(raw)
    try:
        return _TO_SERVER.validate_python(raw)
    except ValidationError as fault:
        return _told_apart(fault, raw)


def decode_to_client(data: bytes) -> ToClient | Unknown | BadMessage:
    """The message that a server sent."""
    if len(data) > limits.SNAPSHOT_BYTES:
        return BadMessage(ErrorCode.TOO_BIG, "message: too many bytes")
    try:
        raw = msgpack.unpackb(
            data,
            max_str_len=limits.TOLD_TEXT_BYTES,
            max_bin_len=limits.TOLD_TEXT_BYTES,
            max_array_len=limits.TOLD_ITEMS,
            max_map_len=limits.TOLD_ITEMS,
            max_ext_len=limits.TOLD_TEXT_BYTES,
        )
    except (ValueError, RecursionError) as fault:
        return BadMessage(ErrorCode.BAD_MESSAGE, _why_unreadable(fault))
    if not _nests_within(raw, limits.TOLD_DEPTH):
        return _too_deep(raw)
    op = raw.get("op") if isinstance(raw, dict) else None
    if isinstance(op, str) and op not in _TOLD_OPS:
        return Unknown(op[: limits.WORD_LENGTH])
    try:
        return _TO_CLIENT.validate_python(raw)
    except ValidationError as fault:
        return _told_apart(fault, raw)


def encode_to_server(message: ToServer) -> bytes:
    """A client's message as bytes.

    Raises:
        OversizeError: It is longer than a server takes.
    """
    return _packed(message.model_dump(), limits.TO_SERVER_BYTES)


def encode_to_client(message: Mapping[str, object] | Message) -> bytes:
    """A server's message as bytes, from a plain map or from a model.

    A map is packed as it is, unchecked: that it has the shape of its op is for tests.

    Raises:
        OversizeError: It is longer than a client takes.
    """
    plain = message.model_dump() if isinstance(message, Message) else message
    holds_table = plain.get("op") in _HOLDING_A_TABLE
    return _packed(
        plain, limits.SNAPSHOT_BYTES if holds_table else limits.TO_CLIENT_BYTES
    )


def retold(frame: bytes, dialect: Dialect) -> bytes:
    """A server's message as a client of an older version is told it.

    Raises:
        OversizeError: It is longer than a client takes.
    """
    message = cast("Plain", msgpack.unpackb(frame))
    return _packed(dialect.older(message), limits.SNAPSHOT_BYTES)


def encode_plain(data: Mapping[str, object]) -> bytes:
    """Plain data as msgpack, for a file: of any length, and no message."""
    return msgpack.packb(data)


def _packed(message: Mapping[str, object], most_bytes: int) -> bytes:
    data = _PACKER.pack(message)
    if len(data) > most_bytes:
        raise OversizeError(f"{message['op']}: {len(data)} of {most_bytes} bytes")
    return data


def _map_of(pairs: list[tuple[object, object]]) -> dict[object, object]:
    """A map; of a key that comes twice, nobody could say which value was meant."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _KeyTwiceError
    return made


def _why_unreadable(fault: Exception) -> str:
    """Why bytes are no msgpack, or none within the limits; nothing of the bytes."""
    match fault:
        case _KeyTwiceError():
            why = "a key comes twice"
        case UnicodeDecodeError():
            why = "a text is not UTF-8"
        case msgpack.ExtraData():
            why = "bytes after its end"
        case msgpack.StackError() | RecursionError():
            why = "nests too deep"
        case _:
            said = str(fault)
            found = (told for word, told in _UNREADABLE.items() if word in said)
            why = next(found, "not msgpack")
    return f"message: {why}"


def _told_apart(fault: ValidationError, raw: object) -> BadMessage:
    """What to answer when bytes were msgpack but not a message."""
    number = _number_of(raw)
    first = fault.errors(include_url=False, include_context=False, include_input=False)[
        0
    ]
    kind, path = first["type"], first["loc"]
    if kind in _TAG_FAULTS:
        return BadMessage(ErrorCode.UNKNOWN_OP, "op: unknown or missing", number)
    if kind in {"extra_forbidden", "invalid_key"}:
        path = path[:-1]  # the last part is a word of the sender's
    where = ".".join(map(str, path)) or "message"
    detail = f"{where}: {words_for(kind, first['msg'])}"[: limits.DETAIL_LENGTH]
    code = ErrorCode.BAD_NAME if path == ("hello", "name") else ErrorCode.BAD_MESSAGE
    return BadMessage(code, detail, number)


def _nests_within(value: object, levels: int) -> bool:
    """Whether arrays and maps lie at most so many levels deep in each other.

    What lies deeper must not reach the models: writing about a value that they do not
    take, they would follow it down until Python gives up.
    """
    if not isinstance(value, dict | list):
        return True
    if levels <= 0:
        return False
    for part in value.values() if isinstance(value, dict) else value:
        # A call for each text and number would take longer than all else here.
        if isinstance(part, dict | list) and not _nests_within(part, levels - 1):
            return False
    return True


def _too_deep(raw: object) -> BadMessage:
    return BadMessage(ErrorCode.BAD_MESSAGE, "message: nests too deep", _number_of(raw))


def _number_of(raw: object) -> int | None:
    number = raw.get("n") if isinstance(raw, dict) else None
    if type(number) is int and 1 <= number <= limits.MAX_INT:
        return number
    return None
