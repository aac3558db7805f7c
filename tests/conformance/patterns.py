"""What a dialogue says with names in it: filling them in, and comparing with what comes.

In what is said, a text `$name` stands for the value of the name, in which there may be
more names, and `$name+1` or `$name-1` for a number next to it. In what is to be heard, a name that is not known yet
takes the value that comes, `"*"` is any value, a map names the keys that matter,
`{"one of": [...]}` is any of these, and `{"has": ...}` an array with such an entry.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tests.conformance.plain_values import to_json

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME: Final = re.compile(r"\$([a-z_.]+)([+-][0-9]+)?")
ANY: Final = "*"

Names = dict[str, Any]


def filled(value: Any, look_up: Callable[[str], Any]) -> Any:
    """A value with all its names filled in.

    Raises:
        KeyError: A name stands for nothing.
    """
    match value:
        case str() if found := _NAME.fullmatch(value):
            known = look_up(found[1])
            if isinstance(known, dict | list):
                return filled(known, look_up)
            return known if found[2] is None else known + int(found[2])
        case list():
            return [filled(part, look_up) for part in value]
        case dict():
            return {key: filled(part, look_up) for key, part in value.items()}
        case _:
            return value


def difference(pattern: Any, value: Any, names: Names, path: str = "") -> str | None:
    """Where a value is not as the pattern wants it; None if it is.

    Names that are not known yet are added to `names`.
    """
    match pattern:
        case "*":
            return None
        case str() if found := _NAME.fullmatch(pattern):
            return _named(found, value, names, path)
        case {"one of": list(patterns)}:
            if any(difference(one, value, names, path) is None for one in patterns):
                return None
            return f"{path}: {to_json(value)!r} is none of {patterns!r}"
        case {"has": entry}:
            if any(difference(entry, one, names, path) is None for one in value):
                return None
            return f"{path}: nothing like {entry!r} in {to_json(value)!r}"
        case dict():
            return _of_map(pattern, value, names, path)
        case list():
            return _of_array(pattern, value, names, path)
        case _:
            is_same = type(value) is type(pattern) and value == pattern
            return None if is_same else f"{path}: {to_json(value)!r}, not {pattern!r}"


def _named(found: re.Match[str], value: Any, names: Names, path: str) -> str | None:
    name, step = found[1], int(found[2] or 0)
    if name not in names and not step:
        names[name] = value
        return None
    wanted = names[name] + step if step else names[name]
    if wanted == value:
        return None
    return f"{path}: {to_json(value)!r}, not ${name}, {to_json(wanted)!r}"


def _of_map(pattern: dict[str, Any], value: Any, names: Names, path: str) -> str | None:
    if not isinstance(value, dict):
        return f"{path}: {to_json(value)!r} is no map"
    for key, part in pattern.items():
        if key not in value:
            return f"{path}.{key}: missing"
        found = difference(part, value[key], names, f"{path}.{key}")
        if found is not None:
            return found
    return None


def _of_array(pattern: list[Any], value: Any, names: Names, path: str) -> str | None:
    if not isinstance(value, list) or len(value) != len(pattern):
        return f"{path}: {to_json(value)!r} has not {len(pattern)} entries"
    for index, (part, one) in enumerate(zip(pattern, value, strict=True)):
        found = difference(part, one, names, f"{path}[{index}]")
        if found is not None:
            return found
    return None
