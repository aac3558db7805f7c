"""Where the client keeps what outlives a run.

`$XDG_STATE_HOME/tarocco`, by default `~/.local/state/tarocco`: the local server and its
data, the sessions for coming back, the games played, the log of a fault.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of this user's state; not made yet.

    A relative `XDG_STATE_HOME` does not count, as its specification says.
    """
    base = Path(environ.get("XDG_STATE_HOME", ""))
    if not base.is_absolute():
        base = Path.home() / ".local" / "state"
    return base / "tarocco"


def made(folder: Path) -> Path:
    """The folder itself, made if it is missing, closed to other users.

    Raises:
        OSError: It cannot be made.
    """
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    return folder


def write_private(path: Path, content: str) -> None:
    """Put a file in place that only this user may read, whole or not at all.

    Raises:
        OSError: It cannot be written; what was there before is untouched.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:  # nothing is left behind on a disk that is full already
        fresh.unlink(missing_ok=True)
        raise
