"""`tarocco config` as a person types it."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from client_cli.exits import Exit
from client_cli.run import run


@pytest.fixture(name="own", autouse=True)
def _own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's file, which is not there yet."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "system"))
    for name in (
        *("TAROCCO_BIDI", "TAROCCO_CONFIG", "TAROCCO_LANG"),
        *("TAROCCO_NAME", "TAROCCO_SERVER"),
        *("LC_ALL", "LC_MESSAGES", "LANG", "VISUAL", "EDITOR"),
    ):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "tarocco" / "config.toml"


def test_what_is_set_is_got(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "set", "name", "Anna", "Rossi"]) == Exit.DONE
    assert run(["config", "set", "pace", "2"]) == Exit.DONE
    assert own.read_text("utf-8") == 'name = "Anna Rossi"\npace = "2"\n'

    assert run(["config", "get", "name"]) == Exit.DONE
    assert capsys.readouterr().out == "Anna Rossi\n"


def test_what_is_unset_is_gone(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["config", "set", "level", "easy"])
    assert run(["config", "unset", "level"]) == Exit.DONE

    assert own.read_text("utf-8") == ""
    assert run(["config", "get", "level"]) == Exit.NOT_FOUND
    assert "level is not set." in capsys.readouterr().err


def test_language_of_the_settings_is_spoken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    run(["config", "set", "language", "it"])

    run(["cards"])
    assert "Spade: SR" in capsys.readouterr().out
    run(["cards", "--lang", "en"])
    assert "Spade: SR" not in capsys.readouterr().out


def test_list_with_origins(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["config", "set", "pace", "1"])
    monkeypatch.setenv("TAROCCO_NAME", "Ada\x1b")

    assert run(["config", "list"]) == Exit.DONE
    plain = capsys.readouterr().out.splitlines()
    assert "pace = 1" in plain
    assert "level = medium" in plain
    assert "sort =" in plain
    run(["config", "list", "--origin"])
    lines = capsys.readouterr().out.splitlines()
    assert f"pace = 1  (your file, {own}:1)" in lines
    assert "name = Ada<U+001B>  (the environment, TAROCCO_NAME)" in lines
    assert "level = medium  (as usual)" in lines
    assert "sort =  (as usual)" in lines
    run(["config"])
    assert capsys.readouterr().out.splitlines() == lines


def test_list_for_a_program(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["config", "set", "pace", "1"])

    run(["config", "list", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["v"] == 1
    assert data["settings"]["pace"] == {
        "value": "1",
        "origin": "user",
        "where": str(own),
        "line": 1,
        "usual": None,
    }
    assert data["settings"]["notify"] == {
        "value": None,
        "origin": "default",
        "where": "",
        "line": None,
        "usual": "false",
    }


def test_a_yes_or_no_is_set_as_toml_has_it(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", "set", "notify", "Yes"]) == Exit.DONE
    assert run(["config", "set", "color", "off"]) == Exit.DONE
    assert own.read_text("utf-8") == "notify = true\ncolor = false\n"

    assert run(["config", "set", "notify", "no"]) == Exit.DONE
    assert run(["config", "get", "notify"]) == Exit.DONE
    assert capsys.readouterr().out == "false\n"


def test_path(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "path"]) == Exit.DONE
    assert run(["config", "path", "--config", "/other"]) == Exit.DONE

    assert capsys.readouterr().out == f"{own}\n/other\n"


@pytest.mark.parametrize(
    "words",
    [
        ("get",),
        ("set", "name"),
        ("list", "x"),
        ("frobnicate",),
        ("get", "nme"),
        ("set", "colour", "x"),
        ("set", "pace", "fast"),
        ("set", "language", "tlh"),
        ("set", "level", "god"),
        ("set", "name", "\u202e"),
        ("set", "notify", "loud"),
        ("set", "notify", ""),
        ("set", "bell", "loud"),
        ("set", "sort", "sideways"),
        ("set", "server", "ftp://x"),
        ("set", "server", "ws://table.example"),
    ],
)
def test_wrong_use_changes_nothing(words: tuple[str, ...], own: Path) -> None:
    assert run(["config", *words]) == Exit.WRONG_USE
    assert not own.exists()


def test_near_miss_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    run(["config", "get", "nme"])
    assert "Did you mean name?" in capsys.readouterr().err

    run(["config", "get", "xyz"])
    assert "Possible: language, name" in capsys.readouterr().err


def test_link_to_a_file_stays_one(own: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text("# mine\n", "utf-8")
    own.parent.mkdir()
    own.symlink_to(real)

    assert run(["config", "set", "pace", "1"]) == Exit.DONE
    assert own.is_symlink()
    assert real.read_text("utf-8") == '# mine\npace = "1"\n'


def test_line_that_cannot_be_changed_alone_is_left(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = '"""\nname = 1\n"""\n'
    own.parent.mkdir()
    own.write_text(f"x = {before}", "utf-8")

    assert run(["config", "set", "name", "Ada"]) == Exit.FAULT
    assert own.read_text("utf-8") == f"x = {before}"
    assert "tarocco config edit" in capsys.readouterr().err


def test_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_CONFIG", "/proc/tarocco/config.toml")

    assert run(["config", "set", "pace", "1"]) == Exit.FAULT
    assert "cannot be changed." in capsys.readouterr().err


def test_broken_file_is_told_but_for_editing(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own.parent.mkdir()
    own.write_text("pace =", "utf-8")

    assert run(["cards"]) == Exit.WRONG_USE
    assert run(["config", "list"]) == Exit.WRONG_USE
    assert run(["config", "set", "pace", "1"]) == Exit.WRONG_USE
    assert run(["--help"]) == Exit.DONE
    assert run(["config", "path"]) == Exit.DONE
    capsys.readouterr()
    monkeypatch.setenv("EDITOR", "true")
    assert run(["config", "edit"]) == Exit.WRONG_USE
    assert str(own) in capsys.readouterr().err


def editor(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """An editor that is a program in Python; the file is `sys.argv[1]`."""
    command = shlex.join([sys.executable, "-c", f"import sys; {code}"])
    monkeypatch.setenv("EDITOR", command)


def test_editing_begins_with_every_setting_and_none_set(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(monkeypatch, "open(sys.argv[1], 'a').write('pace = 3\\n')")

    assert run(["config", "edit"]) == Exit.DONE
    text = own.read_text("utf-8")
    assert '# name = ""' in text
    assert '# bell = "turn"' in text
    assert "# notify = false" in text
    assert text.endswith("pace = 3\n")


@pytest.mark.parametrize(
    "command",
    ["", '"', "/no/such/editor", f"{sys.executable} -c 'raise SystemExit(3)'"],
)
def test_without_an_editor_the_file_is_named(
    command: str,
    own: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("EDITOR", command)

    assert run(["config", "edit"]) == Exit.NOT_FOUND
    assert str(own) in capsys.readouterr().err
