import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest

from server.adapters.measured_link import MeasuredLink
from server.adapters.redis_scripts import Argument, Script
from server.metrics import Metrics
from server.store_outcomes import StoreUnavailable, Trouble
from tests.support.counting import CountingInstruments

APPLY = Script("apply", "return 1", "0" * 40)


class Link:
    """A link that answers with what it was asked, or fails."""

    publish_verb = "SPUBLISH"
    fails = False
    closed = False
    taught = ("", "")

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        if self.fails:
            raise StoreUnavailable(Trouble.NO_ANSWER, unknown=True)
        return script.name, keys, arguments

    ask = change

    async def teach(self, script: Script, key: str) -> None:
        self.taught = (script.name, key)

    async def read(self, commands: Sequence[tuple[Argument, ...]]) -> list[object]:
        return list(commands)

    async def settings(self) -> tuple[str, ...]:
        return ("settings",)

    async def line_of(self, channel: str) -> str:
        return channel

    async def refresh_lines(self) -> None:
        self.fails = False

    def subscriber(self, line: str) -> str:
        return line

    async def aclose(self) -> None:
        self.closed = True


def measured() -> tuple[Link, MeasuredLink, CountingInstruments]:
    counts, link = CountingInstruments(), Link()
    return link, MeasuredLink(link, Metrics(counts)), counts  # type: ignore[arg-type]


async def test_calls_are_timed_by_script() -> None:
    _, link, counts = measured()

    assert await link.change(APPLY, ["k"], [1]) == ("apply", ["k"], [1])
    assert await link.ask(APPLY, [], []) == ("apply", [], [])
    assert await link.read([("GET", "k")]) == [("GET", "k")]

    assert counts.count("store_call_seconds", "apply") == 2
    assert counts.count("store_call_seconds", "read") == 1
    assert counts.made["store_call_seconds"].values == [1, 1, 1]


async def test_failures_are_counted_and_told() -> None:
    inner, link, counts = measured()
    inner.fails = True

    with pytest.raises(StoreUnavailable) as failure:
        await link.change(APPLY, [], [])

    assert failure.value.unknown
    assert counts.count("store_failures", "no_answer") == 1
    assert counts.count("store_call_seconds", "apply") == 1


async def test_everything_else_is_passed_on() -> None:
    inner, link, _ = measured()
    inner.fails = True

    await link.teach(APPLY, "k")
    assert inner.taught == ("apply", "k")
    await link.refresh_lines()
    assert not inner.fails
    assert link.publish_verb == "SPUBLISH"
    assert await link.settings() == ("settings",)  # type: ignore[comparison-overlap]
    assert await link.line_of("c") == "c"
    assert link.subscriber("l") == "l"  # type: ignore[comparison-overlap]
    await link.aclose()
    assert inner.closed


class Swallowing(Link):
    """A link that gives its answer also to a caller that was cancelled meanwhile."""

    async def read(self, commands: Sequence[tuple[Argument, ...]]) -> list[object]:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return list(commands)


async def test_a_cancellation_that_the_library_swallows_is_carried_out() -> None:
    metrics = Metrics(CountingInstruments())
    link = MeasuredLink(Swallowing(), metrics)  # type: ignore[arg-type]
    task = asyncio.create_task(link.read([]))
    await asyncio.sleep(0)

    task.cancel()
    await asyncio.wait([task])

    assert task.cancelled()


async def test_a_task_that_was_cancelled_before_may_still_call() -> None:
    _, link, _ = measured()

    async def tidy_up() -> list[object]:
        try:
            await asyncio.Event().wait()
        finally:
            found = await link.read([("GET", "k")])
        return found

    task = asyncio.create_task(tidy_up())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])

    assert task.cancelled()
