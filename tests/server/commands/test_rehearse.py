"""`tarocco-server rehearse`, as a process and by its words."""

import asyncio
import socket
import sys

import pytest

from server.commands import rehearse as rehearse_module
from server.commands.rehearse import rehearse_command
from server.rehearsal.scenes import SCENES
from tests.server.processes import ROOT, free_port
from tests.system.people import person

WAIT_S = 30.0


@pytest.fixture(autouse=True)
def logs_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Log as the tests do: what is set up for a process would stay for the next test."""
    monkeypatch.setattr(rehearse_module, "set_up_logs", lambda _level: None)


async def test_a_client_is_rehearsed_with() -> None:
    port = free_port()
    words = ("rehearse", "--port", str(port), "--scene", "deal", "--scene", "cut")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *words),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    lines = []
    try:
        async with asyncio.timeout(WAIT_S):
            while line := (await process.stdout.readline()).decode().rstrip():
                lines.append(line)
                if "sit at table" in line:
                    async with person("Ada", f"ws://127.0.0.1:{port}") as ada:
                        await ada.sit(line.split()[-1])
                        await ada.play(line.split()[-1])
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()

    assert lines[0] == f"Rehearsing at ws://127.0.0.1:{port} with seed 1"
    assert lines[-1] == "2 of 2 scenes right"


def test_scenes_are_listed_with_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearse_command(["--list"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(SCENES)
    assert all(
        one.name in line and one.line in line
        for one, line in zip(SCENES, lines, strict=True)
    )


@pytest.mark.parametrize(
    ("host", "warns"), [("127.0.0.1", False), ("localhost", False), ("192.0.2.1", True)]
)
def test_rehearsal_that_others_can_reach_says_so(
    host: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    warns: bool,
) -> None:
    async def nothing(*_given: object) -> int:
        return 0

    monkeypatch.setattr(rehearse_module, "_rehearse", nothing)

    assert rehearse_command(["--host", host]) == 0

    assert ("open to other machines" in capsys.readouterr().err) == warns


def test_rehearsal_without_a_client_ends_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--port", "0", "--timeout", "0.05", "--scene", "gap"]

    assert rehearse_command(words) == 1
    assert "0 of 1 scenes right" in capsys.readouterr().out


def test_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        assert rehearse_command(["--port", str(taken.getsockname()[1])]) == 1

    assert "cannot begin" in capsys.readouterr().err


def test_rehearsal_that_is_broken_off_is_no_success(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken_off(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(rehearse_module, "_rehearse", broken_off)

    assert rehearse_command([]) == 1
    assert "broken off" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("--scene", "tempest"),
        ("--port", "65536"),
        ("--port", "-1"),
        ("--timeout", "0"),
        ("--timeout", "nan"),
        ("--timeout", "soon"),
        ("--seed", "x"),
    ],
    ids=" ".join,
)
def test_words_that_make_no_sense_are_wrong_use(
    capsys: pytest.CaptureFixture[str], words: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit) as end:
        rehearse_command(words)

    assert end.value.code == 2
    assert words[1] in capsys.readouterr().err
