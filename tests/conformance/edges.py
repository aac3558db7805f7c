"""Frames at the limits of the protocol and one past them, with what is answered.

`limits.json` is an array of

    {"side": "to_server" or "to_client", "about": what it is,
     "bytes": parts in hex, of which [hex, times] stands for a repeated one,
     "answer": "taken"; an error code, to the server; "unknown" or "unreadable", to a
               client, which passes over the message, or asks for all its tables}
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LIMITS: Final = Path(__file__).with_name("limits.json")


@dataclass(frozen=True)
class Edge:
    """One frame at a limit."""

    side: str
    about: str
    frame: bytes
    answer: str


def edges() -> list[Edge]:
    """All of them."""
    return [
        Edge(one["side"], one["about"], joined(one["bytes"]), one["answer"])
        for one in json.loads(LIMITS.read_text("utf-8"))
    ]


def joined(parts: list[Any]) -> bytes:
    """The bytes of parts in hex, some of them repeated."""
    return b"".join(
        bytes.fromhex(part)
        if isinstance(part, str)
        else bytes.fromhex(part[0]) * part[1]
        for part in parts
    )
