import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from client_cli.exits import Exit
from client_cli.home import Home, is_at_home, may_have_a_seat
from client_cli.texts import Texts

ROOT = Path(__file__).resolve().parents[2]


class Person:
    """Types lines, and notes what was done for them."""

    def __init__(self, *lines: str, ends: Exit = Exit.DONE) -> None:
        self.lines = list(lines)
        self.done: list[list[str]] = []
        self.ends = ends

    def read(self) -> str | None:
        return self.lines.pop(0) if self.lines else None

    def do(self, words: Sequence[str]) -> Exit:
        self.done.append(list(words))
        return self.ends

    def at_home(self, *words: str, can_return: bool = False) -> Exit:
        home = Home(self.do, self.read, Texts(), words=words, can_return=can_return)
        return home.run()


@pytest.mark.parametrize("line", ["p\n", "play\n", "\n"])
def test_quick_game_is_the_first_choice(line: str) -> None:
    person = Person(line, "tables", ends=Exit.INPUT_ENDED)

    assert person.at_home() is Exit.INPUT_ENDED
    assert person.done == [["play"]]


def test_returning_is_offered_where_it_may_be_possible(
    capsys: pytest.CaptureFixture[str],
) -> None:
    person = Person("\n")
    person.at_home(can_return=True)
    assert person.done == [["resume"]]

    capsys.readouterr()
    stranger = Person("r\n")
    stranger.at_home()
    assert stranger.done == []
    assert "resume" not in capsys.readouterr().out


def test_table_is_asked_for() -> None:
    person = Person("join\n", "QF7K2\n")

    person.at_home()
    assert person.done == [["join", "QF7K2"]]


@pytest.mark.parametrize("line", ["\n", "--help\n"])
def test_nothing_is_joined_without_a_table(line: str) -> None:
    person = Person("j\n", line, "q\n")

    assert person.at_home() is Exit.DONE
    assert person.done == []


def test_after_a_look_one_is_at_home_again() -> None:
    person = Person("t\n", "w\n", "QF7K2\n", "s\n", "?\n", "quit\n", "p\n")

    assert person.at_home() is Exit.DONE
    assert person.done == [
        ["tables"],
        ["watch", "QF7K2"],
        ["config", "list", "--origin"],
        ["rules"],
    ]


def test_ctrl_c_while_looking_ends_it() -> None:
    person = Person("t\n", "t\n", ends=Exit.INTERRUPTED)

    assert person.at_home() is Exit.INTERRUPTED
    assert len(person.done) == 1


def test_what_is_no_choice_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert Person("dance\x1b\n").at_home() is Exit.DONE

    shown = capsys.readouterr()
    assert "There is no dance<U+001B> here." in shown.err
    assert shown.out.count("  p  play") == 2


def test_flags_are_handed_on_where_they_mean_something() -> None:
    person = Person("t\n", "p\n")

    person.at_home("--server", "ws://x", "--name=Ada", "-q")
    assert person.done == [
        ["tables", "--server=ws://x", "--quiet"],
        ["play", "--server=ws://x", "--name=Ada", "--quiet"],
    ]


def test_script_is_not_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_at_home({})
    monkeypatch.setattr(sys, "stdin", None)
    assert not is_at_home({})


def test_kept_session_may_mean_a_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert not may_have_a_seat()

    (tmp_path / "tarocco").mkdir()
    (tmp_path / "tarocco" / "session-local.json").write_text("{}")
    assert may_have_a_seat()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_program_alone_in_a_terminal(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not there on Windows

    ours, theirs = pty.openpty()
    client = subprocess.Popen(
        [sys.executable, "-m", "client_cli", "--lang", "it"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "PAGER": ""},
        cwd=ROOT,
    )
    os.close(theirs)
    os.write(ours, b"t\nq\n")  # two lines at once: the second is not lost
    code = client.wait(timeout=50)
    shown = os.read(ours, 65_536).decode()
    os.close(ours)

    assert code == Exit.DONE
    assert "Nessun tavolo" in shown
