"""Which version of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """The version that is installed; `unknown` in a checkout that never was."""
    try:
        return version("tarocco-bolognese")
    except PackageNotFoundError:
        return "unknown"
