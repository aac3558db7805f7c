from pathlib import Path

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.flags import FLAGS
from client_cli.preferences import (
    PREFERENCES,
    Found,
    Preference,
    Preferences,
    preferences_from,
)
from client_cli.preferred import Preferred
from client_cli.texts import Texts

NAME = next(each for each in PREFERENCES if each.key == "name")


def written(folder: Path, *, user: str = "", system: str = "") -> dict[str, str]:
    """Variables that lead to two files."""
    for place, content in (("user", user), ("system", system)):
        path = folder / place / "tarocco" / "config.toml"
        path.parent.mkdir(parents=True)
        path.write_text(content, "utf-8")
    return {
        "XDG_CONFIG_HOME": str(folder / "user"),
        "XDG_CONFIG_DIRS": str(folder / "system"),
    }


def found_in(environ: dict[str, str], preference: Preference = NAME) -> Found:
    return preferences_from(None, environ).found(preference)


def test_every_preference_speaks_for_a_flag() -> None:
    keys = {flag.key for flag in FLAGS}

    assert {each.flag for each in PREFERENCES} <= keys


def test_environment_then_own_file_then_that_of_the_machine(tmp_path: Path) -> None:
    places = written(tmp_path, user='name = "Eva"\n', system='name = "Ida"\n')
    own = str(tmp_path / "user" / "tarocco" / "config.toml")

    by_variable = found_in({**places, "TAROCCO_NAME": "Ada"})
    assert by_variable == Found("Ada", "environment", "TAROCCO_NAME")
    assert found_in({**places, "TAROCCO_NAME": ""}) == Found("Eva", "user", own, 1)


def test_file_of_the_machine_and_nothing_at_all(tmp_path: Path) -> None:
    places = written(tmp_path, system='name = "Ida"\n')
    system = str(tmp_path / "system" / "tarocco" / "config.toml")

    assert found_in(places) == Found("Ida", "system", system, 1)
    level = next(each for each in PREFERENCES if each.key == "level")
    assert found_in(places, level) == Found(None, "default")


def test_only_files_speak_for_flags(tmp_path: Path) -> None:
    places = written(
        tmp_path, user='language = "it"\npace = 2\n', system='name = "Ida"\n'
    )
    own = tmp_path / "user" / "tarocco" / "config.toml"

    assert preferences_from(None, {**places, "TAROCCO_NAME": "Ada"}).of_files() == {
        "lang": Preferred("language", "it", f"{own}:1"),
        "pace": Preferred("pace", "2", f"{own}:2"),
    }


@pytest.mark.parametrize(
    ("written_as", "flags"),
    [
        ("notify = true\n", {"notify"}),
        ('notify = "yes"\n', {"notify"}),
        ("notify = false\n", set()),
        ("color = false\n", {"no_color"}),
        ("color = true\n", set()),
        ('mouse = "Off"\n', {"no_mouse"}),
    ],
)
def test_a_switch_is_given_where_the_file_says_so(
    written_as: str, flags: set[str], tmp_path: Path
) -> None:
    places = written(tmp_path, user=written_as)
    assert preferences_from(None, places).of_files().keys() == flags


def test_what_is_neither_yes_nor_no_is_told_with_its_line(tmp_path: Path) -> None:
    places = written(tmp_path, user='pace = 1\nnotify = "loud"\n')

    with pytest.raises(Stopped) as stopped:
        preferences_from(None, places).check(Texts())
    path = tmp_path / "user" / "tarocco" / "config.toml"
    assert stopped.value.what == f"The settings in {path}:2 cannot be used."
    assert stopped.value.why == "notify cannot be loud. Possible: true, false."


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    places = written(tmp_path, user="pace = 1\nname = []\n")

    with pytest.raises(Stopped) as stopped:
        preferences_from(None, places).check(Texts())
    assert "config.toml:2 cannot be read." in stopped.value.what


def test_named_file_stands_for_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text('name = "Ada"\n', "utf-8")

    assert preferences_from(str(path), {}).found(NAME).value == "Ada"


@pytest.mark.parametrize("place", ["user", "system"])
def test_broken_file_ends_the_run(place: str, tmp_path: Path) -> None:
    preferences: Preferences = preferences_from(
        None, written(tmp_path, **{place: "name = "})
    )

    with pytest.raises(Stopped) as stopped:
        preferences.check(Texts())
    assert stopped.value.code is Exit.WRONG_USE
    assert str(tmp_path / place) in stopped.value.what
    assert "tarocco config edit" in stopped.value.advice


def test_files_that_are_right_are_passed_over(tmp_path: Path) -> None:
    preferences_from(None, written(tmp_path)).check(Texts())
