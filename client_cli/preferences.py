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
    system_file,
    user_file,
    values_in,
    with_value,
)
from client_cli.safe_text import shown
from client_cli.texts import message

if TYPE_CHECKING:
    from client_cli.texts import Texts

Origin: TypeAlias = Literal["environment", "user", "system", "default"]


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
)
KEYS: Final = tuple(each.key for each in PREFERENCES)


@dataclass(frozen=True, slots=True)
class Found:
    """What holds where no flag says otherwise."""

    value: str | None
    """None where nobody has said anything."""
    origin: Origin
    where: str = ""
    """The variable or the path."""


@dataclass(slots=True)
class Preferences:
    """All of them, as files and environment have it."""

    environ: Mapping[str, str]
    user: Path
    system: Path
    by_user: dict[str, str] = field(default_factory=dict)
    by_system: dict[str, str] = field(default_factory=dict)
    broken: list[BrokenFile] = field(default_factory=list)

    def found(self, preference: Preference) -> Found:
        """What holds, and who says so."""
        variable, key = preference.variable, preference.key
        # An empty variable is one that is not set.
        if variable and self.environ.get(variable):
            return Found(self.environ[variable], "environment", variable)
        if key in self.by_user:
            return Found(self.by_user[key], "user", str(self.user))
        if key in self.by_system:
            return Found(self.by_system[key], "system", str(self.system))
        return Found(None, "default")

    def of_files(self) -> dict[str, str]:
        """What the files say for flags, by the flag's key, where no variable does."""
        found = {each.flag: self.found(each) for each in PREFERENCES}
        return {
            flag: one.value
            for flag, one in found.items()
            if one.value is not None and one.origin in {"user", "system"}
        }

    def check(self, texts: Texts) -> None:
        """Refuse to go on as if a broken file said nothing; raises `Stopped`."""
        for file in self.broken:
            raise broken(file, texts)


def preferences_from(named: str | None, environ: Mapping[str, str]) -> Preferences:
    """Read the files.

    Args:
        named: The person's file, if the command line names one.
        environ: The variables.
    """
    found = Preferences(environ, user_file(named, environ), system_file(environ))
    for path, values in ((found.user, found.by_user), (found.system, found.by_system)):
        try:
            values.update(values_in(path))
        except BrokenFile as file:
            found.broken.append(file)
    return found


def broken(file: BrokenFile, texts: Texts) -> Stopped:
    """The end of a run that meets a file which cannot be used."""
    return Stopped(
        Exit.WRONG_USE,
        texts.say("The settings in {path} cannot be read.", path=file.path),
        why=shown(file.why, 200),
        advice=texts.say("Put them right: {command}", command="tarocco config edit"),
    )


def change(path: Path, key: str, value: str | None, texts: Texts) -> None:
    """Change one setting in a file, or take it out for None; all else stays as it is.

    Raises:
        Stopped: The file cannot be changed.
    """
    try:
        path = path.resolve()  # a link stays one
        text = path.read_text("utf-8") if path.exists() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        changed = with_value(text, key, value)
        write_private(path, changed)
        holds = values_in(path).get(key) == value
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
