"""Golden frames: bytes and what they mean, kept for ever.

Under `frames/` stands one file for each kind of message, in both directions, and for
each kind of item, which comes in an `events` message of its own. A file is an array of

    {"about": what is special about it,
     "frame": the message as JSON, with "hex:00ff" for bins,
     "hex": the same as bytes,
     "means": what it is read as, where that is not the same (optional),
     "canonical": false where this package would write other bytes (optional)}

The order of keys and the length of a head are free, so that not every frame is canonical.
Once a frame stands here it never changes: whoever spoke this version goes on to do so.
`kept.txt` has a line for each, so that none is lost or written anew by mistake.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import msgpack

from protocol.codec import BadMessage, Unknown, decode_to_client, decode_to_server
from protocol.items import KINDS
from protocol.to_client import ToClient
from protocol.to_server import ToServer
from tests.checks.wire.families import tag_of

if TYPE_CHECKING:
    from protocol.base import Message

FRAMES: Final = Path(__file__).with_name("frames")
KEPT: Final = "kept.txt"
UNKNOWN: Final = "unknown"
"""Stands for a kind of item, or an op, that is not of this version."""


def _tags(family: Any) -> frozenset[str]:
    return frozenset(str(tag_of(model)) for model in get_args(family))


KINDS_BY_FAMILY: Final[dict[str, frozenset[str]]] = {
    "to_server": _tags(ToServer),
    "to_client": _tags(ToClient) | {UNKNOWN},
    "items": KINDS | {UNKNOWN},
}
"""Every kind that has golden frames, by the folder in which they are."""


@dataclass(frozen=True)
class Golden:
    """One golden frame."""

    family: str
    kind: str
    about: str
    plain: Any
    """The message as JSON."""
    frame: bytes
    means: Any
    """What it is read as; None for something that only newer clients know."""
    is_canonical: bool
    """Whether it is also what is written."""

    @property
    def name(self) -> str:
        """Which one it is."""
        return f"{self.family}/{self.kind}: {self.about}"


def line_of(golden: Golden) -> str:
    """The line of a frame in `kept.txt`."""
    digest = hashlib.sha256(golden.frame).hexdigest()[:16]
    return f"{digest} {golden.name}"


def kept_lines(folder: Path = FRAMES) -> list[str]:
    """The lines of all frames that there ever were."""
    path = folder / KEPT
    return path.read_text("utf-8").splitlines() if path.exists() else []


def path_of(folder: Path, family: str, kind: str) -> Path:
    """Where the frames of a kind are kept."""
    return folder / family / f"{kind}.json"


def golden_frames(folder: Path = FRAMES) -> list[Golden]:
    """All of them."""
    return [
        _golden(path.parent.name, path.stem, entry)
        for path in sorted(folder.glob("*/*.json"))
        for entry in json.loads(path.read_text("utf-8"))
    ]


def _golden(family: str, kind: str, entry: Any) -> Golden:
    return Golden(
        family,
        kind,
        entry["about"],
        entry["frame"],
        bytes.fromhex(entry["hex"]),
        entry.get("means", entry["frame"]),
        entry.get("canonical", True),
    )


def read(family: str, frame: bytes) -> ToServer | ToClient | Unknown | BadMessage:
    """A frame as the side that it is for reads it."""
    return decode_to_server(frame) if family == "to_server" else decode_to_client(frame)


def written(message: Message) -> bytes:
    """A message as this package writes it, with those fields that it was given."""
    return msgpack.packb(message.model_dump(exclude_unset=True))
