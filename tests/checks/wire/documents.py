"""protocol/README.md and the JSON Schemas, as the models have them.

In the README a part that is made stands between two comments, `<!-- made: NAME -->` and
`<!-- end -->`; all else is written by hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter

from protocol.limits import PROTOCOL_VERSION
from protocol.to_client import ToClient
from protocol.to_server import ToServer
from tests.checks.wire.chapters import part

ROOT: Final = Path(__file__).resolve().parents[3]
README: Final = ROOT / "protocol/README.md"
SCHEMAS: Final = ROOT / "protocol/schema"
_MADE: Final = re.compile(r"(<!-- made: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
_NOTE: Final = (
    "The values of a msgpack message. A string of the format `binary` is a msgpack bin "
    "and its lengths count bytes; every other string is a msgpack str. "
)
_TAGGED: Final = Field(discriminator="op")
_FAMILIES: Final[dict[str, tuple[TypeAdapter[Any], str]]] = {
    "to_server": (
        TypeAdapter(Annotated[ToServer, _TAGGED]),
        "What a client may say; other fields are refused.",
    ),
    "to_client": (
        TypeAdapter(Annotated[ToClient, _TAGGED]),
        "What a server tells; other fields are to be ignored.",
    ),
}


def made_anew(text: str) -> str:
    """A document with all its made parts as the models have them now."""
    return _MADE.sub(lambda found: f"{found[1]}{part(found[2])}\n{found[3]}", text)


def names_of_parts(text: str) -> list[str]:
    """The names of the parts that a document wants made."""
    return [found[2] for found in _MADE.finditer(text)]


def schema_of(family: str) -> str:
    """The JSON Schema of a family of messages."""
    messages, meaning = _FAMILIES[family]
    schema = messages.json_schema()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{family}, version {PROTOCOL_VERSION}",
        "description": _NOTE + meaning,
    }
    return json.dumps(head | schema, indent=1, ensure_ascii=False) + "\n"


def documents() -> dict[Path, str]:
    """Every document with the text that it should have."""
    wanted = {README: made_anew(README.read_text("utf-8"))}
    for family in _FAMILIES:
        wanted[SCHEMAS / f"{family}.schema.json"] = schema_of(family)
    return wanted


def outdated() -> list[Path]:
    """The documents that are not as they should be."""
    return [
        path
        for path, text in documents().items()
        if not path.exists() or path.read_text("utf-8") != text
    ]


def write() -> list[Path]:
    """Bring every document up to date: those that were not."""
    found = outdated()
    for path in found:
        path.parent.mkdir(exist_ok=True)
        path.write_text(documents()[path], "utf-8")
    return found
