from pathlib import Path

import pytest

from tests.checks.locks import DEV, RUN, faults, head, make, pins

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """
[project]
name = "small"
requires-python = ">=3.11"
dependencies = ["one >= 1"]
[project.optional-dependencies]
server = ["two >= 2"]
[dependency-groups]
build = []
dev = ["three >= 3"]
"""
ONE = "one==1.5 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
TWO = "two==2.0 ; sys_platform != 'win32' \\\n    --hash=sha256:cc\n"
THREE = "three==3.1 \\\n    --hash=sha256:dd\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout whose locks are right."""
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / RUN).write_text(head(tmp_path) + ONE + TWO)
    (tmp_path / DEV).write_text(head(tmp_path) + ONE + THREE + TWO)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_locks_of_this_checkout_are_right() -> None:
    assert faults(ROOT) == []


def test_right_locks_have_no_fault(checkout: Path) -> None:
    assert faults(checkout) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("one >= 1", "one >= 1.6"),
        ("two >= 2", "two"),
        ("three >= 3", "four"),
        (">=3.11", ">=3.12"),
    ],
)
def test_changed_dependency_is_found(checkout: Path, old: str, new: str) -> None:
    change(checkout / "pyproject.toml", old, new)

    assert faults(checkout) == [
        f"{RUN} is not made from pyproject.toml: python3 run.py lock",
        f"{DEV} is not made from pyproject.toml: python3 run.py lock",
    ]


def test_change_elsewhere_in_the_project_file_is_no_fault(checkout: Path) -> None:
    change(checkout / "pyproject.toml", 'name = "small"', 'name = "other"')

    assert faults(checkout) == []


@pytest.mark.parametrize("line", ["--index-url https://a.test/\n", "x @ file:///x\n"])
def test_address_is_found(checkout: Path, line: str) -> None:
    with (checkout / DEV).open("a") as lock:
        lock.write(line)

    assert f"{DEV} names an address" in faults(checkout)


@pytest.mark.parametrize("pin", ["four==4\n", "four \\\n    --hash=sha256:ee\n"])
def test_pin_without_version_or_hash_is_found(checkout: Path, pin: str) -> None:
    with (checkout / DEV).open("a") as lock:
        lock.write(pin)

    assert faults(checkout) == [
        f"{DEV} has no version or no hash for: {pin.split(maxsplit=1)[0]}"
    ]


def test_other_version_for_development_is_found(checkout: Path) -> None:
    change(checkout / DEV, "one==1.5", "one==1.4")

    assert faults(checkout) == [f"{DEV} does not have this pin of {RUN}: one==1.5"]


def test_pin_keeps_marker_and_hashes() -> None:
    assert pins("# head\n" + ONE + TWO) == [ONE, TWO]


def test_failure_to_make_locks_leaves_them_unchanged(checkout: Path) -> None:
    before = {path: path.read_bytes() for path in checkout.iterdir()}

    code = make(checkout, ["--no-such-option"])

    assert code != 0
    assert {path: path.read_bytes() for path in checkout.iterdir()} == before
