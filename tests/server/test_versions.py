"""Which version of the program this is."""

from importlib import metadata

import pytest

from server import versions
from server.versions import program_version


def test_the_version_is_the_installed_one() -> None:
    assert program_version() == metadata.version("tarocco-bolognese")


def test_a_checkout_that_was_never_installed_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(versions, "version", missing)

    assert program_version() == "unknown"
