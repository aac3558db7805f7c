"""Lines of talk as bytes in the store, and as messages."""

from __future__ import annotations

from typing import Any

from protocol.codec import encode_to_client
from server.stored import pack_plain, unpack_plain


def packed_line(
    seat: int | None, name: str, phrase: str | None, text: str | None
) -> bytes:
    """A line as it is kept and published."""
    return pack_plain([seat, name, phrase, text])


def said_frame(table: str, number: int, payload: bytes) -> tuple[int | None, bytes]:
    """Who said a line, and the message that tells it."""
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
    return seat, frame
