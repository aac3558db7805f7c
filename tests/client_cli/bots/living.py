"""Whether processes live: a pipe that they hold open says it, whoever their parent is."""

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_IN_TIME_S: Final = 50.0
TEXT: Final = """
import os, signal, sys, time
for sign in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(sign, signal.SIG_IGN)
mark = os.open({path!r}, os.O_WRONLY)
is_child = not os.fork()
os.write(mark, b"x")
while is_child or {parent_stays}:
    time.sleep(3600)
"""
"""A program with a child; neither heeds a signal, or the end of its input."""


class Family:
    """A program and its child, seen by the pipe that both hold open."""

    def __init__(self, path: Path, reading: int) -> None:
        self._path = path
        self._reading = reading

    def program(self, *, parent_stays: bool = True) -> str:
        """The text of the program."""
        return TEXT.format(path=str(self._path), parent_stays=parent_stays)

    def await_both(self) -> None:
        """Wait until both are there."""
        seen = b""
        while len(seen) < 2:
            seen += self._read()

    def await_end(self) -> None:
        """Wait until both are gone."""
        while self._read():
            pass

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._reading], [], [], _IN_TIME_S)
        assert ready, "nothing was heard of the program in time"
        return os.read(self._reading, 2)


@contextmanager
def family(folder: Path) -> Iterator[Family]:
    """A family that is not started yet."""
    path = folder / "alive"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        yield Family(path, reading)
    finally:
        os.close(reading)
