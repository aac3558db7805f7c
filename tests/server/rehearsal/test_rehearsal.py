"""Scenes one after the other, and what is told of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect

from protocol.codec import decode_to_client
from protocol.to_client import GoAway
from server.rehearsal.rehearsal import MOST_GUESTS, Stage, rehearse, stage
from server.rehearsal.scenes import SCENES_BY_NAME
from tests.server.rig import end_of
from tests.system.people import person

DEAL, GAP = SCENES_BY_NAME["deal"], SCENES_BY_NAME["gap"]


@pytest.fixture
async def staged() -> AsyncIterator[tuple[Stage, str]]:
    async with stage("127.0.0.1", 0, seed=1, timeout_s=20) as its_stage:
        yield its_stage


async def play(url: str, table: str) -> None:
    async with person("Ada", url) as ada:
        await ada.sit(table)
        await ada.play(table)


async def test_client_is_tried_in_scene_after_scene(staged: tuple[Stage, str]) -> None:
    its_stage, url = staged
    lines: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    def tell(line: str) -> None:
        lines.append(line)
        if "sit at table" in line:
            tasks.append(asyncio.create_task(play(url, line.rsplit(maxsplit=1)[-1])))

    assert await rehearse([DEAL, GAP], its_stage, tell) == 0
    await asyncio.gather(*tasks)

    tables = {line for line in lines if "sit at table" in line}
    assert lines[0] == f"1/2 deal: {DEAL.line}"
    assert lines[3] == f"2/2 gap: {GAP.line}"
    assert lines[2] == lines[5] == "    right"
    assert len(tables) == 1  # the same seed, the same table


async def test_scene_to_which_nobody_comes_is_the_last() -> None:
    lines: list[str] = []

    async with stage("127.0.0.1", 0, seed=1, timeout_s=0.05) as (its_stage, _):
        assert await rehearse([DEAL, GAP, GAP], its_stage, lines.append) == 3

    assert lines[2:] == [
        "    WRONG: it never connected",
        "2/3 gap: not run, as no client connects",
        "3/3 gap: not run, as no client connects",
    ]


async def test_client_that_never_gets_to_the_fault_is_told() -> None:
    lines: list[str] = []

    async with (
        stage("127.0.0.1", 0, seed=1, timeout_s=2) as (its_stage, url),
        asyncio.TaskGroup() as group,
    ):
        playing = group.create_task(rehearse([GAP], its_stage, lines.append))
        async with connect(url, proxy=None) as idle:
            assert await end_of(idle) in {4002, 4004}
        assert await playing == 1

    assert any("did not come to the point" in line for line in lines)


async def test_client_that_stays_is_told_that_the_scene_is_over() -> None:
    lines: list[str] = []

    async with (
        stage("127.0.0.1", 0, seed=1, timeout_s=0.2) as (its_stage, url),
        asyncio.TaskGroup() as group,
    ):
        playing = group.create_task(rehearse([DEAL], its_stage, lines.append))
        async with connect(url, proxy=None) as idle:
            notice = decode_to_client(await idle.recv(decode=False))
            assert isinstance(notice, GoAway)
            assert notice.code == 4004
            assert await end_of(idle) == 4004
            assert idle.close_reason == "the scene is over: enter without the token"
        await playing

    assert lines[-1].startswith("    it had not gone, and was sent away (4004)")


async def test_no_more_clients_come_than_there_is_room_for() -> None:
    async with (
        AsyncExitStack() as stack,
        stage("127.0.0.1", 0, seed=1, timeout_s=1) as (its_stage, url),
    ):
        for _ in range(MOST_GUESTS):
            await stack.enter_async_context(connect(url, proxy=None))
        one_more = await connect(url, proxy=None)

        assert await end_of(one_more) == 4009
        await its_stage.close()


async def test_who_comes_when_nothing_is_played_is_let_go() -> None:
    async with stage("127.0.0.1", 0, seed=1, timeout_s=1) as (its_stage, url):
        early = await connect(url, proxy=None)
        await its_stage.close()

        assert await end_of(early) == 1013
