"""Updates that wait for their reader."""

import asyncio

from protocol.codes import Retry
from protocol.mailbox import Mailbox
from protocol.updates import Ended, EndReason, Gone, Overrun, Update

ENDED = Ended(1, EndReason.CLOSED_HERE, None, Retry.NEVER, "")


def mailbox(most: int = 3) -> Mailbox:
    return Mailbox(most, lambda dropped: Overrun(dropped, online=True, tables=()))


def gone(number: int) -> Update:
    return Gone(f"T{number}", "left")


async def test_updates_come_in_order() -> None:
    box = mailbox()
    box.put(gone(1))
    box.put(gone(2))

    assert [await box.get(), await box.get()] == [gone(1), gone(2)]


async def test_reader_waits_for_the_next_update() -> None:
    box = mailbox()
    reader = asyncio.create_task(box.get())
    await asyncio.sleep(0)

    box.put(gone(1))

    assert await reader == gone(1)


async def test_nothing_comes_after_the_end() -> None:
    box = mailbox()
    box.put(ENDED)

    assert await box.get() == ENDED
    assert await box.get() is None


async def test_slow_reader_gets_how_things_stand() -> None:
    box = mailbox(most=3)
    for number in range(4):
        box.put(gone(number))

    assert await box.get() == Overrun(3, online=True, tables=())
    assert await box.get() == gone(3)


async def test_very_slow_reader_is_told_how_much_was_dropped() -> None:
    box = mailbox(most=3)
    for number in range(10):
        box.put(gone(number))

    first = await box.get()

    assert isinstance(first, Overrun)
    rest = [await box.get() for _ in range(10 - first.dropped)]
    assert rest == [gone(number) for number in range(first.dropped, 10)]
