import io
import os
import sys
from pathlib import Path

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.logins import forget, keep, kept_login, login_file, token_from
from client_cli.texts import Texts

TEXTS = Texts()
WORD = "ey.abc.def"


def test_login_is_kept_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    keep(folder, "Table.example:8062", WORD)

    assert kept_login(folder, "table.example:8062", {}) == WORD
    assert kept_login(folder, "other.example", {}) is None
    path = login_file(folder, "table.example:8062")
    assert path.stat().st_mode & 0o777 == 0o600


def test_file_that_is_named_stands_before_it(tmp_path: Path) -> None:
    keep(tmp_path, "x", WORD)
    named = tmp_path / "other"
    named.write_text("ab.cd\n")

    assert kept_login(tmp_path, "x", {"TAROCCO_TOKEN_FILE": str(named)}) == "ab.cd"
    assert kept_login(tmp_path, "x", {"TAROCCO_TOKEN_FILE": "/no/such"}) is None


def test_what_is_forgotten_is_gone(tmp_path: Path) -> None:
    keep(tmp_path, "x", WORD)

    assert forget(tmp_path, "x")
    assert kept_login(tmp_path, "x", {}) is None
    assert not forget(tmp_path, "x")


def test_login_from_a_file_or_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "login.jwt"
    path.write_text(f" {WORD}\n")
    assert token_from(str(path), TEXTS) == WORD

    for source in ("-", None):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{WORD}\nmore\n"))
        assert token_from(source, TEXTS) == WORD


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_login_is_asked_for_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty  # noqa: PLC0415 - not there on Windows

    asked: list[str] = []

    def answer(prompt: str, **_: object) -> str:
        asked.append(prompt)
        return WORD

    ours, theirs = pty.openpty()
    monkeypatch.setattr("getpass.getpass", answer)
    with os.fdopen(theirs) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        assert token_from(None, TEXTS) == WORD
    os.close(ours)
    assert asked == ["Your login: "]


@pytest.mark.parametrize("typed", ["", "two words", "à", "x" * 2049])
def test_what_is_no_login(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "login.jwt"
    path.write_text(typed, "utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))

    for source in ("-", str(path)):
        with pytest.raises(Stopped) as stopped:
            token_from(source, TEXTS)
        assert stopped.value.code is Exit.WRONG_USE


def test_no_such_file_and_no_input(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Stopped) as stopped:
        token_from("/no/such/file", TEXTS)
    assert stopped.value.code is Exit.NOT_FOUND

    monkeypatch.setattr(sys, "stdin", None)
    for source in ("-", None):
        with pytest.raises(Stopped) as stopped:
            token_from(source, TEXTS)
        assert stopped.value.code is Exit.WRONG_USE
