"""The files of settings: where they are, how they are read, how one line is changed.

A file is TOML with one value for each key. It belongs to the person, who may write
comments into it and order it as he likes: a change touches one line and nothing else.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME: Final = Path("tarocco") / "config.toml"
_MOST_BYTES: Final = 65_536


@dataclass(frozen=True, slots=True)
class BrokenFile(Exception):  # noqa: N818 - an answer, not a fault
    """A file that is there and cannot be used."""

    path: Path
    why: str


def user_file(named: str | None, environ: Mapping[str, str]) -> Path:
    """The person's own file: as named, else in `$XDG_CONFIG_HOME`.

    A relative `XDG_CONFIG_HOME` does not count, as its specification says.
    """
    chosen = named or environ.get("TAROCCO_CONFIG")
    if chosen:
        return Path(chosen)
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():
        base = Path.home() / ".config"
    return base / _NAME


def system_file(environ: Mapping[str, str]) -> Path:
    """The file of the machine, for everybody on it: the first that there is."""
    listed = (environ.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")
    places = [Path(folder) / _NAME for folder in listed if folder]
    return next((path for path in places if path.exists()), places[0])


def values_in(path: Path) -> dict[str, str]:
    """The values of a file by their keys; none where there is no file.

    Raises:
        BrokenFile: It cannot be read, is no TOML, or holds something else than texts
            and whole numbers.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as fault:
        raise BrokenFile(path, fault.strerror or str(fault)) from None
    return _values_of(content, path)


def _values_of(content: bytes, path: Path) -> dict[str, str]:
    # Loaded here: most people have no such file, and every start would pay for it.
    import tomllib  # noqa: PLC0415

    if len(content) > _MOST_BYTES:
        raise BrokenFile(path, f"> {_MOST_BYTES}")
    try:
        data = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as fault:
        raise BrokenFile(path, str(fault)) from None
    for key, value in data.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise BrokenFile(path, f"{key} = {value!r}")
    return {key: str(value) for key, value in data.items()}


def with_value(text: str, key: str, value: str | None) -> str:
    r"""The text of a file with one value changed, added, or taken out for None.

    All other lines stay as they are. What is added stands before any table.

    >>> with_value("# mine\npace = 2\n", "pace", "1")
    '# mine\npace = "1"\n'
    """
    line = None if value is None else f"{key} = {json.dumps(value, ensure_ascii=False)}"
    wanted = re.compile(rf"""\s*(?:{key}|"{key}"|'{key}')\s*=""")
    lines = text.splitlines()
    top = next(
        (at for at, each in enumerate(lines) if each.lstrip().startswith("[")),
        len(lines),
    )
    place = next((at for at in range(top) if wanted.match(lines[at])), None)
    if place is not None:
        lines[place : place + 1] = [] if line is None else [line]
    elif line is not None:
        lines.insert(top, line)
    return "".join(f"{each}\n" for each in lines)
