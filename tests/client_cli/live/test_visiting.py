from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live import visiting
from client_cli.live.visiting import visited
from client_cli.texts import Texts
from protocol.codes import Retry
from protocol.updates import Ended, EndReason, SessionEndedError

ENDED = Ended(0, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "no")


async def test_nothing_runs_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async with visited(LiveFlags(), Texts()) as session:
        assert session is None
    assert not (tmp_path / "tarocco" / "server.log").exists()


@pytest.mark.parametrize(
    ("ended", "code"), [(None, Exit.TIMED_OUT), (ENDED, Exit.REFUSED)]
)
async def test_session_that_ends_ends_the_visit(
    ended: Ended | None, code: Exit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def let_in(*_: object) -> tuple[None, None]:
        return None, None

    monkeypatch.setattr(visiting, "entered", let_in)

    with pytest.raises(Stopped) as stopped:
        async with visited(LiveFlags(server="ws://127.0.0.1:1"), Texts()):
            raise SessionEndedError(ended, sent=False)
    assert stopped.value.code is code
