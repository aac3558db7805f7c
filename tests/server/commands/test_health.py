import asyncio
import socket
from pathlib import Path

import pytest

from server.commands.health import health_command
from tests.server.rig import Rig, serving


async def asked(rig: Rig, *words: str) -> int:
    given = ["--port", str(rig.port), *words]
    return await asyncio.to_thread(health_command, given)


async def test_a_ready_server_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    async with serving() as rig:
        assert await asked(rig) == 0
        assert await asked(rig, "--live") == 0

    assert "ready\nalive\n" in capsys.readouterr().out


async def test_a_server_that_is_not_ready_says_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with serving() as rig:
        rig.service.draining = True

        assert await asked(rig) == 1
        assert await asked(rig, "--live") == 0

    assert "draining\nalive\n" in capsys.readouterr().out


def test_no_server_is_not_well(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    assert health_command(["--port", str(port)]) == 1
    assert f"no answer from 127.0.0.1:{port}" in capsys.readouterr().err


async def test_server_is_asked_where_its_settings_say(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    async with serving() as rig:
        monkeypatch.setenv("TAROCCO_PORT", str(rig.port))
        assert await asyncio.to_thread(health_command, []) == 0
        monkeypatch.delenv("TAROCCO_PORT")
        file = tmp_path / "server.toml"
        file.write_text(
            f'port = {rig.port}\nhost = "0.0.0.0"\ntrusted_proxies = ["::1"]\n'
        )
        assert await asyncio.to_thread(health_command, ["--config", str(file)]) == 0

    assert capsys.readouterr().out == "ready\nready\n"


def test_settings_that_cannot_be_used_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert health_command(["--config", "/nowhere/at/all"]) == 2

    assert "cannot be read" in capsys.readouterr().err
