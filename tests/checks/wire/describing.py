"""The type of a field, in the words of the document, from its JSON Schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from engine.cards import CARD_CODES
from protocol import limits

if TYPE_CHECKING:
    from collections.abc import Callable

Schema = dict[str, Any]
_PATTERNS: Final = {
    "^[a-z0-9_]+$": "word",
    "^E_[A-Z_]+$": "error code",
    "^[AR][0-9]{1,2}$": "rule number",
    "^[0-9A-Za-z]+$": "table id",
}
_VISIBLE_ASCII: Final = "^[!-~]+$"


def type_words(schema: Schema) -> str:
    """What a value may be.

    Raises:
        ValueError: The schema says something that nobody has found words for.
    """
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(type_words(one) for one in schema["anyOf"])
    if "oneOf" in schema:
        return "[item](#items)"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        if len(schema["enum"]) == len(CARD_CODES):
            return "card"
        return " ".join(f"`{one}`" for one in schema["enum"])
    kind = schema.get("type")
    if kind not in _WORDS:
        raise ValueError(f"no words for {schema}")
    return _WORDS[kind](schema)


def _int(schema: Schema) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is None and most is None:
        return "int"
    if most == limits.MAX_INT:
        return f"int, {least} or more"
    return f"int, {least:,} to {most:,}"


def _text(schema: Schema) -> str:
    if schema.get("format") == "binary":
        return f"bin, {_length(schema)} bytes"
    pattern = schema.get("pattern")
    if pattern == _VISIBLE_ASCII:
        return f"text, 1 to {schema['maxLength']:,} visible ASCII characters"
    if pattern is not None:
        if pattern not in _PATTERNS:
            raise ValueError(f"no words for {schema}")
        return _PATTERNS[pattern]
    if "maxLength" not in schema:
        return "text, a [name](#names)"
    return f"text, {_length(schema)} characters"


def _length(schema: Schema) -> str:
    least, most = schema.get("minLength"), schema["maxLength"]
    if least is None:
        return f"at most {most:,}"
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        entries = [type_words(one) for one in schema["prefixItems"]]
        return f"array of {len(entries)}: {entries[0]}"
    least, most = schema.get("minItems", 0), schema["maxItems"]
    return f"array of {least} to {most:,}: {type_words(schema['items'])}"


_WORDS: Final[dict[str | None, Callable[[Schema], str]]] = {
    "array": _array,
    "boolean": lambda _: "bool",
    "integer": _int,
    "null": lambda _: "nil",
    "object": lambda _: "map of texts to text, int or array of texts",
    "string": _text,
}
