"""As much of JSON Schema as the schemas of the protocol use, read strictly.

A word of the schema that is not known here is a fault of the schema, so that nothing in
it is passed over. Bins are bytes, as msgpack gives them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

Schema = dict[str, Any]
_NOTES: Final = frozenset(
    {"$defs", "$schema", "default", "description", "discriminator", "title"}
)
_TYPES: Final[dict[str, type]] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "object": dict,
}


class SchemaReader:
    """Tells whether values are as a schema says."""

    def __init__(self, schema: Schema) -> None:
        self._root = schema

    def takes(self, value: Any) -> bool:
        """Whether a value is one of those that the schema describes."""
        return self._takes(self._root, value)

    def _takes(self, schema: Schema, value: Any) -> bool:
        unknown = schema.keys() - _NOTES - _RULES.keys() - {"format"}
        assert not unknown, f"nobody reads {sorted(unknown)}"
        return all(
            _RULES[word](self, schema, value) for word in schema if word in _RULES
        )

    def _ref(self, schema: Schema, value: Any) -> bool:
        name = schema["$ref"].removeprefix("#/$defs/")
        return self._takes(self._root["$defs"][name], value)

    def _type(self, schema: Schema, value: Any) -> bool:
        kind = schema["type"]
        if kind == "string":
            wanted: type = bytes if schema.get("format") == "binary" else str
        else:
            wanted = _TYPES[kind]
        return type(value) is wanted

    def _any_of(self, schema: Schema, value: Any) -> bool:
        return any(self._takes(one, value) for one in schema["anyOf"])

    def _one_of(self, schema: Schema, value: Any) -> bool:
        return sum(self._takes(one, value) for one in schema["oneOf"]) == 1

    def _items(self, schema: Schema, value: Any) -> bool:
        return all(self._takes(schema["items"], one) for one in _entries(value))

    def _prefix(self, schema: Schema, value: Any) -> bool:
        pairs = zip(schema["prefixItems"], _entries(value), strict=False)
        return all(self._takes(one, entry) for one, entry in pairs)

    def _properties(self, schema: Schema, value: Any) -> bool:
        known = schema["properties"]
        return all(
            self._takes(known[name], part)
            for name, part in _parts(value).items()
            if name in known
        )

    def _additional(self, schema: Schema, value: Any) -> bool:
        further = schema["additionalProperties"]
        known = schema.get("properties", {})
        rest = {name: part for name, part in _parts(value).items() if name not in known}
        if isinstance(further, bool):
            return further or not rest
        return all(self._takes(further, part) for part in rest.values())

    def _names(self, schema: Schema, value: Any) -> bool:
        return all(self._takes(schema["propertyNames"], name) for name in _parts(value))

    def _not(self, schema: Schema, value: Any) -> bool:
        return not self._takes(schema["not"], value)


def _entries(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _parts(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _required(_: SchemaReader, schema: Schema, value: Any) -> bool:
    return set(schema["required"]) <= _parts(value).keys()


def _length(
    word: str,
    kinds: type[list[Any]] | type[dict[str, Any]] | tuple[type[str], type[bytes]],
    *,
    least: bool,
) -> Callable[[SchemaReader, Schema, Any], bool]:
    def rule(_: SchemaReader, schema: Schema, value: Any) -> bool:
        if not isinstance(value, kinds):
            return True
        length, bound = len(value), int(schema[word])
        return length >= bound if least else length <= bound

    return rule


def _bound(word: str, *, least: bool) -> Callable[[SchemaReader, Schema, Any], bool]:
    def rule(_: SchemaReader, schema: Schema, value: Any) -> bool:
        if type(value) is not int:
            return True
        bound = int(schema[word])
        return value >= bound if least else value <= bound

    return rule


_TEXTS: Final = (str, bytes)
_RULES: Final[dict[str, Callable[[SchemaReader, Schema, Any], bool]]] = {
    "$ref": SchemaReader._ref,
    "additionalProperties": SchemaReader._additional,
    "anyOf": SchemaReader._any_of,
    "const": lambda _, schema, value: bool(value == schema["const"]),
    "enum": lambda _, schema, value: value in schema["enum"],
    "items": SchemaReader._items,
    "maxItems": _length("maxItems", list, least=False),
    "maxLength": _length("maxLength", _TEXTS, least=False),
    "maxProperties": _length("maxProperties", dict, least=False),
    "maximum": _bound("maximum", least=False),
    "minItems": _length("minItems", list, least=True),
    "minLength": _length("minLength", _TEXTS, least=True),
    "minimum": _bound("minimum", least=True),
    "not": SchemaReader._not,
    "oneOf": SchemaReader._one_of,
    "pattern": lambda _, schema, value: (
        not isinstance(value, str) or re.search(schema["pattern"], value) is not None
    ),
    "prefixItems": SchemaReader._prefix,
    "properties": SchemaReader._properties,
    "propertyNames": SchemaReader._names,
    "required": _required,
    "type": SchemaReader._type,
}
