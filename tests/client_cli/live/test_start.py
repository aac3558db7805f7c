"""`tarocco play` as a process, on a real server with a real store."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest

from client_cli.arguments import LiveFlags, Request
from client_cli.exits import Exit, Stopped
from client_cli.live import start
from client_cli.live.waiting_room import FirstDeal
from client_cli.table_flags import TableFlags
from client_cli.texts import Texts
from protocol.codes import Retry
from protocol.to_client import SeatOf
from protocol.to_server import Command, Create, Leave, Quick, Sit
from protocol.updates import Ended, EndReason, NoAnswerError, SessionEndedError
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE
from tests.client_cli.rig import Rig
from tests.server.processes import server
from tests.support.redis_processes import one_server

# Its standard input becomes the terminal whose keys send it signals.
IN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "client_cli", *sys.argv[1:]])
"""
ROOT = Path(__file__).resolve().parents[3]
IN_TIME_S = 50.0


class Home:
    """A user with a state folder of his own."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / "tarocco"
        self.environ = {**os.environ, "XDG_STATE_HOME": str(folder), "LANG": "en"}
        for name in ("TAROCCO_LANG", "TAROCCO_SERVER", "LC_ALL", "LC_MESSAGES"):
            self.environ.pop(name, None)

    @contextmanager
    def start(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        """A client that does not outlive the test."""
        client = subprocess.Popen(
            [sys.executable, "-m", "client_cli", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=self.environ,
            cwd=ROOT,
            text=True,
        )
        with client:
            try:
                yield client
            finally:
                client.kill()

    def run(self, *words: str, typed: str = "") -> tuple[int, list[str], str]:
        with self.start(*words) as process:
            out, err = process.communicate(typed, timeout=IN_TIME_S)
            return process.returncode, out.splitlines(), err

    def server_pid(self) -> int:
        pid: int = json.loads((self.state / "server.json").read_text())["pid"]
        return pid

    def end_server(self) -> None:
        try:
            os.kill(self.server_pid(), signal.SIGTERM)
        except (OSError, ValueError):
            return


@pytest.fixture(name="home", scope="module")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    home = Home(tmp_path_factory.mktemp("home"))
    yield home
    home.end_server()


def test_autopilot_plays_a_deal_and_ends_its_server(tmp_path: Path) -> None:
    home = Home(tmp_path)
    code, lines, err = home.run("play", "--autopilot", "--plain")

    assert code == Exit.DONE, err
    assert any(line.startswith("Result: ") for line in lines)
    assert any(line.startswith("Verified: ") for line in lines)
    assert err.splitlines()[0] == "Opening a table on this machine."
    assert not (home.state / "server.json").exists()
    record = next((home.state / "games").iterdir())
    assert home.run("verify", str(record))[0] == Exit.DONE
    assert home.run("score", str(record))[1][-1].startswith("Result: ")


def test_input_that_ends_keeps_the_seat_to_return_to(home: Home) -> None:
    code, lines, err = home.run("play", "--pace", "0")
    assert code == Exit.INPUT_ENDED, err
    table = lines[0]

    code, lines, err = home.run("resume")
    assert code == Exit.INPUT_ENDED, err
    assert lines[0] == table
    code, lines, _ = home.run("resume", "--autopilot", "-q")
    assert code == Exit.DONE
    assert lines[0] == table
    assert home.run("resume")[0] == Exit.NOT_FOUND


def test_a_pipe_plays_until_its_first_mistake(home: Home) -> None:
    code, lines, err = home.run(
        "play", "--no-input", "--lang", "it", typed="mano\nstato\nasdf\n"
    )

    assert code == Exit.ILLEGAL_ACTION
    assert sum(line.startswith("La tua mano, ") for line in lines) == 2
    assert "asdf non è né una parola né una carta." in err


def test_a_pipe_plays_a_whole_deal(home: Home) -> None:
    said: list[str] = []
    with home.start("play", "--no-input", "--name", "Pipe") as client:
        for _ in answers(client, said):
            pass
        _, err = client.communicate(timeout=IN_TIME_S)

    assert client.returncode == Exit.DONE, err
    assert "Another name: " not in err
    assert sum("You played " in line for line in said) == 15


def answers(client: subprocess.Popen[str], said: list[str]) -> Iterator[str]:
    """Play a deal: each answer, about to be typed when its question has come."""
    assert client.stdin is not None
    assert client.stdout is not None
    hand: list[str] = []
    for line in map(str.rstrip, client.stdout):
        said.append(line)
        if re.match("(Trumps|Matto|Swords|Batons|Cups|Coins): ", line):
            hand += [card.split()[0] for card in named_cards(line)]
        answer = answer_to(line, hand)
        if answer is not None:
            yield answer
            client.stdin.write(answer + "\n")
            client.stdin.flush()


def named_cards(line: str) -> list[str]:
    listed = line.rpartition(": ")[2].rstrip(".")
    return [] if listed == "none" else listed.split(", ")


def answer_to(line: str, hand: list[str]) -> str | None:
    """What to type after a line; the cards played leave the hand."""
    if line.startswith("Type discard"):
        answer = line.split(": ")[1]
        for card in answer.split()[1:]:
            hand.remove(card)
        return answer
    if line.startswith("Type declare"):
        return "declare"
    if not line.startswith("Your turn"):
        return None
    card = named_cards(line)[0] if "Allowed: " in line else hand[0]
    hand.remove(card)
    return card


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_ctrl_c_in_a_terminal(home: Home) -> None:
    import pty  # noqa: PLC0415 - not there on Windows

    ours, theirs = pty.openpty()
    client = subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL, "play", "--plain", "--pace", "0"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=home.environ,
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(theirs)
    shown = read_until(ours, "> ")
    if "You still have a seat" in shown:
        os.write(ours, b"no\n")
        shown = read_until(ours, "> ")
    os.write(ours, b"\x03")
    read_until(ours, "Ctrl-C again to leave.")
    os.write(ours, b"\x03")
    shown = read_until(ours, "tarocco resume")
    code = client.wait(timeout=IN_TIME_S)
    os.close(ours)

    assert code == Exit.INTERRUPTED
    assert "Your seat is kept" not in shown


WORDS = ("play", "--plain", "--pace", "0", "--name", "Pty")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such terminals")
def test_a_deal_in_a_terminal(home: Home) -> None:
    """A person at a real terminal, who reads each line and types the answer."""
    import pty  # noqa: PLC0415 - not there on Windows

    ours, theirs = pty.openpty()
    client = subprocess.Popen(
        [sys.executable, "-c", IN_TERMINAL, *WORDS],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**home.environ, "TERM": "xterm"},
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(theirs)
    hand: list[str] = []
    said: list[str] = []
    sequences = ""
    for raw in lines_of(ours):
        sequences += "".join(SEQUENCES.findall(raw))
        line = SEQUENCES.sub("", raw).removeprefix("> ")
        said.append(line)
        if re.match("(Trumps|Matto|Swords|Batons|Cups|Coins): ", line):
            hand += [card.split()[0] for card in named_cards(line)]
        answer = answer_in_terminal(line, hand)
        if answer is not None:
            os.write(ours, f"{answer}\n".encode())
    code = client.wait(timeout=IN_TIME_S)
    os.close(ours)

    assert code == Exit.DONE, said
    assert sum("You played " in line for line in said) == 15
    assert any(line.startswith("Result: ") for line in said)
    assert sequences.count("\a") >= 15  # one's own turns were rung
    assert "\x1b]2;It is your turn. " in sequences
    assert sequences.endswith("\x1b[23;0t")  # the old title is back


SEQUENCES = re.compile("\x1b\\][^\a]*\a|\x1b\\[2[23];0t|\a")
"""Titles, and the bell."""


def lines_of(terminal: int) -> Iterator[str]:
    """Complete lines, until the other side of the terminal is closed."""
    text = b""
    while True:
        try:
            chunk = os.read(terminal, 65_536)
        except OSError:  # closed
            chunk = b""
        text += chunk
        *lines, text = text.split(b"\r\n")
        for line in lines if chunk else [*lines, text]:
            yield line.decode("utf-8", "replace")
        if not chunk:
            return


def answer_in_terminal(line: str, hand: list[str]) -> str | None:
    """As for a pipe; a person is asked before what cannot be taken back."""
    if line.startswith(("You still have a seat", "Another match")):
        return "no"
    if line.startswith("Lay "):
        return "yes"
    return answer_to(line, hand)


def read_until(terminal: int, words: str) -> str:
    shown = ""
    while words not in shown:
        shown += os.read(terminal, 65_536).decode("utf-8", "replace")
    return shown


def test_leaving_for_good(home: Home) -> None:
    code, _, err = home.run("play", typed="quit\nyes\n")

    assert code == Exit.DONE, err
    assert "Another name: tarocco config set name NAME" in err.splitlines()


def test_another_client_takes_over(home: Home) -> None:
    other = Home(home.state.parent / "elsewhere")
    other.state.mkdir(parents=True)
    with home.start("play", "--on-eof", "wait", "--pace", "0") as first:
        assert first.stdout is not None
        line = first.stdout.readline()
        assert line, first.communicate()
        table = line.split()[1].rstrip(".")
        for name in ("server.json", "session-local.json"):
            (other.state / name).write_bytes((home.state / name).read_bytes())

        assert other.run("resume", table)[0] == Exit.INPUT_ENDED
        _, err = first.communicate(timeout=IN_TIME_S)

    assert first.returncode == Exit.REFUSED
    assert "Another client has taken over your seat." in err


def test_the_server_dies_and_stays_away(tmp_path: Path) -> None:
    home = Home(tmp_path)
    words = ("play", "--autopilot", "--pace", "200", "--timeout", "1s")
    with home.start(*words) as client:
        assert client.stdout is not None
        for line in client.stdout:
            if line.startswith("Trick 2 won"):
                break
        os.kill(home.server_pid(), signal.SIGKILL)
        _, err = client.communicate(timeout=IN_TIME_S)

    assert client.returncode == Exit.UNREACHABLE
    assert "Connection lost, trying again." in err
    assert "Error: The connection to the server is lost." in err
    assert "Next: Play at a new table: tarocco play" in err


def test_a_server_that_dies_is_started_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    words = ("play", "--no-input", "--pace", "0", "--timeout", "40s")
    with home.start(*words) as client:
        assert client.stdin is not None
        assert client.stdout is not None
        assert client.stderr is not None
        read_lines(client.stdout, "Type discard", "Type declare", "Your turn")
        os.kill(home.server_pid(), signal.SIGKILL)
        read_lines(client.stderr, "Back after")
        client.stdin.write("quit\nyes\n")
        _, err = client.communicate(timeout=IN_TIME_S)
    home.end_server()

    assert client.returncode == Exit.DONE, err


def read_lines(stream: IO[str], *beginnings: str) -> None:
    """Read until a line begins like that; the end of the stream fails the test."""
    while not (line := stream.readline()).startswith(beginnings):
        assert line


def test_returning_without_a_seat_starts_no_server(tmp_path: Path) -> None:
    home = Home(tmp_path)
    code, _, err = home.run("resume")

    assert code == Exit.NOT_FOUND
    assert err.startswith("Looking for your seat on this machine.\n")
    assert "You have no seat to return to." in err
    assert not (home.state / "server.log").exists()


def test_a_file_for_coming_back_that_is_damaged_is_told(home: Home) -> None:
    (home.state / "session-local.json").write_text("{")
    _, _, err = home.run("play", "--pace", "0")

    assert "cannot be read, so you play as somebody new: " in err


def test_too_many_words_start_nothing(tmp_path: Path) -> None:
    _, _, err = Home(tmp_path).run("play", "word")

    assert err.splitlines()[0] == "Error: tarocco play takes fewer words."


def test_a_second_client_knows_that_it_cannot_return(home: Home) -> None:
    with home.start("play", "--on-eof", "wait", "--pace", "0") as first:
        assert first.stdout is not None
        first.stdout.readline()
        code, _, err = home.run("play", "--pace", "0")
        assert code == Exit.INPUT_ENDED
        assert "Another client of yours is running" in err
        assert "You have left your seat to a bot." in err

        code, _, err = home.run("resume")
        assert code == Exit.REFUSED
        assert "Another client of yours is running, and has your seats." in err
        first.kill()


def test_a_name_that_is_kept_for_the_table(home: Home) -> None:
    code, _, err = home.run("play", "--name", "North")

    assert code == Exit.REFUSED
    assert "It could be taken for a seat, a bot or the server." in err


def test_nobody_listens(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    code, _, err = home.run(
        "play", "--server", f"127.0.0.1:{port}", "--timeout", "500ms"
    )

    assert code == Exit.UNREACHABLE
    assert "Why: No answer within 0.5 s. Connection refused." in err
    assert "play at a table of your own: tarocco play" in err


def test_a_server_whose_store_is_full_lets_nobody_in_and_says_why(
    tmp_path: Path,
) -> None:
    with (
        one_server() as store,
        server(environment={"TAROCCO_REDIS_URL": store.url}) as running,
    ):
        running.await_ready()
        with store.client() as client:
            client.config_set("maxmemory", 1)
        code, _, err = Home(tmp_path).run(
            "play", "--server", running.url, "--timeout", "1s"
        )

    assert code == Exit.UNREACHABLE
    assert "lets nobody in now" in err
    assert "Why: The server's store is full." in err


@pytest.mark.parametrize(
    "words",
    [
        ("play", "word"),
        ("join",),
        ("join", "no code"),
        ("resume", "two", "words"),
        ("play", "--name", "\u202e"),
        ("play", "--server", "ftp://x"),
        ("play", "--server", "ws://table.example"),
        ("play", "--server", "ws://127.0.0.1:99999"),
        ("resume", "--server", "ws://127.0.0.1:99999"),
        ("play", "--server", "[::1"),
    ],
)
def test_wrong_use(words: tuple[str, ...], tmp_path: Path) -> None:
    code, _, err = Home(tmp_path).run(*words)

    assert code == Exit.WRONG_USE
    assert "Error: " in err


@pytest.mark.parametrize(
    ("fault", "online", "code"),
    [
        (NoAnswerError(sent=True), "online", Exit.TIMED_OUT),
        (NoAnswerError(sent=True), "away", Exit.UNREACHABLE),
        (SessionEndedError(None, sent=True), "online", Exit.NOT_FOUND),
        (
            SessionEndedError(
                Ended(1, EndReason.CLOSED_THERE, 4005, Retry.NEVER, "x"), sent=True
            ),
            "online",
            Exit.REFUSED,
        ),
    ],
)
async def test_no_seat_because_of_the_connection(
    fault: Exception, online: str, code: Exit, tmp_path: Path
) -> None:
    rig = Rig(tmp_path)
    rig.session.answer_with = [fault]
    rig.session.online = online == "online"

    with pytest.raises(Stopped) as stopped:
        await start._seated(Request("play"), welcome(), rig.parts, interactive=True)
    assert stopped.value.code is code


@pytest.mark.parametrize(
    ("line", "commands"),
    [("yes", []), ("no", [Create, Sit]), ("quit", [Leave, Create, Sit])],
)
async def test_a_seat_that_is_still_there(
    line: str, commands: list[type[Command]], tmp_path: Path
) -> None:
    seat = SeatOf.model_validate({"table": TABLE, "seat": 1})
    seated = welcome().model_copy(update={"seats": (seat,)})
    rig = Rig(tmp_path, line)

    table, _ = await start._seated(Request("play"), seated, rig.parts, interactive=True)
    assert table == TABLE
    assert [type(command) for command in rig.session.commands] == commands


@pytest.mark.parametrize(("words", "told"), [((), True), ((TABLE,), False)])
async def test_who_returns_is_told_of_all_his_seats(
    words: tuple[str, ...], *, told: bool, tmp_path: Path
) -> None:
    seats = [
        SeatOf.model_validate({"table": table, "seat": 1}) for table in ("AAAAA", TABLE)
    ]
    seated = welcome().model_copy(update={"seats": tuple(seats)})
    rig = Rig(tmp_path)

    request = Request("resume", words)
    table, _ = await start._seated(request, seated, rig.parts, interactive=True)
    assert table == TABLE
    assert ("You also have seats at: AAAAA." in rig.complained) is told


AT_SERVER = LiveFlags(server="ws://127.0.0.1:1")


@pytest.mark.parametrize(
    ("request_", "commands"),
    [
        (Request("play"), [Create, Sit]),
        (Request("play", live=AT_SERVER), [Quick]),
        (Request("play", live=AT_SERVER, table=TableFlags(bots="only")), [Create, Sit]),
        (Request("play", table=TableFlags(bots="wait")), [Quick]),
        (Request("play", table=TableFlags(code=TABLE)), [Sit]),
        (Request("join", table=TableFlags(code=TABLE)), [Sit]),
        (Request("host"), [Create, Sit]),
    ],
)
async def test_the_ways_to_a_seat(
    request_: Request, commands: list[type[Command]], tmp_path: Path
) -> None:
    rig = Rig(tmp_path)

    table, _ = await start._seated(request_, welcome(), rig.parts, interactive=True)
    assert table == TABLE
    assert [type(command) for command in rig.session.commands] == commands


async def test_who_joins_where_he_sits_already_just_returns(tmp_path: Path) -> None:
    seat = SeatOf.model_validate({"table": TABLE, "seat": 1})
    seated = welcome().model_copy(update={"seats": (seat,)})
    rig, join = Rig(tmp_path), Request("join", table=TableFlags(code=TABLE))

    assert (await start._seated(join, seated, rig.parts, interactive=True))[0] == TABLE
    assert rig.session.commands == []


@pytest.mark.parametrize(
    ("request_", "first_deal"),
    [
        (Request("play"), FirstDeal.AT_ONCE),
        (Request("play", live=AT_SERVER), FirstDeal.WITH_OTHERS),
        (Request("join"), FirstDeal.WITH_OTHERS),
        (Request("resume"), FirstDeal.WITH_OTHERS),
        (Request("host"), FirstDeal.WITH_GUESTS),
        (Request("host", table=TableFlags(bots="only")), FirstDeal.AT_ONCE),
        (Request("host", live=LiveFlags(no_input=True)), FirstDeal.AT_ONCE),
        (
            Request(
                "play",
                live=LiveFlags(autopilot=True),
                table=TableFlags(bots="wait"),
            ),
            FirstDeal.WITH_OTHERS,
        ),
    ],
)
def test_whether_others_are_waited_for(
    request_: Request, first_deal: FirstDeal
) -> None:
    assert start.first_deal_at(request_) is first_deal


def test_guest_comes_by_the_link_with_the_password(home: Home, tmp_path: Path) -> None:
    guest = Home(tmp_path)
    with home.start("host", "--password", "--on-eof", "wait", "--pace", "0") as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write("sesame\n")
        host.stdin.flush()
        link = ""
        for line in host.stdout:
            if "Link: " in line:
                link = line.split("Link: ")[1].strip()
                break

        words = ("join", link, "--name", "Maya", "--on-eof", "leave")
        code, lines, err = guest.run(*words, typed="wrong\nsesame\n")
        assert code == Exit.INPUT_ENDED, err
        assert err.count("Password of table") == 2
        assert "East: nobody yet." in lines
        read_lines(host.stdout, "Maya sits down: East.")
        host.kill()


def test_who_only_waits_has_his_own_chance_in_the_deal(
    home: Home, tmp_path: Path
) -> None:
    """The fourth to sit down begins the deal; the host has not said a word."""
    joined: list[subprocess.Popen[str]] = []
    words = ("host", "--autopilot", "--bots", "wait", "--pace", "0")
    with home.start(*words) as host, ExitStack() as guests:
        assert host.stdout is not None
        link = next(line for line in host.stdout if "Link: " in line).split()[-1]
        for name in ("Ada", "Eva", "Ida"):
            guest = Home(tmp_path / name).start("join", link, "--autopilot")
            joined.append(guests.enter_context(guest))
            read_lines(host.stdout, "guest-")
        said = [
            process.communicate(timeout=IN_TIME_S)[0] for process in (host, joined[-1])
        ]

    verified = [re.findall("^Verified: .*", text, re.MULTILINE) for text in said]
    assert [len(lines) for lines in verified] == [1, 1]
    assert all("your own chance is in it, and" in line for (line,) in verified)


def test_no_server_is_started_to_look_for_a_table(tmp_path: Path) -> None:
    home = Home(tmp_path)
    code, _, err = home.run("join", "QF7K2")

    assert code == Exit.NOT_FOUND
    assert "There is no table QF7K2 on this machine." in err
    assert not (home.state / "server.log").exists()


def test_table_that_is_not_there(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.run("play", "--pace", "0")
    code, _, err = home.run("join", "ZZZZZ")
    home.end_server()

    assert code == Exit.NOT_FOUND, err
    assert "There is no such table, or no longer." in err


def test_who_is_connected_is_told(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    flags = LiveFlags(verbose=True)
    start._tell_connected(rig.parts.screen, welcome(), 0.0123, flags, Texts())

    assert rig.complained.splitlines() == [
        "Connected, 12 ms. You are Ada.",
        "Server n, protocol 1.",
    ]


@pytest.mark.parametrize(
    ("offered", "told"),
    [
        ((), None),
        (("easy", "medium", "hard", "expert"), None),
        (("easy", "medium"), "medium"),
        (("easy", "medium", "hard", "master"), "hard"),
    ],
)
def test_level_that_the_server_does_not_have_is_told(
    tmp_path: Path, offered: tuple[str, ...], told: str | None
) -> None:
    rig = Rig(tmp_path)
    greeting = welcome().model_copy(update={"levels": offered})
    flags = LiveFlags(level="expert")

    start._tell_connected(rig.parts.screen, greeting, 0.0, flags, Texts())

    line = f"This server has no bots of level expert: new tables get {told}."
    assert rig.complained.splitlines()[1:] == ([] if told is None else [line])
