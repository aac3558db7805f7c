"""A bot at the other end of this program's own pipes: `tarocco bot --stdio`.

Whoever has started this program reads the lines from its standard output, and answers
on its standard input.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, TextIO

from client_cli.bots.line_player import LinePlayer
from client_cli.live.keyboard import InputEnded, Keyboard, Typed
from protocol.bot_seat import BotFailedError

if TYPE_CHECKING:
    from client_cli.event_lines import Line


class StdioBot(LinePlayer):
    """Asks whoever reads the output of this program.

    Args:
        output: Where lines go.
        limit_s: Time for a turn, to be told.
    """

    def __init__(self, output: TextIO, limit_s: float) -> None:
        super().__init__(limit_s)
        self._output = output
        self._came: asyncio.Queue[Typed | InputEnded] = asyncio.Queue()
        descriptor = None if sys.stdin is None else sys.stdin.fileno()
        self._input = Keyboard(descriptor, eager=False, deliver=self._came.put_nowait)
        self._is_over = False

    def start(self) -> None:
        """Begin to read, as lines are asked for."""
        self._input.start(asyncio.get_running_loop())

    def tell(self, line: Line) -> None:
        """See `LinePlayer.tell`; a reader that has gone ends the program."""
        self._output.write(json.dumps(line) + "\n")
        self._output.flush()

    async def next_line(self) -> str:
        """See `LinePlayer.next_line`."""
        if not self._is_over:
            self._input.ask()
            came = await self._came.get()
            if isinstance(came, Typed):
                return came.line
            self._is_over = True
        message = "standard input has ended"
        raise BotFailedError(message)
