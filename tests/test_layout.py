"""The checkout is built as it says: packages, folders, files and their tests."""

import importlib
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("engine", "protocol", "server", "client_cli")
# Source files without a test file of their own, and why; a name, or a path from here.
WITHOUT_TEST = {
    "__init__.py": "holds names, and no more than that",
    "__main__.py": "is started as a process by the system tests",
}
# Test files without a source file of their own, and why; paths from tests/.
WITHOUT_SOURCE = {
    "client_cli/test_expectations.py": "checks the list of what players expect",
    "client_cli/test_man_page.py": "checks a page that is made of the help",
}
LONGEST = 400


def python_files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def its_test(source: Path) -> Path:
    """Say where the tests of engine/tricks.py lie: tests/engine/test_tricks.py."""
    inside = source.relative_to(ROOT)
    return ROOT / "tests" / inside.parent / f"test_{inside.name}"


def names(paths: set[Path]) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


@pytest.mark.parametrize("package", PACKAGES)
def test_package_is_the_one_of_this_checkout(package: str) -> None:
    found = importlib.import_module(package).__file__

    assert found is not None
    assert Path(found) == ROOT / package / "__init__.py"


def test_wheel_holds_the_four_packages() -> None:
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

    wheel = content["tool"]["hatch"]["build"]["targets"]["wheel"]

    assert wheel["packages"] == list(PACKAGES)


def test_both_commands_are_installed() -> None:
    commands = {
        entry.name: entry.value for entry in entry_points(group="console_scripts")
    }

    assert commands["tarocco"] == "client_cli.__main__:main"
    assert commands["tarocco-server"] == "server.__main__:main"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_source_file_has_its_test_file(package: str) -> None:
    wanted = {
        its_test(source)
        for source in python_files(package)
        if not {source.name, source.relative_to(ROOT).as_posix()} & set(WITHOUT_TEST)
    }

    assert not names({path for path in wanted if not path.exists()})


@pytest.mark.parametrize("package", PACKAGES)
def test_every_test_file_has_its_source_file(package: str) -> None:
    found = set((ROOT / "tests" / package).rglob("test_*.py"))
    wanted = {its_test(source) for source in python_files(package)}
    wanted |= {ROOT / "tests" / path for path in WITHOUT_SOURCE}

    assert not names(found - wanted)


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_every_folder_is_a_package(package: str) -> None:
    folders = {source.parent for source in python_files(package)}

    assert not names({path for path in folders if not (path / "__init__.py").exists()})


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package: str) -> None:
    lengths = {
        source: len(source.read_text("utf-8").splitlines())
        for source in python_files(package)
    }

    assert not names({source for source, lines in lengths.items() if lines > LONGEST})
