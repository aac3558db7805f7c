"""`tarocco replay TABLE` while a deal is played there."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest

from client_cli.arguments import LiveFlags, ReplayFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.kept_deals import record_path
from client_cli.live import replay
from client_cli.live.past import NotTold, Over, Past
from client_cli.live.replay import replay_live
from client_cli.texts import Texts
from engine.players.by_rule import MEDIUM
from engine.view import view_of
from protocol.codes import Retry
from protocol.to_client import Welcome
from protocol.updates import Ended, EndReason, SessionEndedError
from protocol.views import View
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.live.test_start import Home
from tests.client_cli.pretend import TABLE, PretendTable

ENDED = Ended(0, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "no")


@pytest.fixture(name="home", scope="module")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    home = Home(tmp_path_factory.mktemp("home"))
    yield home
    home.end_server()


@pytest.fixture(name="table", scope="module")
def _table(home: Home) -> str:
    """A table at which a deal stands still, with a seat of ours."""
    code, lines, err = home.run("play", "--pace", "0")
    assert code == Exit.INPUT_ENDED, err
    return lines[0].removeprefix("Table ").removesuffix(".")


def test_deal_that_is_played_is_told_from_ones_own_seat(home: Home, table: str) -> None:
    code, lines, err = home.run("replay", table.lower(), "--plain")

    assert code == Exit.DONE, err
    assert lines[0].startswith("Team 0: seat 0 (")
    assert lines[2].startswith("Seat 0 (")
    assert " holds " in lines[2]
    assert lines[3].startswith("1. ")
    assert lines[3].endswith(" has dealt.")
    assert sum(" holds " in line for line in lines) == 1


def test_one_event_and_exports(home: Home, table: str) -> None:
    code, lines, err = home.run("replay", table, "--at", "1")
    assert code == Exit.DONE, err
    assert lines[0].startswith("Event 1 of ")
    assert " as seat 0 (" in lines[0]

    code, lines, _ = home.run("replay", table, "--export", "json")
    data = json.loads(lines[0])
    assert (code, data["format"], data["seat"]) == (0, "tarocco-replay/1", 0)
    assert data["events"][0]["kind"] == "deal_started"
    with home.start("replay", table, "--export", "msgpack") as client:
        assert isinstance(client.stdout, io.TextIOWrapper)
        packed: Any = msgpack.unpackb(client.stdout.buffer.read())
    assert packed["events"][0] == data["events"][0]


def test_another_seat_is_not_shown(home: Home, table: str) -> None:
    code, lines, err = home.run("replay", table, "--seat", "2")

    assert (code, lines) == (Exit.WRONG_USE, [])
    assert "--seat" in err


def test_onlooker_is_told_what_lies_open(
    home: Home, table: str, tmp_path: Path
) -> None:
    stranger = Home(tmp_path)
    url = json.loads((home.state / "server.json").read_text())["url"]

    code, lines, err = stranger.run("replay", table, "--server", url, "--at", "1")

    assert code == Exit.DONE, err
    assert lines[0].endswith(", as onlookers saw it.")
    assert not [line for line in lines if " holds " in line]
    assert not list(stranger.state.glob("session-*.json"))


def test_while_another_client_has_the_seat_one_looks_on(home: Home, table: str) -> None:
    with home.start("resume", "--plain") as player:
        assert player.stdout is not None
        player.stdout.readline()  # it is at the table

        code, lines, err = home.run("replay", table, "--at", "1")

        assert code == Exit.DONE, err
        assert err.startswith("Another client of yours is running")
        assert lines[0].endswith(", as onlookers saw it.")


def test_table_that_is_not_there(home: Home, table: str) -> None:
    code, lines, err = home.run("replay", "ZZZZZ")

    assert (code, lines) == (Exit.NOT_FOUND, [])
    assert "ZZZZZ" in err
    assert "E_NO_TABLE" in err
    assert table != "ZZZZZ"


# ---------------------------------------------------------- without a server


def request(**live: Any) -> Request:
    return Request(
        "replay",
        (TABLE,),
        plain=True,
        live=LiveFlags(**live),
        replay=ReplayFlags(),
    )


def lasting(monkeypatch: pytest.MonkeyPatch, past: Past | Exception | None) -> None:
    """Let this be what comes of asking a server."""

    async def answer(_request: Request, _texts: Texts) -> Past | None:
        if isinstance(past, Exception):
            raise past
        return past

    monkeypatch.setattr(replay, "_past", answer)


def played(*, to_the_end: bool) -> Past:
    """A deal as it was told, up to its first event or its settlement."""
    table = PretendTable()
    table.begin()
    past = Past(TABLE, View.model_validate(table.view()))
    while table.state is not None and table.state.turn is not None:
        action = MEDIUM.choose(view_of(table.state, table.state.turn))
        past.items += table.act(action).items
        if not to_the_end:
            break
    return past


def test_nothing_is_shown_without_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    assert replay_live(request(), Texts(), must=True) is None
    assert not list(tmp_path.rglob("server*"))


def test_deal_that_is_over_is_kept_and_left_to_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    lasting(monkeypatch, played(to_the_end=True))

    assert replay_live(request(), Texts(), must=True) is None

    (record,) = (tmp_path / "tarocco/games").iterdir()
    assert record_path(TABLE) == str(record)


def test_record_that_cannot_be_kept_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tarocco").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    lasting(monkeypatch, played(to_the_end=True))

    with pytest.raises(Stopped) as caught:
        replay_live(request(), Texts(), must=True)

    assert caught.value.what.startswith("The record could not be saved: ")


def test_deal_that_runs_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lasting(monkeypatch, played(to_the_end=False))

    assert replay_live(request(seat=0), Texts(), must=False) is Exit.DONE

    assert capsys.readouterr().out.splitlines()[-1].startswith("2. ")


def without_a_deal() -> Past:
    return Past(TABLE, View.model_validate(PretendTable().view()))


@pytest.mark.parametrize(
    ("answer", "code", "why"),
    [
        (NotTold("E_NO_TABLE"), Exit.NOT_FOUND, "E_NO_TABLE"),
        (NotTold("E_TABLE_CLOSED"), Exit.TABLE_CLOSED, "E_TABLE_CLOSED"),
        (without_a_deal(), Exit.NOT_FOUND, "No cards are dealt yet."),
    ],
)
def test_table_with_nothing_to_show_is_said_only_if_nothing_else_could_be_shown(
    answer: Past | Exception, code: Exit, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasting(monkeypatch, answer)

    assert replay_live(request(), Texts(), must=False) is None
    with pytest.raises(Stopped) as caught:
        replay_live(request(), Texts(), must=True)

    assert (caught.value.code, caught.value.why) == (code, why)


def test_deal_that_does_not_fit_together_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = played(to_the_end=True)
    past.items *= 2
    lasting(monkeypatch, past)

    with pytest.raises(Stopped) as caught:
        replay_live(request(), Texts(), must=False)

    assert caught.value.code is Exit.PROTOCOL


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Over(ENDED), Exit.REFUSED),
        (SessionEndedError(ENDED, sent=False), Exit.REFUSED),
        (SessionEndedError(None, sent=False), Exit.NOT_FOUND),
        (TimeoutError(), Exit.TIMED_OUT),
    ],
)
def test_session_that_comes_to_nothing_is_told_in_words(
    fault: Exception, code: Exit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def enter(*_given: object) -> tuple[object, Welcome]:
        return object(), welcome()

    async def ask(*_given: object) -> Past:
        raise fault

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(replay, "entered", enter)
    monkeypatch.setattr(replay, "past_of", ask)

    with pytest.raises(Stopped) as caught:
        replay_live(request(server="ws://127.0.0.1:9"), Texts(), must=False)

    assert caught.value.code is code
