"""`tarocco doctor` without a server, with one, and with one that is not there."""

import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live import doctor
from client_cli.texts import Texts
from protocol.to_client import Welcome
from protocol.updates import NoAnswerError
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.live.test_start import Home


def test_machine_without_a_server(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.environ["PYTHONIOENCODING"] = "utf-8"
    home.environ["XDG_CONFIG_HOME"] = str(tmp_path)
    code, lines, err = home.run("doctor")

    assert code == Exit.DONE, err
    assert lines[0] == "Terminal: none."
    assert lines[-2:] == [
        "Server: none runs on this machine; a game starts one.",
        "All is well. Play: tarocco play",
    ]
    assert "\a" not in "".join(lines)
    assert not (home.state / "server.log").exists()


def test_server_that_answers(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.run("play", "--pace", "0")
    url = json.loads((home.state / "server.json").read_text())["url"]
    code, lines, err = home.run("doctor", "--server", url)
    home.end_server()

    assert code == Exit.DONE, err
    (line,) = [line for line in lines if line.startswith("Server: ")]
    assert line.startswith(f"Server: {url}, protocol 1, ")


def test_server_that_is_not_there(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
    code, lines, _ = Home(tmp_path).run(
        "doctor", "--server", address, "--timeout", "500ms"
    )

    assert code == Exit.UNREACHABLE
    assert f"Server: {address} cannot be used." in lines
    assert any(line.startswith("Server: The server ws://") for line in lines)


@pytest.mark.parametrize(
    ("content", "place"),
    [("pace =", "x.toml cannot be read."), ("\nmouse = 3", "x.toml:2 cannot be used.")],
)
def test_settings_that_are_broken_do_not_hold_it_up(
    content: str, place: str, tmp_path: Path
) -> None:
    home = Home(tmp_path)
    home.environ["TAROCCO_CONFIG"] = str(tmp_path / "x.toml")
    (tmp_path / "x.toml").write_text(content)
    code, lines, _ = home.run("doctor")

    assert code == Exit.DONE
    (advice,) = [line for line in lines if "tarocco config edit" in line]
    assert place in advice


class Silent:
    """Lets in, and answers no ping."""

    async def welcomed(self, _wait_s: float) -> Welcome:
        return welcome()

    async def ping(self, _wait_s: float) -> None:
        raise NoAnswerError(sent=True)


async def test_server_that_answers_no_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def visited(*_: object) -> AsyncIterator[Silent]:
        yield Silent()

    monkeypatch.setattr(doctor, "visited", visited)

    with pytest.raises(Stopped) as stopped:
        await doctor._server(LiveFlags(), Texts())
    assert stopped.value.code is Exit.TIMED_OUT
