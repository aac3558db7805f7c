"""Work that a signal ends."""

import asyncio
import signal

import pytest

from client_cli.exits import Exit
from client_cli.signals import until_signalled


async def test_work_that_ends_by_itself_has_its_own_code() -> None:
    async def work() -> Exit:
        return Exit.BAD_RECORD

    assert await until_signalled(work()) is Exit.BAD_RECORD


async def test_work_cleans_up_once_however_often_it_is_signalled() -> None:
    cleaned = asyncio.Event()

    async def work() -> Exit:
        signal.raise_signal(signal.SIGTERM)
        try:
            await asyncio.Event().wait()
        finally:
            signal.raise_signal(signal.SIGHUP)
            for _ in range(10):
                await asyncio.sleep(0)
            cleaned.set()
        return Exit.DONE

    assert await until_signalled(work()) is Exit.TERMINATED
    assert cleaned.is_set()


async def test_last_words_that_cannot_be_said_change_nothing() -> None:
    async def work() -> Exit:
        signal.raise_signal(signal.SIGHUP)
        try:
            await asyncio.Event().wait()
        finally:
            raise OSError

    assert await until_signalled(work()) is Exit.HUNG_UP


async def test_what_no_signal_has_caused_is_raised() -> None:
    async def work() -> Exit:
        raise OSError(5, "no terminal")

    with pytest.raises(OSError, match="no terminal"):
        await until_signalled(work())


async def test_signal_that_is_ignored_stays_so() -> None:
    async def work() -> Exit:
        signal.raise_signal(signal.SIGHUP)
        return Exit.DONE

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert await until_signalled(work()) is Exit.DONE
    finally:
        signal.signal(signal.SIGHUP, before)
