"""A bot at the other end of the program's own pipes."""

import asyncio
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from client_cli.bots.stdio import StdioBot
from client_cli.exits import Exit
from protocol.bot_seat import BotFailedError
from tests.client_cli.live.test_start import Home
from tests.protocol.test_bots import PLAYING

IN_TIME_S = 50.0


@pytest.fixture(name="typed")
def _typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of standard input."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield writing


async def test_lines_are_answers_until_the_input_ends(typed: int) -> None:
    os.write(typed, b"sf\ns6")
    os.close(typed)
    bot = StdioBot(io.StringIO(), limit_s=2.0)
    bot.start()

    async with asyncio.timeout(IN_TIME_S):
        assert [await bot.next_line(), await bot.next_line()] == ["sf", "s6"]
        for _ in range(2):
            with pytest.raises(BotFailedError, match="standard input has ended"):
                await bot.next_line()


async def test_without_an_input_there_is_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    bot = StdioBot(io.StringIO(), limit_s=2.0)
    bot.start()

    async with asyncio.timeout(IN_TIME_S):
        with pytest.raises(BotFailedError):
            await bot.answer(PLAYING)


def test_whoever_has_started_the_program_plays_a_deal(tmp_path: Path) -> None:
    home, kinds = Home(tmp_path), []
    with home.start("bot", "--stdio", "--pace", "0", "--json") as client:
        assert client.stdin is not None
        assert client.stdout is not None
        for line in map(json.loads, client.stdout):
            kinds.append(line["ev"])
            if "legal" in line:
                cards = 2 if line.get("ask") == "discard" else 1
                client.stdin.write(" ".join(line["legal"][:cards]) + "\n")
                client.stdin.flush()
        _, err = client.communicate(timeout=IN_TIME_S)
    home.end_server()

    assert client.returncode == Exit.DONE, err
    assert kinds.count("trick") == 15
    assert kinds[-1] == "hands"
    results = json.loads(err.splitlines()[-1])
    assert (results["games"], results["illegal"], results["failed"]) == (1, 0, 0)
