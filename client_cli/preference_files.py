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
    line: int = 0
    """Where it is wrong, from 1; 0 where that is not one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a file says for one key."""

    value: str
    """A yes or no is `true` or `false`."""
    line: int
    """Where it stands, from 1; 0 where that cannot be told."""


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


def entries_in(path: Path) -> dict[str, Entry]:
    """What a file says, by key; nothing where there is no file.

    Tables, such as that of the keys of the full screen, are for others to read.

    Raises:
        BrokenFile: It cannot be read, is no TOML, or holds something else than texts,
            whole numbers, yes and no.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as fault:
        raise BrokenFile(path, fault.strerror or str(fault)) from None
    return _entries_of(content, path)


def _entries_of(content: bytes, path: Path) -> dict[str, Entry]:
    # Loaded here: most people have no such file, and every start would pay for it.
    import tomllib  # noqa: PLC0415

    if len(content) > _MOST_BYTES:
        raise BrokenFile(path, f"> {_MOST_BYTES}")
    try:
        text = content.decode()
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise BrokenFile(path, str(fault)) from None
    lines, found = text.splitlines(), {}
    for key, value in data.items():
        place = _place_of(key, lines)
        line = 0 if place is None else place + 1
        match value:
            case bool() | str() | int():
                written = str(value).lower() if isinstance(value, bool) else str(value)
                found[key] = Entry(written, line)
            case dict():
                pass
            case _:
                raise BrokenFile(path, f"{key} = {value!r}", line)
    return found


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)


def with_value(text: str, key: str, value: str | None) -> str:
    r"""The text of a file with one value changed, added, or taken out for None.

    The value is given as TOML writes it.

    All other lines stay as they are. What is added stands before any table.

    >>> with_value("# mine\npace = 2\n", "pace", "1")
    '# mine\npace = 1\n'
    """
    line = None if value is None else f"{key} = {value}"
    lines = text.splitlines()
    place = _place_of(key, lines)
    if place is not None:
        lines[place : place + 1] = [] if line is None else [line]
    elif line is not None:
        lines.insert(_end_of_values(lines), line)
    return "".join(f"{each}\n" for each in lines)


def _place_of(key: str, lines: list[str]) -> int | None:
    """Which line gives a key its value, from 0; None if no line seems to."""
    name = re.escape(key)
    wanted = re.compile(rf"""\s*(?:{name}|"{name}"|'{name}')\s*=""")
    end = _end_of_values(lines)
    return next((at for at in range(end) if wanted.match(lines[at])), None)


def _end_of_values(lines: list[str]) -> int:
    """Where the tables begin, or the file ends."""
    begins = (at for at, each in enumerate(lines) if each.lstrip().startswith("["))
    return next(begins, len(lines))
