"""The kept examples: frames of a real run, by the names of their models."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import msgpack

from tests.conformance.plain_values import to_json

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "data/wire/examples.json"
_LINE: Final = 88


def frames() -> dict[str, bytes]:
    """The bytes of each example."""
    kept = json.loads(EXAMPLES.read_text("utf-8"))
    return {name: bytes.fromhex(text) for name, text in kept.items()}


def plain(frame: bytes) -> Any:
    """An example as a document can show it: a bin as a text that begins with `hex:`."""
    return to_json(msgpack.unpackb(frame))


def as_json(frame: bytes) -> str:
    """An example as JSON, in lines that break after commas."""
    lines, line = [], ""
    for part in re.split(r"(?<=,) ", json.dumps(plain(frame), ensure_ascii=False)):
        if line and len(line) + len(part) >= _LINE:
            lines.append(line)
            line = ""
        line = f"{line} {part}" if line or lines else part
    return "\n".join([*lines, line])


def as_hex(frame: bytes) -> str:
    """The bytes of an example, in lines of as many as fit."""
    per_line = _LINE // 2
    starts = range(0, len(frame), per_line)
    return "\n".join(frame[start : start + per_line].hex() for start in starts)
