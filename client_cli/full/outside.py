"""Being ended from outside: the screen has to go before the program does."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIGNALS: Final = {"SIGTERM": Exit.TERMINATED, "SIGHUP": Exit.HUNG_UP}


class EndedFromOutside:
    """Cancels the task that listens when the program is to end, and says so."""

    def __init__(self) -> None:
        self.code: Exit | None = None
        """What the program ends with; None as long as nobody has ended it."""

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Let such a signal cancel the task that is in here."""
        task = asyncio.current_task()
        if sys.platform == "win32" or task is None:  # no signal handlers there
            yield
            return
        loop = asyncio.get_running_loop()
        for name, code in _SIGNALS.items():
            loop.add_signal_handler(getattr(signal, name), self._end, task, code)
        try:
            yield
        finally:
            for name in _SIGNALS:
                loop.remove_signal_handler(getattr(signal, name))

    def _end(self, task: asyncio.Task[object], code: Exit) -> None:
        self.code = code
        task.cancel()
