import tomllib

import pytest

from server.commands.config import config_command


def test_settings_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    url = "redis://:hunter2@store/0"

    assert config_command(["--port", "5", "--redis-url", url]) == 0

    told = capsys.readouterr().out
    assert tomllib.loads(told)["port"] == 5
    assert "# flag" in told
    assert "hunter2" not in told


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
