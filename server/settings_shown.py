"""The effective settings as text, for a host: each with its value and its origin."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel

if TYPE_CHECKING:
    from server.settings_loading import Loaded, Name

_PASSWORDS: Final = re.compile(r"(?<=://).*(?=@)|(?<=password=)[^&]*")
_HIDDEN: Final = "***"


def shown(loaded: Loaded) -> Iterator[str]:
    """One line for each setting, fit to be kept as a file of settings.

    What may hold a password is masked.
    """
    if loaded.file is not None:
        yield f"# file: {loaded.file}"
    yield from _section(loaded, loaded.settings, ())
    for name in loaded.strangers:
        yield f"# {name} is set in the environment, but is no setting of a server"


def masked(url: str) -> str:
    """A store's URL without its secrets.

    >>> masked("redis://host:secret@store:6379/0")
    'redis://***@store:6379/0'
    """
    return _PASSWORDS.sub(_HIDDEN, url)


def _section(loaded: Loaded, part: BaseModel, inside: Name) -> Iterator[str]:
    sections = []
    for field in type(part).model_fields:
        value = getattr(part, field)
        if isinstance(value, BaseModel):
            sections.append((field, value))
            continue
        name = (*inside, field)
        line = f"{field} = {_written(value)}"
        if value is None:
            line = f"# {field} is not set"
        yield f"{line:<42}  # {loaded.origin_of(name).value}"
    for field, section in sections:
        yield ""
        yield f"[{'.'.join((*inside, field))}]"
        yield from _section(loaded, section, (*inside, field))


def _written(value: object) -> str:
    """A value as TOML has it; the texts of JSON are texts of TOML."""
    match value:
        case bool() | int() | float():
            return json.dumps(value)
        case str():
            return json.dumps(masked(value))
        case Path():
            return json.dumps(str(value))
        case Iterable():
            return json.dumps(sorted(map(str, value)))
        case _:
            return json.dumps(str(value))
