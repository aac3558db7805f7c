"""The keys that a person has settled: the table `[keys]` in the files of settings.

    [keys]
    last_trick = "F2"
    close = ["Esc", "F10"]

What cannot be used is told with its file and its line, and nothing is played until it
is put right: a key that does nothing at the table would be worse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.preference_files import system_file, user_file
from client_cli.safe_text import shown
from client_cli.screens.actions import CARD_LETTERS, NAMED_KEYS, Action, Keymap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client_cli.texts import Texts

_TABLE: Final = "keys"
_MOST_BYTES: Final = 65_536
_MOST_KEYS: Final = 4
_ACTIONS: Final = {action.value: action for action in Action}
_NAMED: Final = {name.casefold(): name for name in NAMED_KEYS}


@dataclass(frozen=True, slots=True)
class _Settled:
    """The keys that one file gives to an action."""

    action: Action
    keys: tuple[str, ...]
    path: Path
    line: int


def keys_of(named: str | None, environ: Mapping[str, str], texts: Texts) -> Keymap:
    """The keys of this person: the machine's file, and his own over it.

    Args:
        named: The person's file, if the command line names one.
        environ: The variables.
        texts: The language.

    Raises:
        Stopped: A file settles something that cannot be.
    """
    settled: dict[Action, _Settled] = {}
    for path in (system_file(environ), user_file(named, environ)):
        for each in _settled_in(path, texts):
            settled[each.action] = each
    keys = Keymap().with_keys({each.action: each.keys for each in settled.values()})
    clash = keys.clash()
    if clash is not None:
        raise _clashing(clash, settled, texts)
    return keys


def _settled_in(path: Path, texts: Texts) -> list[_Settled]:
    """What one file settles, in its order; nothing where there is no such table."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1).decode()
    except (OSError, UnicodeDecodeError):
        return []  # whoever reads the settings has said so
    if f"[{_TABLE}]" not in content.replace(" ", ""):
        return []
    return [
        _settled(str(name), value, path, _line_of(str(name), content), texts)
        for name, value in _table_in(content).items()
    ]


def _table_in(content: str) -> Mapping[str, object]:
    # Loaded here: most people have no such table.
    import tomllib  # noqa: PLC0415

    try:
        table = tomllib.loads(content).get(_TABLE, {})
    except (ValueError, RecursionError):
        return {}  # whoever reads the settings has said so
    return table if isinstance(table, dict) else {}


def _line_of(name: str, content: str) -> int:
    """The number of the line that settles a name, in the table of keys."""
    begun = False
    wanted = re.compile(rf"""\s*(?:{re.escape(name)}|"{re.escape(name)}")\s*=""")
    for number, text in enumerate(content.splitlines(), 1):
        begun = begun or text.strip().replace(" ", "").startswith(f"[{_TABLE}]")
        if begun and wanted.match(text):
            return number
    return 1


def _settled(name: str, value: object, path: Path, line: int, texts: Texts) -> _Settled:
    """What a line settles; raises `Stopped` for what cannot be."""
    action = _ACTIONS.get(name)
    if action is None:
        why = texts.say(
            "{name} is nothing that a key can do. These are: {names}.",
            name=shown(name),
            names=", ".join(_ACTIONS),
        )
        raise _unusable(path, line, why, texts)
    listed = value if isinstance(value, list) else [value]
    if not 0 < len(listed) <= _MOST_KEYS:
        why = texts.say(
            "{name} takes one key, or a list of up to {number}.",
            name=name,
            number=_MOST_KEYS,
        )
        raise _unusable(path, line, why, texts)
    keys = []
    for each in listed:
        key = _key(each)
        if key is None:
            raise _unusable(path, line, _no_key(each, texts), texts)
        keys.append(key)
    return _Settled(action, tuple(keys), path, line)


def _key(value: object) -> str | None:
    """The key that a text names; None if it names none that can be given away."""
    if not isinstance(value, str):
        return None
    if len(value) == 1 and value.isprintable() and value != " ":
        return None if value.casefold() in CARD_LETTERS else value
    return _NAMED.get(value.casefold())


def _no_key(value: object, texts: Texts) -> str:
    if isinstance(value, str) and value.casefold() in CARD_LETTERS:
        return texts.say(
            "{key} cannot be given away: cards are typed with it.", key=value
        )
    return texts.say(
        "{key} is no key. A key is one letter or sign, or one of: {names}.",
        key=shown(str(value)),
        names=", ".join(NAMED_KEYS),
    )


def _clashing(
    clash: tuple[str, Action, Action],
    settled: Mapping[Action, _Settled],
    texts: Texts,
) -> Stopped:
    """Two actions have one key; told where the last of them was settled."""
    key, *actions = clash
    *_, at = (settled[each] for each in actions if each in settled)
    why = texts.say(
        "{key} would do two things at once, {first} and {second}.",
        key=key,
        first=actions[0].value,
        second=actions[1].value,
    )
    return _unusable(at.path, at.line, why, texts)


def _unusable(path: Path, line: int, why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.WRONG_USE,
        texts.say("The settings in {path} cannot be used.", path=f"{path}:{line}"),
        why=why,
        advice=texts.say("Put them right: {command}", command="tarocco config edit"),
    )
