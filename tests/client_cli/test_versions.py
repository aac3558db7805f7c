import importlib.metadata
import tomllib
from pathlib import Path

import pytest

from client_cli.versions import client_version

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def test_it_is_that_of_the_project() -> None:
    content = tomllib.loads(PROJECT.read_text("utf-8"))

    assert client_version() == content["project"]["version"]


def test_a_checkout_that_is_not_installed_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("client_cli.versions.version", missing)

    assert client_version() is None
