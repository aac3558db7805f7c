"""`tarocco bot` as a process, on a real server, and what it refuses before."""

import asyncio
import json
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from client_cli.arguments import BotFlags, LiveFlags, Request
from client_cli.bots import start
from client_cli.exits import Exit, Stopped
from client_cli.texts import Texts
from protocol.bot_game import GameOverError, Over
from protocol.codes import Retry
from protocol.options import Options
from protocol.to_client import Refused
from protocol.to_server import Leave, Sit
from protocol.updates import Ended, EndReason, NoAnswerError, SessionEndedError
from tests.client_cli.bots.living import family
from tests.client_cli.live.test_start import IN_TIME_S, ROOT, Home
from tests.client_cli.pretend import TABLE, PretendSession
from tests.server.processes import free_port, server
from tests.system.people import person

if TYPE_CHECKING:
    from protocol.client import Session

EXAMPLE = str(ROOT / "examples" / "bot.py")
ENDED = Ended(1, EndReason.REFUSED, None, Retry.NEVER, "a proxy")
PROGRAM = """
import json, sys
for line in sys.stdin:
    event = json.loads(line)
    if "legal" in event:
        number = 2 if event.get("ask") == "discard" else 1
        print(*event["legal"][:number], flush=True)
"""
BAD = """
import sys
class Bad:
    def discard(self, view): return None
    def declare(self, view): sys.exit(1)
    def play(self, view):
        if len(view.deal.tricks) == 3: raise ValueError("no idea")
        return "SR SR"
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    user = Home(tmp_path)
    yield user
    user.end_server()


@pytest.fixture
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "tarocco"


def request(*operands: str, **flags: object) -> Request:
    return Request("bot", operands, bots=replace(BotFlags(), **flags))  # type: ignore[arg-type]


def stopped(wanted: Request) -> Stopped:
    with pytest.raises(Stopped) as caught:
        start.play_bot(wanted, Texts())
    return caught.value


# ---------------------------------------------------------------- as a process


def test_example_plays_on_a_server_of_its_own(home: Home) -> None:
    code, lines, told = home.run("bot", EXAMPLE, "--games", "2", "--json", "-q")

    assert code == Exit.DONE, told
    figures = json.loads(lines[-1])
    assert figures["games"] == figures["won"] + figures["drawn"] + figures["lost"] == 2
    assert figures["turns"] >= 30
    assert (figures["illegal"], figures["late"], figures["failed"]) == (0, 0, 0)
    assert len(lines) == 1


def test_deals_are_told_one_by_one(home: Home) -> None:
    code, lines, told = home.run("bot", EXAMPLE, "--games", "2")

    assert code == Exit.DONE, told
    assert [line.split(":")[0] for line in lines[:3]] == ["Deal 1", "Deal 2", "Deals"]
    saved = sorted((home.state / "games").glob("*.json"))
    assert len(saved) == 2
    assert told.count("Verified: the deck is the one promised, your own chance") == 2


def test_bad_bot_loses_its_turns_and_plays_to_the_end(
    home: Home, tmp_path: Path
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)

    code, lines, told = home.run("bot", str(path), "--json", "--limit", "5s")

    assert code == Exit.DONE, told
    figures = json.loads(lines[-1])
    assert figures["games"] == 1
    assert figures["illegal"] + figures["failed"] == figures["turns"]
    # A thrown error, with its line; the play that is no card; and each once alone.
    assert "Lost turns: 1. Reason: ValueError: no idea (bad.py:7)\n" in told
    assert told.count("There is no card with this code. The answer was 'SR SR'.") == 1


def test_what_a_bot_prints_is_no_part_of_the_output(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "chatty.py"
    text = Path(EXAMPLE).read_text("utf-8")
    path.write_text(
        text.replace("        safe =", '        print("I think")\n        safe =')
    )

    code, lines, told = home.run("bot", str(path), "--json")

    assert code == Exit.DONE, told
    assert json.loads("\n".join(lines))["games"] == 1
    assert told.count("I think") == 15


def test_advice_is_about_bots(home: Home) -> None:
    code, _, told = home.run("bot", EXAMPLE, "--table", "ZZZZZ")

    assert code == Exit.NOT_FOUND
    assert told.endswith("Try again later, or see: tarocco bot --help\n")


def test_nothing_is_begun_for_a_bot_that_is_not_there(home: Home) -> None:
    code, _, told = home.run("bot", "missing.py")

    assert code == Exit.NOT_FOUND
    assert told.startswith("Error: ")


def test_program_plays_and_its_complaints_are_kept(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(f"import sys\nprint('hello', file=sys.stderr)\n{PROGRAM}")
    command = shlex.join([sys.executable, str(path)])

    code, lines, told = home.run("bot", "--exec", command, "--games", "2", "--json")

    assert code == Exit.DONE, told
    assert json.loads(lines[-1])["games"] == 2
    assert json.loads(lines[-1])["illegal"] == 0
    assert (home.state / start.ERRORS).read_text() == "hello\n"


@pytest.mark.parametrize(
    ("sign", "code"),
    [
        (signal.SIGTERM, Exit.TERMINATED),
        (signal.SIGHUP, Exit.HUNG_UP),
        (signal.SIGINT, Exit.INTERRUPTED),
    ],
)
def test_bot_that_is_stopped_ends_its_program(
    home: Home, tmp_path: Path, sign: signal.Signals, code: Exit
) -> None:
    path = tmp_path / "program.py"
    command = shlex.join([sys.executable, "-S", str(path)])
    with family(tmp_path) as both:
        path.write_text(both.program())
        with home.start("bot", "--exec", command) as client:
            both.await_both()
            client.send_signal(sign)
            client.communicate(timeout=IN_TIME_S)

            both.await_end()

    assert client.returncode == code


def test_server_that_dies_ends_the_bot_with_what_it_came_to(home: Home) -> None:
    words = ("bot", EXAMPLE, "--games", "999", "--timeout", "1s")
    with home.start(*words) as client:
        assert client.stdout is not None
        assert client.stdout.readline().startswith("Deal 1: ")
        os.kill(home.server_pid(), signal.SIGKILL)
        out, err = client.communicate(timeout=IN_TIME_S)

    assert client.returncode == Exit.UNREACHABLE
    assert "Error: The connection to the server is lost." in err
    assert any(line.startswith("Deals: ") for line in out.splitlines())


async def test_bot_sits_down_at_a_table_of_others(home: Home) -> None:
    with server() as running:
        await asyncio.to_thread(running.await_ready)
        async with person("ada", running.url) as ada:
            table = await ada.open(Options(pace_ms=0))
            await ada.sit(table)
            words = ("--server", running.url, "--table", table.lower(), "--json")
            bot = asyncio.create_task(
                asyncio.to_thread(home.run, "bot", EXAMPLE, "--name", "Magpie", *words)
            )
            async for _ in ada.session:
                known = ada.session.known(table)
                if known is not None and any(one.ready for one in known.view.seats):
                    break
            await ada.session.start(table)
            end = await ada.play(table)

            code, lines, told = await asyncio.wait_for(bot, IN_TIME_S)

    assert code == Exit.DONE, told
    assert json.loads(lines[-1])["table"] == table
    assert "Magpie" in [seat.name for seat in end.view.seats]


# -------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("wanted", "what"),
    [
        (request(), "One of these is needed: a file"),
        (request("a.py", "b.py"), "One of these is needed: a file"),
        (request("a.py", stdio=True), "One of these is needed: a file"),
        (request(program="b", stdio=True), "One of these is needed: a file"),
        (request("a.py", program="b"), "One of these is needed: a file"),
        (request(program="'"), "--exec needs a command"),
        (request(program=" "), "--exec needs a command"),
        (replace(request("a.py"), live=LiveFlags(name="")), 'The name "" cannot'),
    ],
)
def test_words_that_cannot_be_meant(wanted: Request, what: str) -> None:
    end = stopped(wanted)

    assert end.code is Exit.WRONG_USE
    assert what in end.what


@pytest.mark.usefixtures("own_state")
@pytest.mark.parametrize(
    "wanted", [request("missing.py"), request(program="/missing/program")]
)
def test_what_is_not_there(wanted: Request) -> None:
    assert stopped(wanted).code is Exit.NOT_FOUND


@pytest.mark.usefixtures("own_state")
def test_server_that_is_not_there() -> None:
    live = LiveFlags(server=f"ws://127.0.0.1:{free_port()}", timeout_s=0.2)

    assert stopped(replace(request(EXAMPLE), live=live)).code is Exit.UNREACHABLE


def test_log_of_another_bot_is_its_own(own_state: Path) -> None:
    first = start._fresh_log()
    with first.open("w") as log:
        log.write("one")
        log.flush()
        second = start._fresh_log()

    assert first == second == own_state / start.ERRORS
    assert not second.exists()


@pytest.mark.parametrize(
    ("table", "answer", "code"),
    [
        ("no table", None, Exit.WRONG_USE),
        (TABLE, NoAnswerError(sent=True), Exit.TIMED_OUT),
        (TABLE, SessionEndedError(None, sent=True), Exit.NOT_FOUND),
        (TABLE, SessionEndedError(ENDED, sent=True), Exit.REFUSED),
        (
            TABLE,
            Refused(n=1, code="E_NO_TABLE", rule=None, args={}, legal=None),
            Exit.NOT_FOUND,
        ),
        (
            TABLE,
            Refused(n=1, code="E_TABLE_CLOSED", rule=None, args={}, legal=None),
            Exit.TABLE_CLOSED,
        ),
        (
            TABLE,
            Refused(n=1, code="E_TABLE_FULL", rule=None, args={}, legal=None),
            Exit.REFUSED,
        ),
    ],
)
async def test_seat_that_cannot_be_had(
    table: str, answer: Refused | Exception | None, code: Exit
) -> None:
    session = PretendSession()
    if answer is not None:
        session.answer_with = [answer]

    with pytest.raises(Stopped) as caught:
        await start._seated(cast("Session", session), table, LiveFlags(), Texts())

    assert caught.value.code is code


async def test_seat_at_a_named_table() -> None:
    session = PretendSession()
    flags = LiveFlags(seat=2)

    table = await start._seated(cast("Session", session), TABLE.lower(), flags, Texts())

    assert table == TABLE
    (sit,) = session.commands
    assert isinstance(sit, Sit)
    assert (sit.table, sit.seat) == (TABLE, 2)


@pytest.mark.parametrize(
    ("over", "code"),
    [
        (GameOverError(Over.SEAT_LOST), Exit.NOT_FOUND),
        (GameOverError(Over.GONE, "E_KICKED"), Exit.NOT_FOUND),
        (GameOverError(Over.GONE, "E_TABLE_CLOSED"), Exit.TABLE_CLOSED),
        (GameOverError(Over.CLOSED, "host"), Exit.TABLE_CLOSED),
        (GameOverError(Over.REFUSED, "E_PHASE"), Exit.REFUSED),
        (GameOverError(Over.ENDED, ended=ENDED), Exit.REFUSED),
    ],
)
def test_every_end_of_a_game_has_its_exit_code(over: GameOverError, code: Exit) -> None:
    assert start._ending(over, Texts()).code is code


@pytest.mark.parametrize(
    "fault", [None, NoAnswerError(sent=False), SessionEndedError(None, sent=False)]
)
async def test_leaving_is_tried_once(fault: Exception | None) -> None:
    session = PretendSession()
    if fault is not None:
        session.answer_with = [fault]

    await start._leave(cast("Session", session), TABLE)

    assert [type(command) for command in session.commands] == [Leave]
