from pathlib import Path

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.full.key_file import keys_of
from client_cli.screens.actions import USUAL_KEYS, Action, Keymap
from client_cli.texts import Texts, texts_in


class Files:
    """The files of settings of one person and of the machine."""

    def __init__(self, folder: Path) -> None:
        self.user = folder / "user.toml"
        self.system = folder / "etc" / "tarocco" / "config.toml"
        self.system.parent.mkdir(parents=True)
        self._environ = {"XDG_CONFIG_DIRS": str(folder / "etc")}

    def keys(self, user: str = "", system: str = "") -> Keymap:
        self.user.write_text(user, "utf-8")
        self.system.write_text(system, "utf-8")
        return keys_of(str(self.user), self._environ, Texts())


@pytest.fixture(name="files")
def _files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_without_a_table_of_keys_they_are_the_usual_ones(files: Files) -> None:
    assert files.keys('language = "it"\n') == USUAL_KEYS
    files.user.unlink()
    assert keys_of(str(files.user), {}, Texts()) == USUAL_KEYS


def test_one_key_or_several(files: Files) -> None:
    keys = files.keys('[keys]\nlast_trick = "F2"\nclose = ["F10", "esc"]\n')

    assert keys.keys[Action.LAST_TRICK] == ("F2",)
    assert keys.keys[Action.CLOSE] == ("F10", "Esc")
    assert keys.keys[Action.POINTS] == USUAL_KEYS.keys[Action.POINTS]


def test_the_persons_file_is_over_that_of_the_machine(files: Files) -> None:
    keys = files.keys('[keys]\npoints = "F3"\n', '[keys]\npoints = "F4"\nlog = "F5"\n')

    assert keys.shown(Action.POINTS) == "F3"
    assert keys.shown(Action.LOG) == "F5"


@pytest.mark.parametrize(
    ("table", "line", "why"),
    [
        ('[keys]\n\nfly = "f"\n', 3, "fly is nothing that a key can do. These are:"),
        ("[keys]\nlog = 7\n", 2, "7 is no key. A key is one letter or sign, or one of"),
        ('[keys]\nlog = "Ctrl"\n', 2, "Ctrl is no key."),
        ('[keys]\nlog = " "\n', 2, "is no key."),
        ('# a\n[ keys ]\nlog = "S"\n', 3, "S cannot be given away: cards are typed"),
        ('[keys]\nlog = "1"\n', 2, "1 cannot be given away: cards are typed with it."),
        ("[keys]\nlog = []\n", 2, "log takes one key, or a list of up to 4."),
        (
            '[keys]\nrules = "v"\n"log" = "t"\n',
            3,
            "t would do two things at once, last_trick and log.",
        ),
        ('[keys]\nyes = "Esc"\n', 2, "Esc would do two things at once, close and yes."),
    ],
)
def test_what_cannot_be_is_told_with_its_line(
    table: str, line: int, why: str, files: Files
) -> None:
    with pytest.raises(Stopped) as stopped:
        files.keys(table)

    assert stopped.value.code is Exit.WRONG_USE
    assert stopped.value.what == (
        f"The settings in {files.user}:{line} cannot be used."
    )
    assert why in stopped.value.why
    assert stopped.value.advice == "Put them right: tarocco config edit"


def test_a_line_of_the_same_name_elsewhere_is_not_meant(files: Files) -> None:
    with pytest.raises(Stopped) as stopped:
        files.keys('log = "x"\n[other]\nlog = 1\n[keys]\nlog = "z"\n')

    assert f"{files.user}:5" in stopped.value.what


@pytest.mark.parametrize("content", [b"[keys]\nlog = ", b"[keys]\xff", b"keys = 1\n"])
def test_a_file_that_is_broken_altogether_is_told_by_whoever_reads_settings(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)

    assert keys_of(str(path), {}, Texts()) == USUAL_KEYS


def test_a_complaint_is_in_the_persons_language(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[keys]\nlog = "S"\n', "utf-8")

    with pytest.raises(Stopped) as stopped:
        keys_of(str(path), {}, texts_in("it"))

    assert "non" in stopped.value.why
