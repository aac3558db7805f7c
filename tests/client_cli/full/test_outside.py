import asyncio
import os
import signal
import sys

import pytest

from client_cli.exits import Exit
from client_cli.full.outside import EndedFromOutside
from tests.support.store_values import eventually


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, Exit.TERMINATED), (signal.SIGHUP, Exit.HUNG_UP)],
)
async def test_a_signal_ends_the_task_that_listens(
    number: signal.Signals, code: Exit
) -> None:
    ended = EndedFromOutside()
    listens = asyncio.Event()

    async def run() -> None:
        with ended.listening():
            listens.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(run())
    await listens.wait()
    os.kill(os.getpid(), number)
    await eventually(task.done)

    assert task.cancelled()
    assert ended.code is code


async def test_afterwards_signals_are_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)

    with EndedFromOutside().listening():
        assert signal.getsignal(signal.SIGTERM) is not before

    assert signal.getsignal(signal.SIGTERM) is before


async def test_where_there_are_no_signals_nothing_listens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    before = signal.getsignal(signal.SIGTERM)

    with EndedFromOutside().listening():
        assert signal.getsignal(signal.SIGTERM) is before
