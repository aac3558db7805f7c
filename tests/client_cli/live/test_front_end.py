import asyncio
import io
import os
import sys
from typing import TYPE_CHECKING, cast

import pytest

from client_cli.arguments import LiveFlags
from client_cli.live.front_end import LineMode, is_terminal
from client_cli.live.happenings import Happenings
from client_cli.live.keyboard import InputEnded, Typed
from tests.client_cli.pretend import PretendSession

if TYPE_CHECKING:
    from protocol.client import Session


def pipe_with(text: str) -> io.TextIOWrapper:
    read, write = os.pipe()
    os.write(write, text.encode())
    os.close(write)
    return os.fdopen(read)


def happenings() -> Happenings:
    return Happenings(cast("Session", PretendSession()))


SESSION = cast("Session", PretendSession())


async def test_lines_of_a_pipe_come_when_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue, mode = happenings(), LineMode(LiveFlags())
    with pipe_with("sf\n") as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        async with mode.running(queue, SESSION) as asker, asyncio.timeout(20):
            asker.ask()
            assert await queue.get() == Typed("sf")
            asker.ask()
            assert await queue.get() == InputEnded()
    await mode.last_look()


async def test_an_autopilot_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    queue, mode = happenings(), LineMode(LiveFlags(autopilot=True))
    with pipe_with("sf\n") as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        async with mode.running(queue, SESSION) as asker:
            asker.ask()
        assert pipe.read() == "sf\n"


async def test_without_an_input_it_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue, mode = happenings(), LineMode(LiveFlags())
    monkeypatch.setattr(sys, "stdin", None)
    assert not is_terminal()

    async with mode.running(queue, SESSION) as asker, asyncio.timeout(20):
        asker.ask()
        assert await queue.get() == InputEnded()


def test_words_go_to_the_standard_streams(
    capsys: pytest.CaptureFixture[str],
) -> None:
    display = LineMode(LiveFlags(quiet=True)).display

    display.say(["of the game"])
    display.note("progress")
    display.complain(["wrong"])

    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("of the game\n", "wrong\n")
