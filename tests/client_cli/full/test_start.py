"""The full screen in a real terminal, on a real server."""

import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from client_cli.arguments import Request
from client_cli.bidi import Bidi, in_cells
from client_cli.exits import Exit
from client_cli.full import start
from client_cli.full.mode import FullMode
from client_cli.screens.look import Look
from client_cli.texts import Texts
from tests.client_cli.live.test_start import IN_TERMINAL, IN_TIME_S, ROOT, Home

MOUSE = "\x1b[?1000h"
ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"
COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7])(?:;[0-9;]*)?m")
SAID_TO_THE_TERMINAL = re.compile(r"\x1b\][^\a\x1b]*(?:\a|\x1b\\)")
"""Titles and the like, of which some end with the sign that rings the bell."""
ASKED = ("YOUR TURN", "DISCARD", "DECLARATIONS")


class Window:
    """A client in a terminal of its own, and all that it has drawn."""

    def __init__(self, terminal: int, client: subprocess.Popen[bytes]) -> None:
        self._terminal = terminal
        self.client = client
        self.drawn = ""

    def until(self, *words: str) -> None:
        """Read on until one of them was drawn since the last time."""
        begun = len(self.drawn)
        while not any(word in self.drawn[begun:] for word in words):
            chunk = os.read(self._terminal, 65_536)
            self.drawn += chunk.decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def attributes(self) -> list[object]:
        return termios.tcgetattr(self._terminal)[:4]

    def close(self) -> None:
        """The person closes the window."""
        os.close(self._terminal)
        self._terminal = -1

    def ended(self) -> int:
        """Read to the end; the exit code."""
        try:
            while chunk := os.read(self._terminal, 65_536):
                self.drawn += chunk.decode("utf-8", "replace")
        except OSError:
            pass  # nobody writes any more
        return self.client.wait(IN_TIME_S)


@contextmanager
def window(home: Home, *words: str, **environ: str) -> Iterator[Window]:
    import pty  # noqa: PLC0415 - not there on Windows

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    kind = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
    client = subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL, "play", "--pace", "0", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**home.environ, **kind, **environ},
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Window(ours, client)
    finally:
        client.kill()
        client.wait(IN_TIME_S)
        with suppress(OSError):  # somebody has closed the window already
            os.close(ours)


@pytest.fixture(name="home")
def _home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    yield home
    home.end_server()


pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such terminals"
)


def test_ctrl_c_twice_keeps_the_seat_and_gives_the_terminal_back(home: Home) -> None:
    with window(home) as shown:
        before = shown.attributes()
        shown.until(*ASKED)
        assert ENTERED in shown.drawn
        shown.type("\x03")
        shown.until("Ctrl-C again to leave.")
        shown.type("\x03")

        assert shown.ended() == Exit.INTERRUPTED
        assert shown.attributes() == before
    assert "tarocco resume" in shown.drawn.split(LEFT)[-1]


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, Exit.TERMINATED), (signal.SIGHUP, Exit.HUNG_UP)],
)
def test_ended_from_outside_gives_the_terminal_back(
    home: Home, number: signal.Signals, code: Exit
) -> None:
    with window(home) as shown:
        before = shown.attributes()
        shown.until(*ASKED)
        shown.client.send_signal(number)

        assert shown.ended() == code
        assert shown.attributes() == before
    assert "Next: Return to your seat" in shown.drawn.split(LEFT)[-1]


def test_ctrl_z_gives_the_terminal_back_and_fg_goes_on(home: Home) -> None:
    with window(home) as shown:
        before = shown.attributes()
        shown.until(*ASKED)
        shown.type("\x1a")
        shown.until(LEFT)
        os.waitpid(shown.client.pid, os.WUNTRACED)
        assert shown.attributes() == before

        shown.client.send_signal(signal.SIGCONT)
        shown.until(ENTERED)
        shown.until(*ASKED)


def test_a_window_of_no_size_loses_nothing_that_was_typed(home: Home) -> None:
    with window(home) as shown:
        shown.until(*ASKED)
        shown.until("> ")
        shown.type("s")
        shown.until("> s")
        shown.resize(2, 1)
        shown.until("\x1b[1;1H")
        shown.resize(120, 40)

        shown.until("connected")
        shown.until("> s")
        assert shown.client.poll() is None


def test_a_closed_window_ends_the_program_and_keeps_the_seat(home: Home) -> None:
    with window(home) as shown:
        shown.until(*ASKED)
        shown.close()

        assert shown.client.wait(IN_TIME_S) == Exit.HUNG_UP
    with window(home) as again:
        again.until("You still have a seat at table")


def test_a_server_that_is_killed_is_started_again_and_the_table_goes_on(
    home: Home,
) -> None:
    with window(home) as shown:
        shown.until(*ASKED)
        os.kill(home.server_pid(), signal.SIGKILL)

        shown.until("Back after")
        assert shown.client.poll() is None


def test_the_bell_rings_and_the_title_tells_of_ones_turn(home: Home) -> None:
    with window(home) as shown:
        shown.until("\x1b]2;It is your turn.")
        shown.until("> ")
        shown.type("?")
        shown.until("KEYS NOW")

    assert "\a" in SAID_TO_THE_TERMINAL.sub("", shown.drawn)


def test_no_colour_code_is_sent_where_none_is_wanted(home: Home) -> None:
    with window(home, NO_COLOR="1") as shown:
        shown.until(*ASKED)
        shown.until("help", "leave", "log")
    assert not COLOUR.findall(shown.drawn)


def test_the_16_base_colours_are_sent_and_no_others(home: Home) -> None:
    with window(home) as shown:
        shown.until(*ASKED)
    codes = COLOUR.findall(shown.drawn)

    assert codes
    assert not [code for code in codes if "8;" in code]


@pytest.mark.parametrize(("words", "captured"), [((), True), (("--no-mouse",), False)])
def test_the_mouse_can_be_left_to_the_terminal(
    words: tuple[str, ...],
    captured: bool,  # noqa: FBT001
    home: Home,
) -> None:
    with window(home, *words) as shown:
        shown.until(*ASKED)

    assert (MOUSE in shown.drawn) is captured


@pytest.mark.parametrize(
    ("request_", "environ", "look"),
    [
        (Request("play"), {"LANG": "it_IT.UTF-8"}, Look()),
        (Request("play", no_color=True), {"LANG": "C.UTF-8"}, Look(colour=False)),
        (Request("play", ascii=True), {"LANG": "C.UTF-8"}, Look(ascii=True)),
        (
            Request("play"),
            {"LANG": "C", "NO_COLOR": "1"},
            Look(colour=False, ascii=True),
        ),
    ],
)
def test_flags_and_environment_make_the_look(
    request_: Request,
    environ: dict[str, str],
    look: Look,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = []

    def played(_: Request, texts: Texts, front: FullMode) -> Exit:
        looks.append((texts, front.look))
        return Exit.DONE

    for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(start, "play", played)
    texts = Texts()

    assert start.play_full(request_, texts) is Exit.DONE
    arabic = texts.turned(Bidi.APP)
    start.play_full(request_, arabic)
    assert looks == [(texts, look), (arabic, replace(look, arrange=in_cells))]
