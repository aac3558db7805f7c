import tomllib
from pathlib import Path

import pytest

from client_cli.preference_files import (
    BrokenFile,
    Entry,
    entries_in,
    quoted,
    system_file,
    user_file,
    with_value,
)


def test_own_file_as_named_or_where_settings_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    own = {"XDG_CONFIG_HOME": "/x", "TAROCCO_CONFIG": "/other"}

    assert user_file("/flag", own) == Path("/flag")
    assert user_file(None, own) == Path("/other")
    assert user_file(None, {"XDG_CONFIG_HOME": "/x"}) == Path("/x/tarocco/config.toml")
    for relative in ("", "here"):
        found = user_file(None, {"XDG_CONFIG_HOME": relative})
        assert found == tmp_path / ".config" / "tarocco" / "config.toml"


def test_file_of_the_machine_is_the_first_that_there_is(tmp_path: Path) -> None:
    second = tmp_path / "b" / "tarocco" / "config.toml"
    second.parent.mkdir(parents=True)
    second.write_text("")

    dirs = {"XDG_CONFIG_DIRS": f"{tmp_path}/a:{tmp_path}/b"}
    assert system_file(dirs) == second
    assert system_file({}) == Path("/etc/xdg/tarocco/config.toml")


def test_texts_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\nname = "Ada"\n\npace = 2\nnewer = "x"\n', "utf-8")

    assert entries_in(path) == {
        "name": Entry("Ada", 2),
        "pace": Entry("2", 4),
        "newer": Entry("x", 5),
    }
    assert entries_in(tmp_path / "none") == {}
    assert entries_in(path / "below") == {}


def test_yes_and_no_as_toml_has_them(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("notify = true\ncolor = false\n", "utf-8")

    assert entries_in(path) == {
        "notify": Entry("true", 1),
        "color": Entry("false", 2),
    }


def test_a_table_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('pace = 1\n[keys]\npace = "p"\n', "utf-8")

    assert entries_in(path) == {"pace": Entry("1", 1)}


def test_a_line_that_cannot_be_found_is_none(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('"n\\u0061me" = "Ada"\n', "utf-8")

    assert entries_in(path) == {"name": Entry("Ada", 0)}


def test_the_line_of_a_value_that_cannot_be_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("# mine\npace = 1.5\n", "utf-8")

    with pytest.raises(BrokenFile) as broken:
        entries_in(path)
    assert broken.value.line == 2


@pytest.mark.parametrize(
    "content",
    [b"name = ", b"\xff", b"[[table]]\n", b"x = 1.5\n", b"x = []\n", b"#" * 65_537],
)
def test_file_that_cannot_be_used(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)

    with pytest.raises(BrokenFile) as broken:
        entries_in(path)
    assert broken.value.path == path
    assert broken.value.why


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile):
        entries_in(tmp_path)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'name = "Ada"\n'),
        ("# a\npace = 2", '# a\npace = 2\nname = "Ada"\n'),
        ('name="Eva"\n# b\n', 'name = "Ada"\n# b\n'),
        ('  "name" = "Eva"\n', 'name = "Ada"\n'),
        ("rename = 1\n", 'rename = 1\nname = "Ada"\n'),
        ("[x]\nname = 1\n", 'name = "Ada"\n[x]\nname = 1\n'),
    ],
)
def test_one_line_is_changed(before: str, after: str) -> None:
    assert with_value(before, "name", '"Ada"') == after


def test_value_is_taken_out() -> None:
    assert with_value('# a\nname = "x"\npace = 2\n', "name", None) == "# a\npace = 2\n"
    assert with_value("pace = 2\n", "name", None) == "pace = 2\n"


@pytest.mark.parametrize("value", ['a "b" \\c', "Ägidius 🃏", "2", ""])
def test_any_value_is_read_back(value: str) -> None:
    assert tomllib.loads(with_value("", "name", quoted(value))) == {"name": value}
