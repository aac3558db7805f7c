import asyncio
from contextlib import suppress

import pytest

from server.background import cancelled, kept_running, unless_stopped
from server.metrics import Metrics
from tests.support.counting import CountingInstruments


async def test_work_that_fails_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.background._PAUSE_S", 0)
    counts = CountingInstruments()
    tries = 0
    done = asyncio.Event()

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise ArithmeticError
        done.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(kept_running("alarms", Metrics(counts), work))
    await done.wait()
    await cancelled(task)

    assert tries == 3
    assert counts.count("faults", "alarms") == 2


async def test_work_is_done_to_its_end() -> None:
    done = []

    async def work() -> None:
        await asyncio.sleep(0)
        done.append(1)

    await unless_stopped(asyncio.Event(), work())

    assert done == [1]


async def test_work_is_given_up_at_the_end() -> None:
    stop = asyncio.Event()
    ended = []

    async def work() -> None:
        stop.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(1)

    await unless_stopped(stop, work())

    assert ended == [1]


async def test_a_fault_of_the_work_is_told() -> None:
    async def work() -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        await unless_stopped(asyncio.Event(), work())


async def test_a_task_is_ended_however_it_ends() -> None:
    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ArithmeticError

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await cancelled(task)

    assert task.done()


async def test_a_swallowed_cancellation_is_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.background._AGAIN_S", 0.01)

    async def work() -> None:
        for _ in range(2):
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await cancelled(task)

    assert task.done()


async def test_a_task_that_never_ends_is_given_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("server.background._AGAIN_S", 0.01)
    over = asyncio.Event()

    async def work() -> None:
        while not over.is_set():
            with suppress(asyncio.CancelledError):
                await over.wait()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    await cancelled(task)

    assert not task.done()
    assert "does not end" in capsys.readouterr().out
    over.set()
    await task
