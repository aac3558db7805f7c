import io
import sys

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from client_cli.full.terminal import LastingFile, driver_class


class Gone(io.StringIO):
    """A terminal whose window was closed."""

    def write(self, text: str) -> int:
        raise OSError(5, text)

    def flush(self) -> None:
        raise OSError(5, "")


def test_what_is_written_arrives() -> None:
    terminal = io.StringIO()
    file = LastingFile(terminal)

    assert file.write("abc") == 3
    file.flush()

    assert terminal.getvalue() == "abc"


def test_a_terminal_that_has_gone_stops_nobody() -> None:
    file = LastingFile(Gone())

    assert file.write("abc") == 3
    file.flush()


def test_all_else_is_as_the_terminal_has_it() -> None:
    assert LastingFile(io.StringIO()).isatty() is False


@pytest.mark.skipif(sys.platform == "win32", reason="Windows draws in another way")
def test_textual_draws_in_such_a_terminal() -> None:
    from textual.drivers.linux_driver import LinuxDriver  # noqa: PLC0415

    assert issubclass(driver_class(HeadlessDriver), LinuxDriver)
