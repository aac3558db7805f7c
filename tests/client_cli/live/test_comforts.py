import io
import sys
from pathlib import Path

import pytest

from client_cli.live.comforts import comforts_for
from client_cli.live.hand_order import HandOrder
from client_cli.taste import Taste


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Person:
    """Somebody at a terminal of this kind."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.monkeypatch = monkeypatch
        self.folder = folder
        self.stderr: io.StringIO = Terminal()
        self.term = "xterm-kitty"

    def called(self, taste: Taste, *, at_terminal: bool = True) -> str:
        """What is written when it is his turn."""
        # Not in a fixture: pytest puts its own streams back before the test itself.
        self.monkeypatch.setattr(sys, "stderr", self.stderr)
        self.monkeypatch.setenv("TERM", self.term)
        comforts = comforts_for(taste, self.folder, at_terminal=at_terminal)
        comforts.attention.your_turn("turn")
        return self.stderr.getvalue()


@pytest.fixture(name="person")
def _person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Person:
    return Person(monkeypatch, tmp_path)


def test_a_person_at_a_terminal_is_called(person: Person) -> None:
    assert person.called(Taste()) == "\a"


def test_a_script_is_not_called(person: Person) -> None:
    assert person.called(Taste(bell="all"), at_terminal=False) == ""


def test_a_pipe_is_never_called(person: Person) -> None:
    person.stderr = io.StringIO()

    assert person.called(Taste(bell="all")) == ""


def test_a_dumb_terminal_is_never_called(person: Person) -> None:
    person.term = "dumb"

    assert person.called(Taste(bell="all")) == ""


@pytest.mark.parametrize("term", ["xterm-kitty", "xterm-256color"])
def test_no_notification_without_a_wait(person: Person, term: str) -> None:
    person.term = term

    assert person.called(Taste(bell="never", notify=True)) == ""


def test_the_pause_is_that_of_a_person(tmp_path: Path) -> None:
    comforts = comforts_for(Taste(), tmp_path, at_terminal=False)

    assert all(0.6 <= comforts.pause_s() <= 1.5 for _ in range(100))


def test_time_goes_by(tmp_path: Path) -> None:
    clock = comforts_for(Taste(), tmp_path, at_terminal=False).time
    clock.heard(1_000_000)
    left_ms = clock.left_ms(1_600_000)

    assert left_ms is not None
    assert 0 < left_ms <= 600_000


def test_the_hand_is_ordered_as_the_person_likes_it(tmp_path: Path) -> None:
    comforts = comforts_for(Taste(sort="low"), tmp_path, at_terminal=False)
    assert comforts.order.order is HandOrder.LOW_FIRST
