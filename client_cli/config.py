"""`tarocco config`: the person's settings, one by one or as a file."""

from __future__ import annotations

import difflib
import json
import os
import shlex
import subprocess
from typing import TYPE_CHECKING, Final

from client_cli.arguments import request_from, wrong_use
from client_cli.exits import Exit, Stopped
from client_cli.flags import FLAGS
from client_cli.folders import write_private
from client_cli.preference_files import BrokenFile, entries_in
from client_cli.preferences import (
    KEYS,
    PREFERENCES,
    YES_OR_NO,
    broken,
    change,
    yes_or_no,
)
from client_cli.safe_text import shown
from client_cli.texts import message

if TYPE_CHECKING:
    from pathlib import Path

    from client_cli.arguments import Request
    from client_cli.preferences import Found, Preference, Preferences
    from client_cli.texts import Texts

_DEEDS: Final = {
    "get": (1, 1),
    "set": (2, 99),
    "unset": (1, 1),
    "list": (0, 0),
    "edit": (0, 0),
    "path": (0, 0),
}
"""What can be done, with the fewest and most words that follow."""
_ORIGINS: Final = {
    "environment": message("the environment, {where}"),
    "user": message("your file, {where}"),
    "system": message("the file of this machine, {where}"),
    "default": message("as usual"),
}


def configure(request: Request, preferences: Preferences, texts: Texts) -> Exit:
    """Show or change settings.

    Raises:
        Stopped: The words cannot be meant, nothing is set, or a file cannot be used.
    """
    deed, *words = request.operands or ("list",)
    fewest, most = _DEEDS.get(deed, (1, 0))
    if not fewest <= len(words) <= most:
        what = texts.say(
            "One of these is needed: get KEY, set KEY VALUE, unset KEY, list, edit, path."
        )
        raise wrong_use(what, texts, "config")
    if deed == "path":
        print(preferences.user)
    elif deed == "edit":
        _edit(preferences.user, texts)
    else:
        _with_values(deed, words, request, preferences, texts)
    return Exit.DONE


def _with_values(
    deed: str,
    words: list[str],
    request: Request,
    preferences: Preferences,
    texts: Texts,
) -> None:
    """Do what needs files that can be read."""
    preferences.check(texts)
    if deed == "list":
        _list(request, preferences, texts)
        return
    preference = _named(words[0], texts)
    if deed == "get":
        print(_set_value(preference, preferences, texts))
    elif deed == "set":
        value = _checked(preference, " ".join(words[1:]), texts)
        change(preferences.user, preference.key, value, texts)
    else:
        change(preferences.user, preference.key, None, texts)


def _named(key: str, texts: Texts) -> Preference:
    for preference in PREFERENCES:
        if preference.key == key:
            return preference
    near = difflib.get_close_matches(key, KEYS, n=1)
    why = (
        texts.say("Did you mean {near}?", near=near[0])
        if near
        else texts.say("Possible: {values}.", values=", ".join(KEYS))
    )
    what = texts.say("There is no setting {key}.", key=shown(key))
    raise wrong_use(what, texts, "config", why=why)


def _set_value(preference: Preference, preferences: Preferences, texts: Texts) -> str:
    value = preferences.found(preference).value
    if value is None:
        raise Stopped(
            Exit.NOT_FOUND,
            texts.say("{key} is not set.", key=preference.key),
            advice=texts.say(
                "Set it: {command}", command=f"tarocco config set {preference.key} ..."
            ),
        )
    return shown(value, 200)


def _checked(preference: Preference, typed: str, texts: Texts) -> str:
    """What is to be written; refuses what the flag would refuse."""
    if preference.switch is None:
        _check(preference, typed, texts)
        return typed
    value = yes_or_no(typed)
    if value is None:
        what = texts.say(
            "{flag} cannot be {value}.", flag=preference.key, value=shown(typed) or "''"
        )
        why = texts.say("Possible: {values}.", values=", ".join(YES_OR_NO))
        raise wrong_use(what, texts, "config", why=why)
    return "true" if value else "false"


def _check(preference: Preference, value: str, texts: Texts) -> None:
    flag = next(flag for flag in FLAGS if flag.key == preference.flag)
    request_from([flag.verbs[0], f"{flag.names[-1]}={value}"], {}, texts)
    if preference.key in {"name", "server"}:
        # Loaded here: these are judged by what a live table uses.
        from client_cli.live.reaching import check_name, check_server  # noqa: PLC0415

        if preference.key == "name":
            check_name(value, "config", texts)
        else:
            check_server(value, "config", texts)


def _list(request: Request, preferences: Preferences, texts: Texts) -> None:
    all_found = [(each, preferences.found(each)) for each in PREFERENCES]
    if request.json:
        settings = {
            each.key: {
                "value": found.value,
                "origin": found.origin,
                "where": found.where,
                "line": found.line or None,
                "usual": each.usual or None,
            }
            for each, found in all_found
        }
        print(json.dumps({"v": 1, "settings": settings}))
        return
    with_origin = request.origin or not request.operands
    for each, found in all_found:
        print(_line(each, found, with_origin=with_origin, texts=texts))


def _line(each: Preference, found: Found, *, with_origin: bool, texts: Texts) -> str:
    value = each.usual if found.value is None else found.value
    line = f"{each.key} = {shown(value, 200)}".rstrip()
    if not with_origin:
        return line
    origin = texts.say(_ORIGINS[found.origin], where=shown(found.place, 200))
    return f"{line}  ({origin})"


def _edit(path: Path, texts: Texts) -> None:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        command = shlex.split(editor)
        if not command:
            raise _no_editor(path, "", texts)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_private(path, _empty(texts))
        subprocess.run([*command, str(path)], check=True)
        entries_in(path)
    except BrokenFile as file:
        raise broken(file, texts) from None
    except (OSError, ValueError, subprocess.CalledProcessError) as fault:
        raise _no_editor(path, str(fault), texts) from None


def _empty(texts: Texts) -> str:
    """A new file: every setting, none of them set."""
    return "".join(
        f"# {texts.say(each.summary)}\n# {each.key} = {_example(each)}\n"
        for each in PREFERENCES
    )


def _example(each: Preference) -> str:
    """What holds as usual, as a file says it."""
    return f'"{each.usual}"' if each.switch is None else each.usual


def _no_editor(path: Path, why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.NOT_FOUND,
        texts.say("No editor could be used; the variable EDITOR names it."),
        why=shown(why, 200),
        advice=texts.say("The file is {path}", path=path),
    )
