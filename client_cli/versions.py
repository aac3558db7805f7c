"""Which version of this program runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def client_version() -> str | None:
    """The version as installed; None for a checkout that is not."""
    try:
        return version("tarocco-bolognese")
    except PackageNotFoundError:
        return None
