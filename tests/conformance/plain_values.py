"""Values of msgpack as JSON and back: a bin is a text that begins with `hex:`."""

from __future__ import annotations

from typing import Any, Final

BIN: Final = "hex:"


def to_json(value: Any) -> Any:
    """A value of msgpack as JSON can say it."""
    match value:
        case bytes():
            return f"{BIN}{value.hex()}"
        case list() | tuple():
            return [to_json(part) for part in value]
        case dict():
            return {key: to_json(part) for key, part in value.items()}
        case _:
            return value


def from_json(value: Any) -> Any:
    """The value of msgpack that a JSON value stands for."""
    match value:
        case str() if value.startswith(BIN):
            return bytes.fromhex(value.removeprefix(BIN))
        case list():
            return [from_json(part) for part in value]
        case dict():
            return {key: from_json(part) for key, part in value.items()}
        case _:
            return value
