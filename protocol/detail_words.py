"""What is wrong with a field, in words for the author of a client."""

from __future__ import annotations

from typing import Final

_OWN_CHECK: Final = "Value error, "
_WORDS: Final = {
    "extra_forbidden": "a field that is not known",
    "invalid_key": "a key that is no text",
    "literal_error": "none of the possible values",
    "enum": "none of the possible values",
    "string_pattern_mismatch": "a text of another form",
    "string_too_short": "too short",
    "string_too_long": "too long",
    "bytes_too_short": "too short",
    "bytes_too_long": "too long",
    "too_short": "too few entries",
    "too_long": "too many entries",
    "greater_than_equal": "too small",
    "less_than_equal": "too large",
    "string_type": "no text",
    "bytes_type": "no bin",
    "int_type": "no int",
    "bool_type": "no bool",
    "tuple_type": "no array",
    "list_type": "no array",
    "dict_type": "no map",
    "model_type": "no map",
    "model_attributes_type": "no map",
}
"""By the kinds of faults that the models name."""


def words_for(kind: str, said: str) -> str:
    """What a kind of fault means; the kind itself, where nothing is clearer.

    Args:
        kind: As the models name it.
        said: What they say of it; of use only for the checks of our own, whose words
            hold nothing of the input.
    """
    if kind == "value_error":
        return said.removeprefix(_OWN_CHECK)
    return _WORDS.get(kind, kind)
