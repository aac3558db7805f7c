"""Standard output and standard error, however the program was started.

Either may be closed, on a full disk, or read by a program that has gone. Each of these
ends a run in its own way, and none of them is a mistake of this program.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit, Stopped
from client_cli.safe_text import printable

if TYPE_CHECKING:
    from client_cli.texts import Texts

_WRITE_FAULTS: Final = {
    errno.EBADF,
    errno.EFBIG,
    errno.EIO,
    errno.ENOSPC,
    getattr(errno, "EDQUOT", errno.ENOSPC),  # unknown on Windows
}


def prepare() -> None:
    """Let nothing that is printed fail for its letters, or for a closed error output."""
    if sys.stderr is None:
        # Else `print` would put complaints among the data.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal's encoding does not have is no reason to end.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def check_output(texts: Texts) -> None:
    """Refuse to work for nobody.

    Raises:
        Stopped: Standard output is closed.
    """
    if sys.stdout is None:
        raise _unwritable(texts.say("Standard output is closed."), texts)


def output_fault(fault: OSError, texts: Texts) -> Stopped | None:
    """The end of a run whose output could not be written; None for another fault.

    Files that the program opens itself are named in their faults, streams are not.
    """
    if fault.filename is not None or fault.errno not in _WRITE_FAULTS:
        return None
    return _unwritable(fault.strerror or str(fault), texts)


def _unwritable(why: str, texts: Texts) -> Stopped:
    return Stopped(
        Exit.FAULT,
        texts.say("The output cannot be written."),
        why=why,
        advice=texts.say("Make room for it, or send it to another place."),
    )


def complain(lines: list[str]) -> None:
    """Print to standard error; where that cannot be, nobody is to be told.

    Nothing of a line steers the terminal, whoever wrote what stands in it.
    """
    with suppress(OSError):
        print("\n".join(map(printable, lines)), file=sys.stderr, flush=True)


def flush_or_forget() -> None:
    """Write out what is left, or the interpreter would complain of it in the end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
