"""Lines of talk as bytes in the store, and as messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protocol.codec import encode_to_client
from server.stored import pack_plain, unpack_plain


def packed_line(
    seat: int | None, name: str, phrase: str | None, text: str | None
) -> bytes:
    """A line as it is kept and published."""
    return pack_plain([seat, name, phrase, text])


@dataclass(frozen=True, slots=True)
class Line:
    """A line, ready to be told."""

    number: int
    seat: int | None
    """Who said it; None for somebody without a seat."""
    frame: bytes
    """The message that tells it."""


def line_of(table: str, number: int, payload: bytes) -> Line:
    """A line as it was kept or published."""
    line: Any = unpack_plain(payload)
    seat, name, phrase, text = line
    frame = encode_to_client(
        {
            "op": "said",
            "table": table,
            "number": number,
            "seat": seat,
            "name": name,
            "phrase": phrase,
            "text": text,
        }
    )
    return Line(number, seat, frame)
