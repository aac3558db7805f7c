"""Where settings come from: flag before environment before file before default.

The file is TOML with the names of `Settings` as keys and `[table]` as a section. What
is wrong is told in one line for each fault, with the place it came from and never with
the value, which may be a password.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from pydantic_settings import EnvSettingsSource
from pydantic_settings.exceptions import SettingsError

from server.settings import ENVIRONMENT_PREFIX, NESTED_BY, Settings
from server.settings_checks import clashes
from server.settings_words import words_of

FILE_VARIABLE: Final = f"{ENVIRONMENT_PREFIX}CONFIG"
"""Names the file of settings, where no flag does."""
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
_FILE_BYTES: Final = 1_048_576

_OF_OTHERS: Final = frozenset(
    ENVIRONMENT_PREFIX + name
    for name in (
        *("CONFIG", "SERVER", "NAME", "LANG", "COMMAND"),
        *("SERVER_1", "SERVER_2", "BIND", "BALANCER_CONNECTIONS", "BEHIND_PROXY"),
    )
)
"""Variables of the client and of the balancer, which begin in the same way."""

Name: TypeAlias = tuple[str, ...]
"""Of one setting: `("port",)`, `("table", "grace_ms")`."""


class Origin(Enum):
    """Where a value comes from, the strongest first."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "file"
    LOCAL = "--local"
    DEFAULT = "default"


class BadSettings(Exception):  # noqa: N818 - says what is bad, not how it failed
    """The settings cannot be used; nothing was started.

    Attributes:
        lines: One for each fault, fit for a terminal.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings and where each was set."""

    settings: Settings
    origins: Mapping[Name, Origin]
    """Those that are set; the others are defaults."""
    file: Path | None
    strangers: tuple[str, ...]
    """Variables of the environment that look like settings and are none."""

    def origin_of(self, name: Name) -> Origin:
        """Where the value of a setting comes from."""
        return self.origins.get(name, Origin.DEFAULT)


def load_settings(
    flags: Mapping[str, object],
    file: Path | None = None,
    local: Mapping[str, object] = NOTHING,
) -> Loaded:
    """The settings of this process.

    Args:
        flags: What the command line says; `None` values are not said.
        file: A TOML file; without one the environment may name one.
        local: Defaults of a server for the person at this machine.

    Raises:
        BadSettings: Something cannot be used.
    """
    named = file or _named_file()
    given: dict[Origin, dict[str, Any]] = {
        Origin.FLAG: {
            name: value for name, value in flags.items() if value is not None
        },
        Origin.ENVIRONMENT: _environment(),
        Origin.FILE: {} if named is None else _read(named),
        Origin.LOCAL: dict(local),
    }
    origins: dict[Name, Origin] = {}
    values: dict[str, Any] = {}
    for origin in (Origin.LOCAL, Origin.FILE, Origin.ENVIRONMENT, Origin.FLAG):
        _lay_over(values, given[origin])
        origins |= dict.fromkeys(_names(given[origin]), origin)
    try:
        settings = Settings(**values)
    except ValidationError as fault:
        raise BadSettings(*_lines(fault, origins, named)) from None
    together = [
        f"{_shown(name, origins.get(name), named)}: {why}"
        for names, why in clashes(settings)
        for name in (_first_set(names, origins),)
    ]
    if together:
        raise BadSettings(*together)
    return Loaded(settings, origins, named, _strangers())


def _first_set(names: Name, origins: Mapping[Name, Origin]) -> Name:
    """Of settings that clash, the first that somebody has set."""
    return next(((name,) for name in names if (name,) in origins), names[:1])


def _named_file() -> Path | None:
    name = os.environ.get(FILE_VARIABLE)
    return Path(name) if name else None


def _environment() -> dict[str, Any]:
    try:
        return EnvSettingsSource(Settings)()
    except SettingsError as fault:
        # Text that should be JSON, for a whole section; its own text shows the value.
        name = str(fault).partition('"')[2].partition('"')[0]
        line = f"{_variable((name,))} (environment): cannot be read; set its parts"
        raise BadSettings(line) from None


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            content = opened.read(_FILE_BYTES + 1)
    except OSError as fault:
        line = f"the file of settings {file} cannot be read: {fault.strerror}"
        raise BadSettings(line) from None
    if len(content) > _FILE_BYTES:
        raise BadSettings(f"the file of settings {file} is too long")
    try:
        return tomllib.loads(content.decode())
    except ValueError as fault:
        reason = "it is not UTF-8"
        if isinstance(fault, tomllib.TOMLDecodeError):
            reason = str(fault)
        raise BadSettings(f"the file of settings {file}: {reason}") from None


def _lay_over(values: dict[str, Any], stronger: Mapping[str, Any]) -> None:
    for name, value in stronger.items():
        below = values.get(name)
        if isinstance(value, dict) and isinstance(below, dict):
            _lay_over(below, value)
        elif isinstance(value, dict):
            values[name] = dict(value)
        else:
            values[name] = value


def _names(values: Mapping[str, Any], inside: Name = ()) -> Iterator[Name]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _names(value, (*inside, name))
        else:
            yield (*inside, name)


def _lines(
    fault: ValidationError, origins: Mapping[Name, Origin], file: Path | None
) -> list[str]:
    """What is wrong with each value, and where it was given."""
    lines = []
    for error in fault.errors(include_url=False, include_input=False):
        place = tuple(str(part) for part in error["loc"])
        name = _setting_at(place, origins)
        line = f"{_shown(name, origins.get(name), file)}: {words_of(error)}"
        if line not in lines:
            lines.append(line)
    return lines


def _setting_at(place: Name, origins: Mapping[Name, Origin]) -> Name:
    """The setting that a fault is about.

    A fault inside a list, or about one of several types, has a longer place than the
    setting's name; one about a whole section has a shorter one.
    """
    for length in range(len(place), 0, -1):
        if place[:length] in origins:
            return place[:length]
    inside = (name for name in origins if name[: len(place)] == place)
    return next(inside, place)


def _shown(name: Name, origin: Origin | None, file: Path | None) -> str:
    match origin:
        case Origin.FLAG:
            return f"--{'-'.join(name).replace('_', '-')} (flag)"
        case Origin.FILE:
            return f"{'.'.join(name)} ({file})"
        case _:
            return f"{_variable(name)} (environment)"


def _variable(name: Name) -> str:
    return ENVIRONMENT_PREFIX + NESTED_BY.join(name).upper()


def _strangers() -> tuple[str, ...]:
    """Likely slips of the pen: `TAROCCO_PROT` would otherwise be passed over."""
    known = {_variable((name,)) for name in Settings.model_fields}
    return tuple(
        sorted(
            name
            for name in map(str.upper, os.environ)
            if name.startswith(ENVIRONMENT_PREFIX)
            and name not in known | _OF_OTHERS
            and name.partition(NESTED_BY)[0] not in known
        )
    )
