"""How a person who looks away learns that it is his turn: bell, title, notification.

All three are for a terminal and for nobody else: a pipe gets none of them. The title
always says whose turn it is; the bell rings as the person likes it; a notification of
the desktop comes only where it was wished for, after a long wait.
"""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Final, assert_never

from client_cli.safe_text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TextIO

    from client_cli.taste import Bell

LONG_WAIT_S: Final = 10.0
"""Whoever waited so long may have looked away."""

_BELL: Final = "\a"
_KEEP_TITLE: Final = "\x1b[22;0t"
_GIVE_TITLE_BACK: Final = "\x1b[23;0t"


class Notification(Enum):
    """The ways in which terminals take a notification, by their number."""

    ITERM = 9
    KITTY = 99
    URXVT = 777


def notification_of(environ: Mapping[str, str]) -> Notification | None:
    """The way of this terminal; None where it is not known to have one."""
    terminal, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if "KITTY_WINDOW_ID" in environ or terminal == "xterm-kitty":
        return Notification.KITTY
    if program in {"iTerm.app", "WezTerm"} or "WEZTERM_PANE" in environ:
        return Notification.ITERM
    if "VTE_VERSION" in environ or terminal.startswith(
        ("rxvt", "foot", "xterm-ghostty")
    ):
        return Notification.URXVT
    return None


def notification(way: Notification, text: str, *, in_tmux: bool) -> str:
    """The sequence that shows a text; tmux lets it pass where it is told to."""
    shown = printable(text)
    match way:
        case Notification.ITERM:
            sequence = f"\x1b]9;{shown}\a"
        case Notification.KITTY:
            sequence = f"\x1b]99;;{shown}\x1b\\"
        case Notification.URXVT:
            sequence = f"\x1b]777;notify;tarocco;{shown}\a"
        case _:
            assert_never(way)
    if not in_tmux:
        return sequence
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{doubled}\x1b\\"


class Attention:
    """Calls one person.

    Args:
        terminal: What is written to; None where there is no terminal.
        bell: When the bell rings.
        notify: Makes the sequence for a notification; None for no notifications.
        now_s: A clock that only goes forward.
    """

    def __init__(
        self,
        terminal: TextIO | None,
        bell: Bell,
        notify: Callable[[str], str] | None,
        now_s: Callable[[], float],
    ) -> None:
        self._terminal = terminal
        self._bell = bell
        self._notify = notify
        self._now_s = now_s
        self._title = ""
        self._waits_since_s = now_s()

    def your_turn(self, text: str) -> None:
        """It is the person's turn."""
        waited_s = self._now_s() - self._waits_since_s
        if self._bell != "never":
            self._write(_BELL)
        if self._notify is not None and waited_s >= LONG_WAIT_S:
            self._write(self._notify(text))

    def acted(self) -> None:
        """The person has done something, and waits from now on."""
        self._waits_since_s = self._now_s()

    def happened(self) -> None:
        """Something was told of the table."""
        if self._bell == "all":
            self._write(_BELL)

    def joined(self) -> None:
        """Somebody has come to the table at which the person waits for others."""
        if self._bell != "never":
            self._write(_BELL)

    def warn(self) -> None:
        """The person's time runs out."""
        if self._bell != "never":
            self._write(_BELL)

    def copy(self, text: str) -> None:
        """Ask the terminal to put a text into the clipboard; some do not (OSC 52)."""
        self._write(f"\x1b]52;c;{b64encode(text.encode()).decode()}\a")

    def title(self, text: str) -> None:
        """What the window is called from now on; the old title comes back at the end."""
        if text == self._title:
            return
        if not self._title:
            self._write(_KEEP_TITLE)
        self._title = text
        self._write(f"\x1b]2;{printable(text)}\a")

    def close(self) -> None:
        """Give the title back."""
        if self._title:
            self._title = ""
            self._write(_GIVE_TITLE_BACK)

    def _write(self, sequence: str) -> None:
        """Write to the terminal; one that has gone has nothing to ring or to call."""
        if self._terminal is not None:
            with suppress(OSError):
                self._terminal.write(sequence)
                self._terminal.flush()
