import asyncio
import socket

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
