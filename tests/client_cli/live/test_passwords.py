import os
import sys
from pathlib import Path

import pytest

from client_cli.live.happenings import Interrupted
from client_cli.live.keyboard import InputEnded
from client_cli.live.passwords import asked_password
from tests.client_cli.rig import Rig


async def test_password_is_the_next_line(tmp_path: Path) -> None:
    rig = Rig(tmp_path, " open sesame ")

    assert await asked_password("Password:", rig.parts) == " open sesame "
    assert rig.complained.startswith("Password:\n> ")


@pytest.mark.parametrize("happening", [InputEnded(), Interrupted()])
async def test_nothing_is_typed_any_more(
    happening: InputEnded | Interrupted, tmp_path: Path
) -> None:
    rig = Rig(tmp_path)
    rig.happenings.put(happening)

    assert await asked_password("Password:", rig.parts) is None
    assert happening in [await rig.happenings.get() for _ in range(2)]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
async def test_terminal_does_not_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pty  # noqa: PLC0415 - not there on Windows
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    rig = Rig(tmp_path, "secret")
    echoes: list[bool] = []

    def is_shown() -> bool:
        return bool(termios.tcgetattr(theirs)[3] & termios.ECHO)

    asked = rig.keyboard.ask

    def asked_unseen() -> None:
        echoes.append(is_shown())
        asked()

    monkeypatch.setattr(rig.keyboard, "ask", asked_unseen)
    with os.fdopen(theirs, closefd=False) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        assert await asked_password("Password:", rig.parts) == "secret"

    assert echoes == [False]
    assert is_shown()
    os.close(ours)
    os.close(theirs)
