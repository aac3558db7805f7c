import asyncio
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.exits import Exit, Stopped
from client_cli.live.connection import Connection
from client_cli.live.happenings import WaitOver
from protocol.codes import Retry
from protocol.to_client import Error, GoAway, ServerLimits, Welcome
from protocol.updates import (
    CaughtUp,
    Ended,
    EndReason,
    Lost,
    Notice,
    Online,
    Retrying,
    StoreAway,
    StoreBack,
    TokenNotSaved,
)
from tests.client_cli.rig import IN_TIME_S, Rig
from tests.client_cli.situations import known_with

LIMITS = ServerLimits(
    message_bytes=1,
    messages_per_s=1,
    burst=1,
    replay_events=1,
    grace_ms=1,
    reserved_ms=600_000,
)


def welcome() -> Welcome:
    return Welcome(
        version=1,
        session="s",
        name="Ada",
        resume=bytes(48),
        node="n",
        now=1,
        seats=(),
        last_n=0,
        limits=LIMITS,
    )


def online(away_ms: int | None, *, same: bool = True) -> Online:
    return Online(1, welcome(), away_ms, same_session=same)


async def test_a_server_that_is_ours_is_started_again(tmp_path: Path) -> None:
    starts: asyncio.Queue[int] = asyncio.Queue()
    may_end = asyncio.Event()

    async def revive() -> None:
        starts.put_nowait(1)
        await may_end.wait()

    rig = Rig(tmp_path, revive=revive)
    connection = Connection(rig.parts)
    async with asyncio.timeout(IN_TIME_S):
        connection.tell(Retrying(1, 1, 0, "cut"))
        await starts.get()
        connection.tell(Retrying(1, 2, 0, "refused"))  # while the first still starts
        may_end.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert starts.empty()
        connection.tell(Retrying(1, 3, 0, "refused"))  # that start has failed
        await starts.get()
    await rig.happenings.close()


async def test_away_and_back_in_time(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    connection = Connection(rig.parts)
    connection.tell(online(None))
    connection.tell(Lost(1, 1006, "cut"))
    connection.tell(Lost(1, 1006, "cut"))
    connection.tell(online(9_000))

    assert rig.complained.splitlines() == [
        "Connection lost, trying again. Your seat is kept for 10 minutes.",
        "Connection lost, trying again. Your seat is kept for 10 minutes.",
        "Back after 9 seconds.",
    ]
    assert connection.catching_up
    connection.tell(CaughtUp("QF7K2", 3, known_with()))
    assert not connection.catching_up


async def test_away_for_too_long(tmp_path: Path) -> None:
    rig = Rig(tmp_path, wait_s=0.0)
    Connection(rig.parts).tell(Lost(1, 1006, "cut"))

    assert await rig.happenings.get() == WaitOver()


def test_back_with_another_session_is_too_late(tmp_path: Path) -> None:
    with pytest.raises(Stopped) as stopped:
        Connection(Rig(tmp_path).parts).tell(online(9_000, same=False))

    assert stopped.value.code is Exit.NOT_FOUND


def test_the_end(tmp_path: Path) -> None:
    update = Ended(1, EndReason.NO_VERSION, 4008, Retry.NEVER, "1 to 1")
    with pytest.raises(Stopped) as stopped:
        Connection(Rig(tmp_path).parts).tell(update)

    assert stopped.value.code is Exit.PROTOCOL


def test_details_for_those_who_want_them(tmp_path: Path) -> None:
    updates = (
        Retrying(1, 2, 1_500, "refused\x1b"),
        Notice(Error(code="E_RATE", detail="x")),
    )
    quiet, verbose = Rig(tmp_path), Rig(tmp_path, flags=LiveFlags(verbose=True))
    for update in updates:
        Connection(quiet.parts).tell(update)
        Connection(verbose.parts).tell(update)

    assert quiet.complained == ""
    assert "Attempt 2 in 1.5 s: refused<U+001B>." in verbose.complained
    assert "E_RATE" in verbose.complained


def test_what_everybody_should_know(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    Connection(rig.parts).tell(Notice(GoAway(code=1012, retry_ms=5)))
    Connection(rig.parts).tell(TokenNotSaved("disk full"))

    assert "about to restart" in rig.complained
    assert "disk full" in rig.complained


def test_a_store_that_is_away_and_back(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    Connection(rig.parts).tell(StoreAway(1))
    Connection(rig.parts).tell(StoreBack(2))

    assert rig.complained.splitlines() == [
        "The server cannot store moves now; please wait.",
        "The server stores moves again.",
    ]


async def test_table_that_stands_still_is_told(tmp_path: Path) -> None:
    rig = Rig(tmp_path)

    Connection(rig.parts).tell(Notice(Error(code="E_FROZEN", detail="table QF7K2")))

    assert "stands still after a fault of the server" in rig.complained


def test_the_servers_clock_is_known_from_its_welcome(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    Connection(rig.parts).tell(online(None))

    assert rig.parts.comforts.time.left_ms(5_001) == 5_000
