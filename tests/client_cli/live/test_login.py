"""Logging in at a real server whose host has a login of his own."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import jwt
import pytest

from client_cli.exits import Exit
from client_cli.live.tokens import TokenFile, token_file
from client_cli.logins import keep
from tests.client_cli.live.test_start import Home

KEY = "a shared secret of at least 32 characters"


def login_of(subject: str, key: str = KEY) -> str:
    claims = {"sub": subject, "name": subject, "exp": int(time.time()) + 600}
    return jwt.encode(claims, key, algorithm="HS256")


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = Home(tmp_path_factory.mktemp("host"))
    home.environ["TAROCCO_LOGIN_KEY"] = KEY
    home.run("play", "--pace", "0")
    yield json.loads((home.state / "server.json").read_text())["url"]
    home.end_server()


def test_person_with_a_login_is_known_by_it(server: str, tmp_path: Path) -> None:
    ada = Home(tmp_path)
    at = ("--server", server)
    assert ada.run("whoami", *at)[1] == [f"You are a guest at {server}."]

    code, lines, err = ada.run("login", *at, typed=login_of("Ada") + "\n")
    assert (code, lines) == (Exit.DONE, [f"You are Ada at {server}."]), err
    assert ada.run("whoami", *at)[1] == [f"You have a login for {server}."]
    # Also where the session is gone, so that a new one has to begin.
    for session in ada.state.glob("session-*.json"):
        session.unlink()
    _, _, err = ada.run("play", *at, "--bots", "only", "--name", "Eva")
    assert "You are Ada." in err

    assert ada.run("logout", *at)[0] == Exit.DONE
    assert ada.run("whoami", *at)[1] == [f"You are a guest at {server}."]
    assert not list(ada.state.glob("login-*"))
    assert not list(ada.state.glob("session-*.json"))
    assert "There was no login" in ada.run("logout", *at)[1][0]


def test_login_that_is_not_good_changes_nothing(server: str, tmp_path: Path) -> None:
    eve = Home(tmp_path)
    at = ("--server", server)
    eve.run("play", *at, "--bots", "only", "--pace", "0")
    (session,) = eve.state.glob("session-*.json")
    before = session.read_text()

    wrong = login_of("Ada", "another secret of at least 32 characters")
    code, _, err = eve.run("login", "-", *at, typed=wrong)

    assert code == Exit.REFUSED
    assert "The server does not take this login." in err
    assert wrong not in err
    assert session.read_text() == before
    assert not list(eve.state.glob("login-*"))


def test_a_session_that_is_logged_out_opens_nothing(
    server: str, tmp_path: Path
) -> None:
    ada, at = Home(tmp_path), ("--server", server)
    ada.run("login", *at, typed=login_of("Ada") + "\n")
    ada.run("play", *at, "--bots", "only", "--pace", "0")
    (session,) = ada.state.glob("session-*.json")
    stolen = session.read_text()
    assert ada.run("resume", *at)[0] == Exit.INPUT_ENDED

    code, _, err = ada.run("logout", *at)
    assert (code, err) == (Exit.DONE, "")
    session.write_text(stolen)
    assert ada.run("resume", *at)[0] == Exit.NOT_FOUND


def test_where_the_server_is_away_the_login_is_forgotten_here(tmp_path: Path) -> None:
    ada, at = Home(tmp_path), ("--server", "127.0.0.1:1")
    keep(ada.state, "127.0.0.1:1", login_of("Ada"))
    session = TokenFile(token_file(ada.state, "127.0.0.1:1"))
    session.save(bytes(48))

    code, lines, err = ada.run("logout", *at, "--timeout", "100ms")
    assert code == Exit.DONE, err
    assert lines == ["The login is forgotten; you are a guest again."]
    assert err.startswith("It is forgotten here alone: the server could not be told")
    assert session.load() is None
    assert ada.run("whoami", *at)[1] == ["You are a guest at 127.0.0.1:1."]


@pytest.mark.parametrize("verb", ["login", "logout"])
def test_login_needs_a_server(verb: str, tmp_path: Path) -> None:
    code, _, err = Home(tmp_path).run(verb)

    assert code == Exit.WRONG_USE
    assert "--server" in err


def test_guest_of_this_machine(tmp_path: Path) -> None:
    code, lines, _ = Home(tmp_path).run("whoami", "--name", "Ada")

    assert code == Exit.DONE
    assert lines == ["You are a guest on this machine.", "Your name: Ada"]


@pytest.mark.parametrize("verb", ["login", "logout"])
def test_while_another_client_runs_nobody_becomes_somebody_else(
    verb: str, server: str, tmp_path: Path
) -> None:
    home = Home(tmp_path)
    words = ("play", "--server", server, "--on-eof", "wait", "--bots", "only")
    with home.start(*words) as first:
        assert first.stdout is not None
        first.stdout.readline()
        code, _, err = home.run(verb, "--server", server, typed=login_of("Ada"))
        first.kill()

    assert code == Exit.REFUSED
    assert "Another client of yours is running" in err
