"""Each setting reaches the part that uses it; one without a check fails."""

from pathlib import Path

import pytest

from tests.settings import (
    at_the_door,
    at_the_end,
    handed,
    over_sockets,
    whole_servers,
)
from tests.settings.reach import CHECKS, Given, every_setting

CHECKED = (at_the_door, at_the_end, handed, over_sockets, whole_servers)
"""Importing them takes their checks in."""


@pytest.mark.parametrize("name", every_setting())
async def test_setting_reaches_its_part(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await CHECKS[name](Given(monkeypatch, tmp_path))


def test_checks_are_of_settings_that_exist() -> None:
    assert not set(CHECKS) - set(every_setting())
