"""The terminal for as long as it is there: what cannot be written any more is forgotten.

Textual writes from a thread of its own. Were that to fail when the window is closed,
the screen would wait for it for ever instead of ending.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TextIO

    from textual.driver import Driver


class LastingFile:
    """A terminal to write to, of which nobody has to know whether it is still there.

    Args:
        file: The terminal.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        """Write what can be written."""
        with suppress(OSError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        """Send it off, if it can be."""
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the file's own
        """Everything else is as it is."""
        return getattr(self._file, name)


def driver_class(usual: type[Driver]) -> type[Driver]:
    """What draws in this terminal.

    Args:
        usual: What Textual draws with.
    """
    if sys.platform == "win32":
        return usual
    from textual.drivers.linux_driver import LinuxDriver  # noqa: PLC0415 - not there

    class LastingDriver(LinuxDriver):
        """Draws in a terminal that may go away."""

        def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401
            super().__init__(*arguments, **options)
            self._file: Any = LastingFile(self._file)

    return LastingDriver
