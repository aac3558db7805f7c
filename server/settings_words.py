"""What is wrong with a value of a setting, in the words of the manual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_core import ErrorDetails

_WHOLE: Final = "a whole number is needed"
_NUMBER: Final = "a number is needed"
_FLAG: Final = "true or false is needed"
_TEXT: Final = "text is needed"
_LIST: Final = "a list is needed"
_SECTION: Final = "a section with settings of its own is needed"
_NETWORK: Final = (
    "an address or a network is needed, as 10.0.0.2, 10.0.0.0/8 or 2001:db8::/32"
)

_BY_TYPE: Final[Mapping[str, str]] = {
    "extra_forbidden": "there is no such setting",
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": "a number with an end is needed",
    "bool_type": _FLAG,
    "bool_parsing": _FLAG,
    "string_type": _TEXT,
    "path_type": _TEXT,
    "tuple_type": _LIST,
    "frozen_set_type": _LIST,
    "model_type": _SECTION,
    "model_attributes_type": _SECTION,
    "dict_type": _SECTION,
    "ip_v4_network": _NETWORK,
    "ip_v6_network": _NETWORK,
    "less_than_equal": "at most {le}",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "literal_error": "it is one of {expected}",
}


def words_of(error: ErrorDetails) -> str:
    """Say what is needed instead; never the value, which may be a password."""
    words = _BY_TYPE.get(error["type"])
    if words is None:  # of our own checks, which have words
        return error["msg"]
    bounds = {name: _plain(value) for name, value in error.get("ctx", {}).items()}
    return words.format(**bounds)


def _plain(bound: object) -> object:
    """The bound of a number as people write it: 86400, not 86400.0."""
    if isinstance(bound, float) and bound.is_integer():
        return int(bound)
    return bound
