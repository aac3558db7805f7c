"""What can be wrong with a program that is to play, and what to do about it."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import shown
from protocol.bot_seat import Loss

if TYPE_CHECKING:
    from client_cli.texts import Texts
    from protocol.bot_seat import Tally

_LONGEST: Final = 200
_WITH_ITS_RUNNER: Final = "tarocco bot --exec 'python3 FILE'"


def cannot_start(word: str, fault: OSError | ValueError, texts: Texts) -> Stopped:
    """A program that could not be started.

    Args:
        word: The first word of its command.
        fault: What the system said.
        texts: The language.
    """
    why, advice = _why_not(word, fault, texts)
    what = texts.say(
        "The program {name} cannot be started.", name=shown(word, _LONGEST)
    )
    return Stopped(Exit.NOT_FOUND, what, why=why, advice=advice)


def _why_not(word: str, fault: OSError | ValueError, texts: Texts) -> tuple[str, str]:
    """Why it could not be started, and what to do."""
    name_its_runner = texts.say(
        "Name what runs it, as in: {command}", command=_WITH_ITS_RUNNER
    )
    match fault:
        case _ if Path(word).is_dir():
            return texts.say("It is a folder."), _as_typed(texts)
        case PermissionError():
            return texts.say("The file is not executable."), name_its_runner
        case FileNotFoundError() if Path(word).exists() or shutil.which(word):
            why = texts.say("What its first line says should run it is not there.")
            return why, name_its_runner
        case FileNotFoundError():
            return texts.say("There is no such program."), _as_typed(texts)
        case OSError(errno=errno.ENOEXEC):
            return texts.say(
                "Its first line does not say what runs it."
            ), name_its_runner
        case OSError(strerror=str(why)):
            return why, _as_typed(texts)
        case _:
            return str(fault), _as_typed(texts)


def _as_typed(texts: Texts) -> str:
    return texts.say("Give it as you would type it, with its path.")


def ended_early(word: str, why: str, errors: Path, texts: Texts) -> Stopped:
    """A program that ended before it was asked anything."""
    return Stopped(
        Exit.NOT_FOUND,
        texts.say(
            "The program {name} ended before the first deal.",
            name=shown(word, _LONGEST),
        ),
        why=shown(why, 300),
        advice=texts.say(
            "It should read lines until its input ends. All that it wrote: {path}",
            path=errors,
        ),
    )


def hints(tally: Tally, errors: Path, texts: Texts) -> list[str]:
    """What its author may look at, after a program has lost turns."""
    lines = []
    if tally.lost[Loss.ILLEGAL]:
        lines.append(
            texts.say(
                "A right answer is one card of legal, two to discard, or declare or skip."
            )
        )
    if tally.lost[Loss.LATE]:
        lines.append(
            texts.say(
                "Each question wants one line, which has to be flushed; --limit gives "
                "more time."
            )
        )
    if tally.all_lost and errors.exists() and errors.stat().st_size:
        line = texts.say("What it wrote to standard error: {path}", path=errors)
        lines.append(line)
    return lines
