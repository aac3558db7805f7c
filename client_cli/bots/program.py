"""A bot as a program of its own: JSON lines to it, one line back for each question.

Nothing that the program does holds up the table or fills the memory: lines are bounded,
what it does not read is bounded, what it writes unasked waits in its pipe, and what it
writes to standard error goes to a file that has an end. A program that has ended is
started again for the next deal.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from client_cli.bots.line_player import LinePlayer
from client_cli.bots.program_ends import how_ended
from protocol.bot_seat import BotFailedError
from protocol.items import DealStarted

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Sequence
    from pathlib import Path

    from client_cli.event_lines import Line
    from protocol.bots import BotView
    from protocol.items import Item

LINE_BYTES: Final = 4_096
"""Of one answer."""
UNREAD_BYTES: Final = 262_144
"""What may wait for a program that does not read; more, and it is ended."""
ERROR_BYTES: Final = 1_048_576
"""What is kept of a program's standard error, each time it is started."""
_END_S: Final = 1.0
_CHUNK_BYTES: Final = 65_536


class Program(LinePlayer):
    """Asks a program, and tells it what its seat hears.

    Args:
        command: The program and its arguments.
        errors: The file for its standard error, begun anew.
        limit_s: Time for a turn, to be told to it.
    """

    def __init__(self, command: Sequence[str], errors: Path, limit_s: float) -> None:
        super().__init__(limit_s)
        self._command = tuple(command)
        self.errors = errors
        """The file for its standard error."""
        self.name = self._command[0]
        self._process: Process | None = None
        self._copying: asyncio.Task[None] | None = None
        self._gone = ""
        """Why it runs no longer, in English; empty while it does, or never did."""

    # ------------------------------------------------------------- its life

    async def start(self) -> None:
        """Start it.

        Raises:
            OSError: It cannot be started.
        """
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            limit=LINE_BYTES,
            # Ctrl-C in the terminal is for this program, which ends it.
            start_new_session=sys.platform != "win32",
        )
        self.begin_anew()
        self._gone = ""
        self._copying = asyncio.create_task(self._copy_errors(self._process))

    async def why_ended(self) -> str:
        """Why it has ended already, in English; empty for a program that runs."""
        process = self._process
        if process is not None and process.returncode is not None:
            await self._note_end(process)
        return self._gone

    async def _check_that_it_listens(self) -> None:
        """End a program that has closed its input: it would hear no question.

        Raises:
            BotFailedError: It has.
        """
        process = self._process
        if process is not None and _is_deaf(process):
            await self._note_end(process, closed="input")
            raise BotFailedError(self._gone)

    async def _note_end(self, process: Process, closed: str = "output") -> None:
        """Let go of a program that has ended, or closed this and cannot play on."""
        await _ended(process)
        code = process.returncode
        await self.end()
        self._gone = self._gone or how_ended(code, self.errors, closed)

    async def end(self) -> None:
        """End it and wait for that; it has a moment to do so by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            await _ended(process)
        finally:
            _kill(process)
        # What the program has started itself may hold its pipes open for ever.
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_S):
                await _read_out(process)
                await process.wait()
                if self._copying is not None:
                    await self._copying

    async def _copy_errors(self, process: Process) -> None:
        left = ERROR_BYTES
        stream = process.stderr
        assert stream is not None  # noqa: S101 - it was started with a pipe
        with self.errors.open("ab") as file:
            while chunk := await stream.read(_CHUNK_BYTES):
                file.write(chunk[:left])
                file.flush()
                left = max(0, left - len(chunk))

    # ---------------------------------------------------------------- asked

    async def answer(self, view: BotView) -> object:
        """See `BotPlayer.answer`."""
        await self._check_that_it_listens()
        return await super().answer(view)

    async def next_line(self) -> str:
        """See `LinePlayer.next_line`."""
        process = self._process
        if process is None or process.stdout is None:
            raise BotFailedError(self._gone or "the program does not run")
        try:
            line = await process.stdout.readline()
        except ValueError:
            return ""  # longer than any answer
        if not line.endswith(b"\n"):
            await self._note_end(process)
            raise BotFailedError(self._gone)
        return line.decode("utf-8", "replace")

    # ----------------------------------------------------------------- told

    async def about_to_tell(self, item: Item) -> None:
        """Start it again for another deal, if it has ended."""
        if isinstance(item, DealStarted) and self._process is None:
            with suppress(OSError):
                await self.start()

    def tell(self, line: Line) -> None:
        """See `LinePlayer.tell`."""
        if self._process is None or self._process.stdin is None:
            return
        if _is_deaf(self._process):
            return  # asyncio would log a warning for each line
        if self._process.stdin.transport.get_write_buffer_size() > UNREAD_BYTES:
            self._gone = "the program was ended, as it does not read what it is told"
            _kill(self._process)
            return
        self._process.stdin.write(json.dumps(line).encode() + b"\n")


async def _read_out(process: Process) -> None:
    """Let what is left of its output go, so that the pipe is closed."""
    if process.stdout is not None:
        while await process.stdout.read(_CHUNK_BYTES):
            pass


async def _ended(process: Process) -> None:
    """Wait a moment for a program to end."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_END_S):
            await process.wait()


def _is_deaf(process: Process) -> bool:
    """Whether nothing can be told to a program any more."""
    return process.stdin is not None and process.stdin.transport.is_closing()


def _kill(process: Process) -> None:
    """End a program, and on POSIX what it has started, which may outlive it."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            # The number stays that of its group as long as one of it lives.
            os.killpg(process.pid, signal.SIGKILL)
