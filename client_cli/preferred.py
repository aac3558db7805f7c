"""What a file of settings says for a flag, and the complaint where that cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from client_cli.texts import Texts


@dataclass(frozen=True, slots=True)
class Preferred:
    """What a file of settings says for a flag."""

    key: str
    """As it stands in the file."""
    value: str
    place: str
    """The file, with the line where that is known."""


def unusable(preferred: Preferred, allowed: str, texts: Texts) -> Stopped:
    """The end of a run for a setting that cannot be meant; names file and line."""
    cannot_be = texts.say(
        "{flag} cannot be {value}.",
        flag=preferred.key,
        value=shown(preferred.value) or "''",
    )
    possible = texts.say("Possible: {values}.", values=allowed)
    return Stopped(
        Exit.WRONG_USE,
        texts.say(
            "The settings in {path} cannot be used.", path=shown(preferred.place, 200)
        ),
        why=f"{cannot_be} {possible}",
        advice=texts.say("Put them right: {command}", command="tarocco config edit"),
    )
