"""Standard output and standard error, however the program was started.

Either may be closed, on a full disk, or read by a program that has gone. Each of these
ends a run in its own way, and none of them is a mistake of this program. Where letters
run from right to left, lines are laid out for the terminal on their way out.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TextIO, cast

from client_cli.bidi import Bidi, arrangement
from client_cli.exits import Exit, Stopped
from client_cli.safe_text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


class _LaidOut:
    """A stream that lays lines out anew before it writes them.

    What it is given at once is whole lines, or all that there is of one.
    """

    def __init__(self, stream: TextIO, arrange: Callable[[str], str]) -> None:
        self.stream = stream
        self.arrange = arrange

    def write(self, text: str) -> int:
        return self.stream.write(self.arrange(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


@contextmanager
def laid_out_for(bidi: Bidi) -> Iterator[None]:
    """Lay out all that is printed, as long as the context lasts."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        _laid_out(stream, bidi) for stream in (sys.stdout, sys.stderr)
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _laid_out(stream: TextIO | None, bidi: Bidi) -> TextIO | None:
    if stream is None:  # it is closed
        return None
    arrange = arrangement(bidi, stream)
    return stream if arrange is None else cast("TextIO", _LaidOut(stream, arrange))


def as_printed(text: str) -> str:
    """The text as `print` would write it, for another way to the same terminal."""
    output: object = sys.stdout
    return output.arrange(text) if isinstance(output, _LaidOut) else text


@contextmanager
def nothing_laid_out() -> Iterator[None]:
    """Let the standard output be written to as it is, as long as the context lasts."""
    before: object = sys.stdout
    if isinstance(before, _LaidOut):
        sys.stdout = before.stream
    try:
        yield
    finally:
        sys.stdout = cast("TextIO", before)


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
