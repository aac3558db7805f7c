"""The examples of protocol/README.md, as data."""

import json
import re
from pathlib import Path
from typing import Any

import protocol

README = (Path(protocol.__file__).parent / "README.md").read_text("utf-8")


def chapter(model: str) -> str:
    """What is written about a model."""
    found = re.search(
        rf"<!-- made: model {model} -->\n(.*?)<!-- end -->", README, flags=re.DOTALL
    )
    assert found is not None, model
    return found[1]


def example(model: str) -> dict[str, Any]:
    """The example of a message, an item or a view, with its bins as bytes."""
    block = re.search(r"```json\n(.*?)\n```", chapter(model), flags=re.DOTALL)
    assert block is not None, model
    plain = _with_bins(json.loads(block[1]))
    assert isinstance(plain, dict)
    return plain


def example_bytes(model: str) -> bytes:
    """The example of a message as it goes over the wire."""
    block = re.search(r"```\n([0-9a-f\n]+)\n```", chapter(model))
    assert block is not None, model
    return bytes.fromhex(block[1])


def _with_bins(data: Any) -> Any:
    match data:
        case str() if data.startswith("hex:"):
            return bytes.fromhex(data[4:])
        case list():
            return [_with_bins(part) for part in data]
        case dict():
            return {key: _with_bins(part) for key, part in data.items()}
        case _:
            return data
