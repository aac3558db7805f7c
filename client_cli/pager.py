"""A long text through the person's pager, or printed where there is none that works.

`PAGER` names the program; empty, it means none. A pager that is not there, cannot be
started or ends with an error must not cost anybody the text.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client_cli.streams import as_printed

if TYPE_CHECKING:
    from collections.abc import Mapping

_USUAL: Final = ("less", "more")


def show_paged(text: str, environ: Mapping[str, str] = os.environ) -> None:
    """Show the text, page by page if that can be."""
    command = pager_in(environ)
    if not command or not _shown_by(command, text):
        print(text)


def pager_in(environ: Mapping[str, str]) -> list[str]:
    """The words of the command to start; empty for none."""
    if environ.get("TERM") == "dumb":  # it cannot scroll
        return []
    wanted = environ.get("PAGER")
    if wanted is None:
        return next(([name] for name in _USUAL if shutil.which(name)), [])
    try:
        return shlex.split(wanted, posix=os.name == "posix")
    except ValueError:  # a quote without its end
        return []


def _shown_by(command: list[str], text: str) -> bool:
    sys.stdout.flush()
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
    except (OSError, ValueError):
        return False
    encoded = f"{as_printed(text)}\n".encode(sys.stdout.encoding, "replace")
    # Left before the end; or the key press was for the pager, which may go on.
    with suppress(BrokenPipeError, KeyboardInterrupt):
        process.communicate(encoded)
    return _code_of(process) <= 0


def _code_of(process: subprocess.Popen[bytes]) -> int:
    """How the pager ended; below 0 if somebody has ended it."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
