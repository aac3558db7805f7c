import json
from pathlib import Path
from typing import Any

import pytest

from client_cli.exits import Exit, Stopped
from client_cli.live.debug_log import debug_log, facts_of
from client_cli.live.happenings import (
    Aim,
    Broke,
    Done,
    Happening,
    Interrupted,
    Order,
)
from client_cli.live.keyboard import Typed
from client_cli.texts import Texts
from protocol.codes import Retry
from protocol.to_client import Error, Ok, Refused
from protocol.updates import (
    CaughtUp,
    Ended,
    EndReason,
    Gone,
    HintTold,
    Lost,
    Notice,
    Online,
    Retrying,
)
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.live.test_start import Home
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable
from tests.client_cli.situations import hints, known_with

ORDER = Order(Aim.MOVE, "SF", ("SF",))
REFUSED = Refused(n=1, code="E_MUST_FOLLOW", rule="R9", args={}, legal=None)
OK = Ok(n=1, table=TABLE, version=3, dup=False)


@pytest.mark.parametrize(
    ("happening", "facts"),
    [
        (Typed("sesame"), {}),
        (Interrupted(), {}),
        (
            Done(ORDER, REFUSED),
            {"aim": "MOVE", "outcome": "Refused", "code": "E_MUST_FOLLOW"},
        ),
        (Done(ORDER, OK), {"aim": "MOVE", "outcome": "Ok", "code": None}),
        (Broke(KeyError("x")), {"fault": "KeyError('x')"}),
        (Gone(TABLE, "E_NO_TABLE"), {"table": TABLE, "code": "E_NO_TABLE"}),
        (CaughtUp(TABLE, 3, known_with()), {"table": TABLE, "count": 3}),
        (
            HintTold(hints(code="E_RATE")),
            {"table": TABLE, "version": 7, "code": "E_RATE"},
        ),
        (
            Online(1, welcome(), 40, same_session=True),
            {"node": "n", "away_ms": 40, "same_session": True},
        ),
        (Lost(1, 1006, "broke"), {"code": 1006, "why": "broke"}),
        (Retrying(1, 2, 500, "x"), {"attempt": 2, "in_ms": 500, "why": "x"}),
        (
            Notice(Error(code="E_RATE", detail="x")),
            {"message": "Error", "code": "E_RATE"},
        ),
        (
            Ended(1, EndReason.REFUSED, 4005, Retry.NEVER, "x", "E_LOGIN"),
            {"reason": "REFUSED", "code": 4005, "why": "x", "error": "E_LOGIN"},
        ),
    ],
)
def test_facts(happening: Happening, facts: dict[str, Any]) -> None:
    assert facts_of(happening) == facts


def test_of_a_table_only_kinds_and_versions_are_told() -> None:
    session = PretendSession(PretendTable())
    seated = session.update_for(session.table.snapshot())
    dealt = session.update_for(session.table.begin())

    assert facts_of(seated) == {"table": TABLE, "version": 2, "reason": "sat"}
    assert facts_of(dealt) == {
        "table": TABLE,
        "version": 6,
        "items": ["seat_taken"] * 3 + ["deal_started"],
    }


def test_each_happening_is_a_line_with_its_time(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with debug_log(str(path), Texts()) as heard:
        assert heard is not None
        heard(Typed("sesame"))

    start, typed = map(json.loads, path.read_text().splitlines())
    assert start["kind"] == "start"
    assert typed.keys() == {"at", "kind"}
    assert typed["kind"] == "Typed"
    assert typed["at"].endswith("+00:00")
    assert path.stat().st_mode & 0o077 == 0


def test_without_a_file_nothing_is_told() -> None:
    with debug_log(None, Texts()) as heard:
        assert heard is None


def test_a_log_that_grows_no_more_disturbs_nothing() -> None:
    with debug_log("/dev/full", Texts()) as heard:
        assert heard is not None
        heard(Interrupted())


def test_a_log_that_cannot_be_opened(tmp_path: Path) -> None:
    with (
        pytest.raises(Stopped) as stopped,
        debug_log(str(tmp_path / "no" / "log"), Texts()),
    ):
        pass
    assert stopped.value.code is Exit.WRONG_USE
    assert "cannot be written." in stopped.value.what


def test_a_game_writes_no_token_into_its_log(tmp_path: Path) -> None:
    home, path = Home(tmp_path), tmp_path / "log"
    code, _, err = home.run("play", "--pace", "0", "--debug-log", str(path))
    (session,) = home.state.glob("session-*.json")
    home.end_server()

    assert code == Exit.INPUT_ENDED, err
    text = path.read_text()
    kinds = [json.loads(line)["kind"] for line in text.splitlines()]
    assert {"Online", "Replaced", "InputEnded"} <= {*kinds}
    assert json.loads(session.read_text())["token"] not in text
