"""The login of a host that a person has: where it is kept, and how it gets in.

A login is a signed token, a secret. It comes from a prompt, a file or standard input,
never from the command line, and is kept where this user alone can read it.
"""

from __future__ import annotations

import getpass
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.folders import made, write_private
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client_cli.texts import Texts

_TOKEN: Final = re.compile("[!-~]{1,2048}")
_MOST_BYTES: Final = 4_096
VARIABLE: Final = "TAROCCO_TOKEN_FILE"
"""Names a file with a login in it, which stands before the one that is kept."""


def login_file(folder: Path, server: str) -> Path:
    """Where the login for a server is kept.

    Args:
        folder: The state folder.
        server: Host and port of its address.
    """
    safe = re.sub("[^a-z0-9.-]", "_", server.lower())
    return folder / f"login-{safe[:80]}"


def kept_login(
    folder: Path, server: str, environ: Mapping[str, str] = os.environ
) -> str | None:
    """The login to show to a server; None where there is none that can be read."""
    path = environ.get(VARIABLE)
    try:
        return _token_in(Path(path) if path else login_file(folder, server))
    except (OSError, ValueError):
        return None


def keep(folder: Path, server: str, token: str) -> None:
    """Keep a login in place of the one before; raises `OSError` if it cannot."""
    write_private(login_file(made(folder), server), token)


def forget(folder: Path, server: str) -> bool:
    """Whether there was a login to forget."""
    path = login_file(folder, server)
    was_there = path.exists()
    path.unlink(missing_ok=True)
    return was_there


def token_from(source: str | None, texts: Texts) -> str:
    """The login that the person gives.

    Args:
        source: A file, or `-` for standard input; None asks for it.
        texts: The language.

    Raises:
        Stopped: There is none.
    """
    try:
        if source is None:
            return _checked(_asked(texts))
        if source == "-":
            return _checked(sys.stdin.readline(_MOST_BYTES) if sys.stdin else "")
        return _token_in(Path(source))
    except OSError as fault:
        raise Stopped(
            Exit.NOT_FOUND,
            texts.say("{path} cannot be read.", path=shown(source or "", 200)),
            why=fault.strerror or str(fault),
            advice=texts.say("Name another file, or - for standard input."),
        ) from None
    except ValueError:
        raise Stopped(
            Exit.WRONG_USE,
            texts.say("This is no login."),
            why=texts.say("A login is one word of at most 2048 letters and signs."),
            advice=texts.say("Ask the host of the server for yours."),
        ) from None


def _asked(texts: Texts) -> str:
    """What is typed without being shown; in a pipe, the next line."""
    if sys.stdin is None or not sys.stdin.isatty():
        return sys.stdin.readline(_MOST_BYTES) if sys.stdin else ""
    try:
        return getpass.getpass(texts.say("Your login:") + " ", stream=sys.stderr)
    except EOFError:
        return ""


def _token_in(path: Path) -> str:
    with path.open("rb") as file:
        return _checked(file.read(_MOST_BYTES).decode("ascii", "replace"))


def _checked(typed: str) -> str:
    token = typed.strip()
    if not _TOKEN.fullmatch(token):
        raise ValueError("login")
    return token
