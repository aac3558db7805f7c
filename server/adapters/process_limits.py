"""What the system allows this process: open files, sockets among them, and dumps."""

from __future__ import annotations

import sys
from contextlib import suppress

if sys.platform != "win32":
    import resource


def raised_file_limit(wanted: int) -> int | None:
    """Raise the limit towards what is wanted; the limit then, None for no limit.

    The system has a hard limit, up to which a process may raise its own.
    """
    if sys.platform == "win32":
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft >= most:
        return soft
    with suppress(OSError, ValueError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def forbid_core_dumps() -> None:
    """Leave no picture of the memory behind: it would hold hands and tokens."""
    if sys.platform != "win32":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
