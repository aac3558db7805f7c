"""Being stopped from outside: what was started is ended first, as with Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from client_cli.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Coroutine

_ENDS: Final = {"SIGTERM": Exit.TERMINATED, "SIGHUP": Exit.HUNG_UP}


async def until_signalled(work: Coroutine[Any, Any, Exit]) -> Exit:
    """Do some work; on TERM or HUP let it clean up, and give the exit code of these.

    A signal that is ignored, as under nohup, stays so. More signals change nothing:
    cleaning up has its own bound.
    """
    task = asyncio.ensure_future(work)
    came: list[Exit] = []

    def stop(code: Exit) -> None:
        if not came:
            came.append(code)
            task.cancel()

    if sys.platform != "win32":  # event loops there take no signal handlers
        loop = asyncio.get_running_loop()
        for name, code in _ENDS.items():
            sign = signal.Signals[name]
            if signal.getsignal(sign) is not signal.SIG_IGN:
                loop.add_signal_handler(sign, stop, code)
    try:
        return await task
    except (asyncio.CancelledError, OSError):
        # With its terminal gone, the last words cannot be said either.
        if came:
            return came[0]
        raise
