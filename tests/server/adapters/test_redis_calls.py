"""Calls go on until their answer is definite, and are never cut in half."""

import asyncio
from collections.abc import Sequence

import pytest

from server.adapters import redis_calls
from server.adapters.redis_calls import Answer, RedisCalls
from server.adapters.redis_scripts import Argument, Script
from server.adapters.redis_server_link import ServerLink
from server.store_outcomes import StoreUnavailable, Trouble

LOST = StoreUnavailable(Trouble.NO_ANSWER, unknown=True)
AWAY = StoreUnavailable(Trouble.UNREACHABLE, unknown=False)
FULL = StoreUnavailable(Trouble.FULL, unknown=False)


class FakeLink(ServerLink):
    """A link on which a play is performed: failures, then an answer."""

    def __init__(self, *play: StoreUnavailable | object) -> None:
        self.play = list(play)
        self.calls: list[tuple[str, tuple[str, ...], tuple[Argument, ...]]] = []
        self.called = asyncio.Event()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def change(
        self, script: Script, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        self.calls.append((script.name, tuple(keys), tuple(arguments)))
        self.called.set()
        await self.may_answer.wait()
        act = self.play.pop(0)
        if isinstance(act, StoreUnavailable):
            raise act
        return act


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_calls, "BACKOFF_S", 0.0)


async def change(link: FakeLink, give_up_s: float = 60.0) -> Answer:
    return await RedisCalls(link, give_up_s=give_up_s)._change("claim", ["k"], [1])


async def test_answer_at_once() -> None:
    link = FakeLink(b"answer")

    assert await change(link) == Answer(b"answer", was_unknown=False)
    assert link.calls == [("claim", ("k",), (1,))]


async def test_lost_answer_is_asked_for_again() -> None:
    link = FakeLink(LOST, AWAY, LOST, b"answer")

    assert await change(link) == Answer(b"answer", was_unknown=True)
    assert link.calls == [("claim", ("k",), (1,))] * 4


async def test_unsent_calls_leave_nothing_unknown() -> None:
    assert await change(FakeLink(AWAY, AWAY, 1)) == Answer(1, was_unknown=False)


@pytest.mark.parametrize(
    ("play", "unknown"),
    [([AWAY], False), ([LOST], True)],
)
async def test_time_is_up(play: list[StoreUnavailable], unknown: bool) -> None:  # noqa: FBT001
    with pytest.raises(StoreUnavailable) as failure:
        await change(FakeLink(*play), give_up_s=-1)

    assert failure.value.unknown is unknown


async def test_failure_that_does_not_pass_is_told_at_once() -> None:
    with pytest.raises(StoreUnavailable) as failure:
        await change(FakeLink(FULL, b"never"))

    assert (failure.value.trouble, failure.value.unknown) == (Trouble.FULL, False)


async def test_what_was_unknown_once_stays_unknown() -> None:
    """Refused now does not mean that it was not stored before."""
    with pytest.raises(StoreUnavailable) as failure:
        await change(FakeLink(LOST, FULL))

    assert (failure.value.trouble, failure.value.unknown) == (Trouble.FULL, True)


async def test_call_goes_on_when_its_caller_is_cancelled() -> None:
    link = FakeLink(b"answer")
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], []))
    await link.called.wait()

    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    link.may_answer.set()
    await calls._finish()

    assert link.play == []


async def test_call_that_is_only_for_its_caller_ends_with_it() -> None:
    link = FakeLink(b"answer")
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], [], goes_on=False))
    await link.called.wait()
    task.cancel()
    await asyncio.wait([task])

    link.may_answer.set()
    await calls._finish()

    assert link.play == [b"answer"]


async def test_failure_that_nobody_waits_for_is_quiet() -> None:
    link = FakeLink(FULL)
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], []))
    await link.called.wait()
    task.cancel()
    await asyncio.wait([task])

    link.may_answer.set()
    await calls._finish()  # an unfetched error would be a warning, and so a failure


async def test_closing_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_calls, "CLOSE_S", 0.0)
    link = FakeLink(LOST, b"answer")
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], []))
    await link.called.wait()

    await calls._finish()

    link.may_answer.set()  # as the link does when it is closed
    with pytest.raises(StoreUnavailable):
        await task
    assert link.play == [b"answer"]


async def test_closing_ends_what_nobody_waits_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_calls, "CLOSE_S", 0.0)
    link = FakeLink(b"answer")
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], []))
    await link.called.wait()
    task.cancel()
    await asyncio.wait([task])

    await calls._finish()

    assert not calls._left
    assert link.play == [b"answer"]


async def test_closing_waits_for_answers() -> None:
    link = FakeLink(b"answer")
    link.may_answer.clear()
    calls = RedisCalls(link)
    task = asyncio.create_task(calls._change("claim", ["k"], []))
    await link.called.wait()

    closing = asyncio.create_task(calls._finish())
    await asyncio.sleep(0)
    assert not closing.done()
    link.may_answer.set()

    await closing
    assert await task == Answer(b"answer", was_unknown=False)
