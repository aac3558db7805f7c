"""Bots of a server for one person."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from engine.players.by_rule import MEDIUM
from server.adapters import bot_processes
from server.adapters.bot_processes import BotProcesses
from server.adapters.bot_threads import BotThreads
from server.adapters.bots_on_demand import BotsOnDemand
from server.ports import BotAdvice
from tests.server.adapters.bot_views import answer, question, views

VIEW = views()[5]

# Says that it can search, and answers every question with a skip.
_SKIPS = """
import sys
sys.path.insert(0, sys.argv[1])
from server.adapters.bot_worker import framed
i, o = sys.stdin.buffer, sys.stdout.buffer
o.write(framed(b"easy medium hard expert master"))
o.flush()
while head := i.read(4):
    i.read(int.from_bytes(head, "big"))
    o.write(framed(b"S"))
    o.flush()
"""


@pytest.fixture(autouse=True)
def logged() -> Iterator[None]:
    """What is logged, and printed nowhere."""
    with capture_logs():
        yield


@pytest.fixture(autouse=True)
def skipping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_processes, "_START", _SKIPS)


@asynccontextmanager
async def on_demand() -> AsyncIterator[tuple[BotsOnDemand, BotProcesses]]:
    processes = BotProcesses(1, answer_s=20)
    made = BotsOnDemand(BotThreads(answer_s=20), processes)
    try:
        yield made, processes
    finally:
        await made.aclose()


async def test_bots_that_go_by_rules_start_no_process() -> None:
    async with on_demand() as (made, processes):
        assert await made.choose(question(VIEW)) == answer(MEDIUM.choose(VIEW))
        assert processes._all == set()
        assert made.waiting == 0


async def test_rules_play_until_the_process_is_there() -> None:
    async with on_demand() as (made, _):
        first = await made.choose(question(VIEW, "expert"))
        assert first == answer(MEDIUM.choose(VIEW), "medium")
        assert made._starting is not None
        await made._starting

        told = await made.choose(question(VIEW, "expert"))

        assert told.level == "expert"
        assert told.action != MEDIUM.choose(VIEW)
        # Once is enough, and the other levels are where they were.
        assert await made.choose(question(VIEW)) == answer(MEDIUM.choose(VIEW))


async def test_a_hint_starts_the_process_and_comes_at_once_all_the_same() -> None:
    async with on_demand() as (made, processes):
        told = await made.advise(question(VIEW, "expert"))

        assert told == BotAdvice(MEDIUM.advise(VIEW), "medium")
        assert made._starting is not None
        assert made.levels == processes.levels


async def test_end_before_the_process_is_there() -> None:
    async with on_demand() as (made, processes):
        await made.choose(question(VIEW, "hard"))

    assert all(
        one._process is None or one._process.returncode is not None
        for one in processes._all
    )
