"""A lock file that one program of this user holds at a time.

The system frees it when the program ends, however it ends.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def taken(path: Path) -> Iterator[bool]:
    """Try to take the lock; gives whether it is ours, and frees it in the end.

    Raises:
        OSError: The file cannot be made.
    """
    with path.open("a+b") as file:
        yield _try(file.fileno())


def _try(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - exists everywhere but on Windows

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
