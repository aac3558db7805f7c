from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from tests.client_cli.rig import Rig


@pytest.mark.parametrize(
    ("flags", "is_script"),
    [
        (LiveFlags(), False),
        (LiveFlags(no_input=True), True),
        (LiveFlags(autopilot=True), True),
    ],
)
def test_who_can_be_asked(flags: LiveFlags, is_script: bool, tmp_path: Path) -> None:  # noqa: FBT001
    assert Rig(tmp_path, flags=flags).parts.is_script == is_script
