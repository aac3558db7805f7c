import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from client_cli.live.happenings import (
    Aim,
    Broke,
    Done,
    Happenings,
    Interrupted,
    Order,
    aim_of,
)
from protocol.to_client import Ok
from protocol.to_server import Play, Reply, Say, Start
from protocol.updates import (
    CaughtUp,
    NoAnswerError,
    Replaced,
    SessionEndedError,
    TooManyCommandsError,
)
from tests.client_cli.pretend import TABLE, PretendSession
from tests.client_cli.situations import known_with

if TYPE_CHECKING:
    from protocol.client import Session


def happenings(session: PretendSession) -> Happenings:
    return Happenings(cast("Session", session))


async def test_news_and_answers_come_through_one_queue() -> None:
    session = PretendSession()
    queue = happenings(session)
    queue.start()
    session.tell(session.table.snapshot())
    update = await queue.get()
    queue.send(lambda: session.start(TABLE), Order(Aim.START))
    seen = [await queue.get() for _ in range(2)]
    await queue.close()

    assert type(update).__name__ == "Replaced"
    (done,) = [one for one in seen if isinstance(one, Done)]
    assert isinstance(done.outcome, Ok)
    assert done.order == Order(Aim.START)


@pytest.mark.parametrize(
    "fault",
    [
        NoAnswerError(sent=True),
        SessionEndedError(None, sent=True),
        TooManyCommandsError(),
    ],
)
async def test_a_command_without_an_answer_is_done_too(fault: Exception) -> None:
    session = PretendSession()
    session.answer_with = [fault]
    queue = happenings(session)
    queue.send(lambda: session.skip(TABLE), Order(Aim.MOVE))
    done = await queue.get()
    await queue.close()

    assert isinstance(done, Done)
    assert done.outcome is fault


async def test_a_broken_task_is_told() -> None:
    session = PretendSession()
    fault = LookupError("no idea")
    session.answer_with = [fault]
    queue = happenings(session)
    queue.send(lambda: session.skip(TABLE), Order(Aim.MOVE))
    happening = await queue.get()
    await queue.close()

    assert happening == Broke(fault)


async def test_news_wait_until_there_is_room() -> None:
    session = PretendSession()
    queue = happenings(session)
    for _ in range(100):
        session.tell(session.table.snapshot())
    queue.start()
    first = await queue.get()
    queue.put(Interrupted())
    seen = [first] + [await queue.get() for _ in range(100)]
    await queue.close()

    assert Interrupted() in seen
    assert session.updates.empty()


async def test_closing_ends_what_is_under_way() -> None:
    session = PretendSession()
    queue = happenings(session)
    queue.start()
    await asyncio.sleep(0)
    await queue.close()
    session.tell(session.table.snapshot())
    await asyncio.sleep(0)

    assert session.updates.qsize() == 1


async def test_a_command_that_is_never_given_leaves_nothing_behind() -> None:
    session = PretendSession()
    queue = happenings(session)
    queue.send(lambda: session.skip(TABLE), Order(Aim.MOVE))
    await queue.close()

    assert session.commands == []


def test_aims() -> None:
    assert aim_of(Start(n=1, table="X")) is Aim.START
    assert aim_of(Reply(n=1, table="X", agrees=True)) is Aim.REPLY
    assert aim_of(Play(n=1, table="X", card="SR")) is Aim.MOVE
    assert aim_of(Say(n=1, table="X", phrase="hello")) is Aim.ASIDE


async def test_what_was_kept_comes_before_what_follows() -> None:
    session = PretendSession()
    queue = happenings(session)
    before = CaughtUp(TABLE, 0, known_with())
    queue.keep(before)
    session.tell(session.table.snapshot())
    queue.start()
    seen = [await queue.get() for _ in range(2)]
    await queue.close()

    assert seen[0] is before
    assert isinstance(seen[1], Replaced)
