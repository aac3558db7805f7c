"""Types in the words of the document."""

from typing import Any

import pytest

from tests.checks.wire.describing import type_words
from tests.checks.wire.families import MODELS, fields_of, meaning_of


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "boolean"}, "bool"),
        ({"type": "integer", "minimum": 0, "maximum": 3}, "int, 0 to 3"),
        ({"type": "integer", "minimum": 1, "maximum": 2**53 - 1}, "int, 1 or more"),
        ({"type": "integer"}, "int"),
        ({"type": "string", "maxLength": 64}, "text, at most 64 characters"),
        (
            {"type": "string", "minLength": 1, "maxLength": 9},
            "text, 1 to 9 characters",
        ),
        (
            {"type": "string", "format": "binary", "minLength": 8, "maxLength": 8},
            "bin, 8 bytes",
        ),
        (
            {"type": "string", "pattern": "^[!-~]+$", "maxLength": 2_048},
            "text, 1 to 2,048 visible ASCII characters",
        ),
        ({"enum": ["off", "on"]}, "`off` `on`"),
        ({"const": "cricca"}, '`"cricca"`'),
        ({"anyOf": [{"type": "null"}, {"type": "boolean"}]}, "nil or bool"),
        ({"$ref": "#/$defs/SeatOf"}, "[SeatOf](#seatof)"),
        (
            {"type": "array", "maxItems": 4, "items": {"type": "boolean"}},
            "array of 0 to 4: bool",
        ),
        (
            {"type": "array", "prefixItems": [{"type": "boolean"}] * 2},
            "array of 2: bool",
        ),
    ],
)
def test_type_in_words(schema: dict[str, Any], words: str) -> None:
    assert type_words(schema) == words


@pytest.mark.parametrize(
    "schema", [{"type": "number"}, {"type": "string", "pattern": "^number$"}]
)
def test_type_without_words_is_a_fault(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="number"):
        type_words(schema)


@pytest.mark.parametrize("name", MODELS)
def test_every_field_has_a_meaning(name: str) -> None:
    model = MODELS[name]

    assert all(
        meaning_of(model, field).endswith((".", ";")) for field in fields_of(model)
    )


def test_field_without_a_meaning_is_a_fault() -> None:
    with pytest.raises(KeyError, match="what does it mean"):
        meaning_of(MODELS["Play"], "colour")
