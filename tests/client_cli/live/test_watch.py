"""`tarocco watch`, `tables` and `who` on a real server, and what else may happen."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from client_cli.arguments import LiveFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.live.watch import InLines, InWords, Watching, table_data
from client_cli.table_flags import TableFlags
from client_cli.texts import Texts
from engine.deal import Phase
from protocol.codes import Retry
from protocol.to_client import Error, Said
from protocol.updates import (
    Ended,
    EndReason,
    Gone,
    Lost,
    Notice,
    Online,
    Replaced,
    Update,
)
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.live.test_lobby import Telling
from tests.client_cli.live.test_start import Home, answers, read_lines
from tests.client_cli.pretend import TABLE, dealt
from tests.client_cli.situations import known_with, view_of_seat

if TYPE_CHECKING:
    from protocol.client import Session

ENDED = Ended(0, EndReason.CLOSED_THERE, 4003, Retry.NEVER, "no")


@pytest.fixture(name="home", scope="module")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    home = Home(tmp_path_factory.mktemp("home"))
    yield home
    home.end_server()


@pytest.fixture(name="table", scope="module")
def _table(home: Home) -> Iterator[str]:
    """A table at which somebody called Ada is to move."""
    with home.start("play", "--name", "Ada", "--pace", "0", "--on-eof", "wait") as ada:
        assert ada.stdout is not None
        line = ada.stdout.readline()
        read_lines(ada.stdout, "Type discard", "Type declare", "Your turn")
        yield line.removeprefix("Table ").strip().removesuffix(".")
        ada.kill()


def test_open_tables_and_who_sits_there(home: Home, table: str) -> None:
    code, lines, err = home.run("tables")
    assert code == Exit.DONE, err
    assert lines[0].startswith(f"{table}: plays; Ada")

    data = json.loads(home.run("tables", "--json")[1][0])
    assert [each["table"] for each in data["tables"]] == [table]
    people = json.loads(home.run("who", "--json")[1][0])["people"]
    assert {"name": "Ada", "table": table} in people
    assert f"Ada sits at {table}." in home.run("who")[1]


def test_table_is_shown_without_a_hand(home: Home, table: str) -> None:
    code, lines, err = home.run("watch", table.lower(), "--json")

    assert code == Exit.DONE, err
    data = json.loads(lines[0])
    assert data["table"] == table
    assert data["state"]["hand"] is None
    assert data["seats"]["south"]["name"] == "Ada"


@pytest.mark.parametrize("words", [(), ("--jsonl", "--seat", "east")])
def test_deal_is_followed_to_its_end(
    words: tuple[str, ...], home: Home, table: str, tmp_path: Path
) -> None:
    url = json.loads((home.state / "server.json").read_text())["url"]
    said: list[str] = []
    with Home(tmp_path).start(
        *("play", "--server", url, "--bots", "only", "--pace", "0", "--no-input")
    ) as player:
        playing = answers(player, said)
        next(playing)
        watched = said[0].removeprefix("Table ").removesuffix(".")
        with home.start("watch", watched, *words) as watcher:
            assert watcher.stdout is not None
            first = watcher.stdout.readline()
            list(playing)  # to the end of the deal
            rest, err = watcher.communicate(timeout=50)

    assert watched != table
    assert watcher.returncode == Exit.DONE, err
    lines = rest.splitlines()
    if words:
        assert json.loads(first)["ev"] == "state"
        kinds = {json.loads(line)["ev"] for line in lines}
        assert {"card", "trick", "score"} <= kinds
        assert '"hand": [' not in first + rest
    else:
        assert first == f"Table {watched}.\n"
        assert lines[-1].startswith("Result: ")
        assert sum(line.startswith("Trick ") for line in lines) == 15


def test_table_that_is_not_there(home: Home, table: str) -> None:
    code, lines, err = home.run("watch", "ZZZZZ")

    assert (code, lines) == (Exit.NOT_FOUND, [])
    assert "There is no table ZZZZZ." in err
    assert table != "ZZZZZ"


def test_nothing_runs_here(tmp_path: Path) -> None:
    home = Home(tmp_path)

    assert home.run("watch", "QF7K2")[0] == Exit.NOT_FOUND
    assert home.run("tables")[1] == ["No table is open. Open one: tarocco host"]
    assert not (home.state / "server.log").exists()


@pytest.mark.parametrize(
    "words", [("watch",), ("watch", "a", "b"), ("tables", "x"), ("watch", "no code")]
)
def test_wrong_use(words: tuple[str, ...], tmp_path: Path) -> None:
    assert Home(tmp_path).run(*words)[0] == Exit.WRONG_USE


def test_two_forms_at_once_are_wrong_use(tmp_path: Path) -> None:
    code, _, err = Home(tmp_path).run("watch", "QF7K2", "--json", "--jsonl")

    assert code == Exit.WRONG_USE
    assert "do not go together" in err


# ---------------------------------------------------------- without a server


class Watched(Telling):
    async def refresh(self, table: str) -> None:
        assert table == TABLE


def watching(*updates: Update, **flags: Any) -> Watching:
    request = Request(
        "watch", live=LiveFlags(**flags), table=TableFlags(code=TABLE), follow=True
    )
    return Watching(cast("Session", Watched(*updates)), TABLE, request, Texts())


@pytest.mark.parametrize(
    ("update", "code"),
    [
        (Gone(TABLE, "E_TABLE_CLOSED"), Exit.TABLE_CLOSED),
        (Gone(TABLE, "E_NO_TABLE"), Exit.NOT_FOUND),
        (
            Notice(Error(code="E_NOT_ALLOWED", detail="", table=TABLE)),
            Exit.REFUSED,
        ),
        (ENDED, Exit.REFUSED),
    ],
)
async def test_why_a_table_is_not_shown(update: Update, code: Exit) -> None:
    with pytest.raises(Stopped) as stopped:
        await watching(update).run()
    assert stopped.value.code is code


class Away(Watched):
    """Tells what it has, and then nothing for ever."""

    async def __anext__(self) -> Update:
        if not self.updates:
            import asyncio  # noqa: PLC0415

            await asyncio.Event().wait()
        return await super().__anext__()


async def test_server_that_does_not_answer() -> None:
    looking = watching(timeout_s=0.01)
    looking._session = cast("Session", Away())

    with pytest.raises(Stopped) as stopped:
        await looking.run()
    assert stopped.value.code is Exit.TIMED_OUT


async def test_server_that_does_not_come_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    looking = watching(timeout_s=0.01)
    looking._seen = True
    looking._session = cast(
        "Session",
        Away(Online(1, welcome(), 5, same_session=True), Lost(1, 1006, "")),
    )

    with pytest.raises(Stopped) as stopped:
        await looking.run()
    assert stopped.value.code is Exit.UNREACHABLE
    assert "Connection lost, trying again." in capsys.readouterr().err


def test_talk_is_for_people() -> None:
    said = Said(
        table=TABLE, number=1, seat=None, name="Maya", phrase="hello", text=None
    )

    assert InWords(0, Texts()).talk(said) == ["Maya says: Hello!"]
    assert InLines().talk(said) == []


def test_table_data_has_nothing_that_is_not_open() -> None:
    data = table_data(known_with(view_of_seat(you=None, deal=None), turn=None))

    assert (data["turn"], data["state"]) == (None, None)
    assert data["match"] == {"NS": 0, "EW": 0}


def test_table_that_was_set_back_is_told_before_how_it_stands() -> None:
    session, _ = dealt(until=Phase.PLAY)
    session.update_for(session.table.snapshot())
    session.table.version -= 1
    update = session.update_for(session.table.snapshot("rewound"))
    assert isinstance(update, Replaced)

    first, *rest = InWords(0, Texts()).table(update)
    kinds = [json.loads(line)["ev"] for line in InLines().table(update)]

    assert first == "The server has lost the last moves: the table was set back."
    assert rest
    assert kinds == ["set_back", "state"]
