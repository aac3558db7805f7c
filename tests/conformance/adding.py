"""Adds golden frames; what stands there already is never touched.

A kind that has none gets the recorded example of the document. An entry that somebody
has written by hand, with `about` and `frame` only, gets its bytes and its meaning.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgpack

from protocol.base import Message, Told
from protocol.codec import BadMessage
from tests.checks.wire.examples import frames
from tests.checks.wire.families import MODELS, tag_of
from tests.conformance.golden import (
    FRAMES,
    KEPT,
    KINDS_BY_FAMILY,
    UNKNOWN,
    golden_frames,
    kept_lines,
    line_of,
    path_of,
    read,
    written,
)
from tests.conformance.plain_values import from_json, to_json

if TYPE_CHECKING:
    from pathlib import Path

_MODULES: Final = {
    "protocol.to_server": "to_server",
    "protocol.to_client": "to_client",
    "protocol.items": "items",
    "protocol.clock_items": "items",
}
_AROUND_AN_ITEM: Final = {
    "op": "events",
    "table": "QWERT",
    "epoch": "hex:0123456789abcdef",
    "first": 7,
    "token": "hex:fedcba9876543210",
    "at": 1_796_046_168_397,
    "items": [],
    "situation": None,
}
_NEWER_MESSAGE: Final = {"op": "fireworks", "colour": "green"}


def add_frames(folder: Path = FRAMES) -> list[Path]:
    """Add what is missing: the files that were written."""
    changed = []
    for family, kinds in KINDS_BY_FAMILY.items():
        for kind in sorted(kinds):
            path = path_of(folder, family, kind)
            kept = json.loads(path.read_text("utf-8")) if path.exists() else []
            wanted = kept or [_recorded(family, kind)]
            new = [entry for entry in wanted if "hex" not in entry]
            for entry in new:
                _complete(family, entry)
            if new:
                _write(path, wanted)
                changed.append(path)
    _keep(folder)
    return changed


def _keep(folder: Path) -> None:
    """Add a line for each frame that has none."""
    kept = kept_lines(folder)
    new = [line for line in map(line_of, golden_frames(folder)) if line not in kept]
    if new:
        text = "\n".join([*kept, *new])
        (folder / KEPT).write_text(text + "\n", "utf-8")


def _recorded(family: str, kind: str) -> dict[str, Any]:
    """The example of the document as an entry without bytes."""
    if (family, kind) == ("to_client", UNKNOWN):
        plain: Any = _NEWER_MESSAGE
    else:
        plain = to_json(msgpack.unpackb(frames()[_model_name(family, kind)]))
        if family == "items":
            plain = _AROUND_AN_ITEM | {"items": [plain]}
    return {"about": "as in the document", "frame": plain}


def _model_name(family: str, kind: str) -> str:
    if kind == UNKNOWN:
        return "UnknownItem"
    return next(
        name
        for name, model in MODELS.items()
        if tag_of(model) == kind and _family_of(model) == family
    )


def _family_of(model: type[Message]) -> str | None:
    """Which family a model belongs to; None for a part of messages."""
    if model.__module__ == "protocol.previews":  # a question with its answer
        return "to_client" if issubclass(model, Told) else "to_server"
    return _MODULES.get(model.__module__)


def _complete(family: str, entry: dict[str, Any]) -> None:
    """Add the bytes of a message and what they mean.

    Raises:
        ValueError: It is no message.
    """
    frame = msgpack.packb(from_json(entry["frame"]))
    message = read(family, frame)
    if isinstance(message, BadMessage):
        raise ValueError(f"{entry['about']}: {message.detail}")  # noqa: TRY004
    entry["hex"] = frame.hex()
    means = to_json(message.model_dump()) if isinstance(message, Message) else None
    if means != entry["frame"]:
        entry["means"] = means
    if not isinstance(message, Message) or written(message) != frame:
        entry["canonical"] = False


def _write(path: Path, entries: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[{','.join(map(_as_lines, entries))}]\n", "utf-8")


def _as_lines(entry: dict[str, Any]) -> str:
    """An entry with a line for each of its fields."""
    fields = (
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in entry.items()
    )
    return "{\n " + ",\n ".join(fields) + "\n}"
