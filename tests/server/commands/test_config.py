import tomllib

import pytest

from server.commands.config import config_command
from server.commands.run import run


def test_settings_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    url = "redis://:hunter2@store/0"

    assert config_command(["--port", "5", "--redis-url", url]) == 0

    told = capsys.readouterr().out
    assert tomllib.loads(told)["port"] == 5
    assert "# flag" in told
    assert "hunter2" not in told


@pytest.mark.parametrize("command", ["config", "serve"])
def test_what_a_server_would_refuse_is_refused_in_the_same_words(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_HOST", "192.0.2.1")

    assert run([command]) == 2

    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith("TAROCCO_HOST (environment): 192.0.2.1 is open to other")
    assert "nothing is there for TLS" in told.err


def test_bad_settings_are_told_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAROCCO_HELLO_S", "soon")

    assert config_command(["--port", "-5"]) == 2

    told = capsys.readouterr()
    assert not told.out
    assert len(told.err.splitlines()) == 2
    assert "TAROCCO_HELLO_S (environment):" in told.err
    assert "--port (flag):" in told.err
