"""How the program ends: exit codes, and an end that tells what to do next.

Scripts go by the number, people by three sentences: what happened, why, and what to do
now. Whoever cannot go on raises `Stopped`; one place, `client_cli.run`, prints it.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Every exit code; the numbers never change their meaning."""

    DONE = 0
    """Also for a lost game."""
    FAULT = 1
    """A fault of the program, with the path of a log; or its output was not taken."""
    WRONG_USE = 2
    UNREACHABLE = 3
    """The server cannot be reached, or did not come back in time."""
    REFUSED = 4
    """The server does not let this client in."""
    NOT_FOUND = 5
    """No such table, game or file."""
    PROTOCOL = 6
    """Client and server speak different versions."""
    ILLEGAL_ACTION = 7
    """A script did what is not allowed."""
    TIMED_OUT = 8
    INPUT_ENDED = 9
    """Input ended while seated; the seat went to a bot, waits, or was left."""
    TABLE_CLOSED = 10
    """The table was closed in good order by its host or the server."""
    BAD_RECORD = 11
    """The record is illegal, or does not verify."""
    HUNG_UP = 129
    """As a shell tells it: the terminal was closed."""
    INTERRUPTED = 130
    TERMINATED = 143
    """As a shell tells it: somebody has ended the program."""


class Stopped(Exception):  # noqa: N818 - the end of a run, not always a fault
    """The program ends here, for a reason that a person can do something about.

    Args:
        code: The exit code.
        what: What happened, a sentence in the person's language.
        why: The reason; empty where the first sentence says it all.
        advice: What to do next, with a command to give where there is one.
    """

    def __init__(
        self, code: Exit, what: str, *, why: str = "", advice: str = ""
    ) -> None:
        super().__init__(what)
        self.code = code
        self.what = what
        self.why = why
        self.advice = advice
