"""What a person prefers when he says nothing: flag, environment, files, default.

A preference is the value that a flag has without being given. The first of these that
says something decides: the flag, its variable, the person's file, the machine's file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from client_cli.exits import Exit, Stopped
from client_cli.folders import write_private
from client_cli.preference_files import (
    BrokenFile,
    Entry,
    entries_in,
    quoted,
    system_file,
    user_file,
    with_value,
)
from client_cli.preferred import Preferred, unusable
from client_cli.safe_text import shown
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.texts import Texts

Origin: TypeAlias = Literal["environment", "user", "system", "default"]
_WORDS: Final = {
    **dict.fromkeys(("true", "yes", "on"), True),
    **dict.fromkeys(("false", "no", "off"), False),
}


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing that can be preferred."""

    key: str
    """As it stands in a file."""
    flag: str
    """The key of the flag that it speaks for."""
    variable: str
    """Of the environment; empty for none."""
    summary: str
    usual: str = ""
    """What holds where nobody says anything; empty where that depends on more."""
    switch: bool | None = None
    """For a yes or no: which of them is the flag given. None for a value."""


PREFERENCES: Final = (
    Preference(
        "language", "lang", "TAROCCO_LANG", message("language: en, it, de, ar, ms")
    ),
    Preference("name", "name", "TAROCCO_NAME", message("what the others see")),
    Preference(
        "server",
        "server",
        "TAROCCO_SERVER",
        message("play at this server instead of one of your own"),
    ),
    Preference(
        "level",
        "level",
        "",
        message("how well the bots play: easy, medium, hard, expert, master"),
        "medium",
    ),
    Preference(
        "pace",
        "pace",
        "",
        message("wait of the bots: 0 none, 1 short, 2 normal, 3 long, or ms"),
    ),
    Preference(
        "card_names",
        "card_names",
        "",
        message("names of the cards in another language: en, it, de, ar, ms"),
    ),
    Preference(
        "bidi",
        "bidi",
        "TAROCCO_BIDI",
        message("how Arabic is shown: auto, terminal, app, off"),
    ),
    Preference(
        "sort",
        "sort",
        "",
        message("order of your hand: high, low or suits first"),
    ),
    Preference(
        "bell",
        "bell",
        "",
        message("when the terminal's bell rings: never, turn, all"),
        "turn",
    ),
    Preference(
        "notify",
        "notify",
        "",
        message(
            "a notification of the desktop, when your turn comes after a long wait"
        ),
        "false",
        switch=True,
    ),
    Preference(
        "confirm",
        "confirm",
        "",
        message("what is asked again: never, once (what is final), always"),
        "once",
    ),
    Preference(
        "auto_play",
        "auto_play",
        "",
        message("play a card by itself where no other is allowed"),
        "false",
        switch=True,
    ),
    Preference(
        "color",
        "no_color",
        "",
        message("colours in the full screen"),
        "true",
        switch=False,
    ),
    Preference(
        "ascii",
        "ascii",
        "",
        message("the full screen in plain ASCII letters"),
        "false",
        switch=True,
    ),
    Preference(
        "mouse",
        "no_mouse",
        "",
        message("the mouse in the full screen"),
        "true",
        switch=False,
    ),
)
YES_OR_NO: Final = ("true", "false")
"""As TOML has them."""
KEYS: Final = tuple(each.key for each in PREFERENCES)
_SWITCHES: Final = {each.key for each in PREFERENCES if each.switch is not None}


def yes_or_no(typed: str) -> bool | None:
    """What is meant; None for neither."""
    return _WORDS.get(typed.casefold())


@dataclass(frozen=True, slots=True)
class Found:
    """What holds where no flag says otherwise."""

    value: str | None
    """None where nobody has said anything."""
    origin: Origin
    where: str = ""
    """The variable or the path."""
    line: int = 0
    """Of the file, from 1; 0 where that cannot be told."""

    @property
    def place(self) -> str:
        """The path with the line."""
        return f"{self.where}:{self.line}" if self.line else self.where


@dataclass(slots=True)
class Preferences:
    """All of them, as files and environment have it."""

    environ: Mapping[str, str]
    user: Path
    system: Path
    by_user: dict[str, Entry] = field(default_factory=dict)
    by_system: dict[str, Entry] = field(default_factory=dict)
    broken: list[BrokenFile] = field(default_factory=list)

    def found(self, preference: Preference) -> Found:
        """What holds, and who says so."""
        variable, key = preference.variable, preference.key
        # An empty variable is one that is not set.
        if variable and self.environ.get(variable):
            return Found(self.environ[variable], "environment", variable)
        if key in self.by_user:
            entry = self.by_user[key]
            return Found(entry.value, "user", str(self.user), entry.line)
        if key in self.by_system:
            entry = self.by_system[key]
            return Found(entry.value, "system", str(self.system), entry.line)
        return Found(None, "default")

    def of_files(self) -> dict[str, Preferred]:
        """What the files say for flags, by the flag's key, where no variable does."""
        said = {}
        for each in PREFERENCES:
            found = self.found(each)
            if found.value is None or found.origin == "environment":
                continue
            if each.switch is None or each.switch is yes_or_no(found.value):
                said[each.flag] = Preferred(each.key, found.value, found.place)
        return said

    def check(self, texts: Texts) -> None:
        """Refuse to go on as if a broken file said nothing; raises `Stopped`."""
        trouble = self.trouble(texts)
        if trouble is not None:
            raise trouble

    def trouble(self, texts: Texts) -> Stopped | None:
        """Why the files cannot be used; None if they can."""
        for file in self.broken:
            return broken(file, texts)
        for each in PREFERENCES:
            found = self.found(each)
            if each.switch is not None and yes_or_no(found.value or each.usual) is None:
                preferred = Preferred(each.key, found.value or "", found.place)
                return unusable(preferred, ", ".join(YES_OR_NO), texts)
        return None


def preferences_from(named: str | None, environ: Mapping[str, str]) -> Preferences:
    """Read the files.

    Args:
        named: The person's file, if the command line names one.
        environ: The variables.
    """
    found = Preferences(environ, user_file(named, environ), system_file(environ))
    for path, values in ((found.user, found.by_user), (found.system, found.by_system)):
        try:
            values.update(entries_in(path))
        except BrokenFile as file:
            found.broken.append(file)
    return found


def broken(file: BrokenFile, texts: Texts) -> Stopped:
    """The end of a run that meets a file which cannot be used."""
    path = f"{file.path}:{file.line}" if file.line else str(file.path)
    return Stopped(
        Exit.WRONG_USE,
        texts.say("The settings in {path} cannot be read.", path=path),
        why=shown(file.why, 200),
        advice=texts.say("Put them right: {command}", command="tarocco config edit"),
    )


def change(path: Path, key: str, value: str | None, texts: Texts) -> None:
    """Change one setting in a file, or take it out for None; all else stays as it is.

    A yes or no is given as `true` or `false`.

    Raises:
        Stopped: The file cannot be changed.
    """
    written = value if value is None or key in _SWITCHES else quoted(value)
    try:
        path = path.resolve()  # a link stays one
        text = path.read_text("utf-8") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, with_value(text, key, written))
        entry = entries_in(path).get(key)
        holds = (None if entry is None else entry.value) == value
        if not holds:  # written in a way that one line cannot change
            write_private(path, text)
    except (OSError, BrokenFile) as fault:
        why = fault.why if isinstance(fault, BrokenFile) else fault.strerror
        raise _unwritable(path, why or str(fault), texts) from None
    if not holds:
        raise _unwritable(path, "", texts)


def _unwritable(path: Path, why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.FAULT,
        texts.say("The settings in {path} cannot be changed.", path=path),
        why=shown(why, 200),
        advice=texts.say("Do it by hand: {command}", command="tarocco config edit"),
    )
