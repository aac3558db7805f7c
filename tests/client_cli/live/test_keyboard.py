import asyncio
import os
from collections.abc import Iterator

import pytest

from client_cli.live.keyboard import LONGEST_BYTES, InputEnded, Keyboard, Typed

IN_TIME_S = 5.0


@pytest.fixture(name="pipe")
def _pipe() -> Iterator[tuple[int, int]]:
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue


class Reader:
    """A keyboard on a pipe, with what it has delivered."""

    def __init__(self, descriptor: int | None, *, eager: bool) -> None:
        self.queue: asyncio.Queue[Typed | InputEnded] = asyncio.Queue()
        self.keyboard = Keyboard(descriptor, eager=eager, deliver=self.queue.put_nowait)
        self.keyboard.start(asyncio.get_running_loop())

    async def next(self) -> Typed | InputEnded:
        async with asyncio.timeout(IN_TIME_S):
            return await self.queue.get()


async def test_a_terminal_is_read_at_once(pipe: tuple[int, int]) -> None:
    reader = Reader(pipe[0], eager=True)
    os.write(pipe[1], b"one\r\ntwo\n")

    assert await reader.next() == Typed("one")
    assert await reader.next() == Typed("two")
    os.close(pipe[1])
    assert await reader.next() == InputEnded()


async def test_from_a_pipe_a_line_is_taken_when_it_is_wanted(
    pipe: tuple[int, int],
) -> None:
    os.write(pipe[1], b"one\ntwo")
    os.close(pipe[1])
    reader = Reader(pipe[0], eager=False)

    reader.keyboard.ask()
    reader.keyboard.ask()
    assert await reader.next() == Typed("one")
    assert reader.queue.empty()
    reader.keyboard.ask()
    assert await reader.next() == Typed("two")
    assert reader.queue.empty()
    reader.keyboard.ask()
    assert await reader.next() == InputEnded()


async def test_no_input_at_all() -> None:
    reader = Reader(None, eager=True)

    assert await reader.next() == InputEnded()


async def test_an_input_that_breaks_has_ended(pipe: tuple[int, int]) -> None:
    os.close(pipe[0])
    reader = Reader(pipe[0], eager=True)

    assert await reader.next() == InputEnded()


async def test_long_lines_and_odd_bytes(pipe: tuple[int, int]) -> None:
    reader = Reader(pipe[0], eager=True)
    os.write(pipe[1], b"x" * 3_000)
    os.write(pipe[1], b"x" * 3_000 + b"\n\xff\n")

    typed = await reader.next()
    assert isinstance(typed, Typed)
    assert typed.line == "x" * LONGEST_BYTES
    assert await reader.next() == Typed("\ufffd")
