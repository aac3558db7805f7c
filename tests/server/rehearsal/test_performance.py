"""One scene without a server: when it is over, and what is said of the client then."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import pytest

from protocol.to_client import Refused
from protocol.to_server import Ping, Play
from server.rehearsal import checks, notes
from server.rehearsal import performance as performance_module
from server.rehearsal.faults import Strike, at_a_move, swallow
from server.rehearsal.link import Link
from server.rehearsal.notes import Opened, Said, Struck, Told
from server.rehearsal.performance import Performance
from server.rehearsal.scenes import Scene

if TYPE_CHECKING:
    from server.rehearsal.house import House

PLAY = Play(n=7, table="QWERT", card="S7")
NO_HOUSE = cast("House", None)


class Wire:
    """A link that keeps what it is given."""

    def __init__(self) -> None:
        self.passed: list[bytes | str] = []
        self.dismissed = 0

    async def to_server(self, frame: bytes | str) -> None:
        self.passed.append(frame)

    async def dismiss(self) -> None:
        self.dismissed += 1


def scene(
    *strikes: Strike, checked: Sequence[checks.Check] = (), stays_away: bool = False
) -> Scene:
    return Scene("x", "x", strikes, tuple(checked), client_stays_away=stays_away)


def link_of(wire: Wire) -> Link:
    return cast("Link", wire)


async def test_strike_comes_after_its_moves_and_once() -> None:
    wire = Wire()
    played = Performance(scene(Strike(at_a_move, swallow, 1)), NO_HOUSE)

    for frame in (b"1", b"2", b"3"):
        await played.from_client(link_of(wire), PLAY, frame)

    assert wire.passed == [b"1", b"3"]
    assert [one.command for one in played.notes.of(Struck)] == [PLAY]


async def test_what_is_no_move_does_not_count() -> None:
    wire = Wire()
    played = Performance(scene(Strike(at_a_move, swallow, 1)), NO_HOUSE)

    for message, frame in ((Ping(t=1), b"p"), (PLAY, b"1"), (PLAY, b"2")):
        await played.from_client(link_of(wire), message, frame)

    assert wire.passed == [b"p", b"1"]


async def test_client_that_does_wrong_is_told_at_once() -> None:
    played = Performance(scene(checked=[checks.asks_for_what_is_allowed]), NO_HOUSE)

    refused = Refused(n=7, code="E_MUST_FOLLOW", rule=None, args={}, legal=None)
    played.note(Told(0.0, refused))

    complaint = await played.watch(timeout_s=10)
    assert complaint == "its command 7 was refused: E_MUST_FOLLOW"


async def test_client_that_stays_away_is_watched_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(performance_module, "QUIET_S", 0.01)
    strike = Strike(at_a_move, swallow)
    quiet = Performance(
        scene(strike, checked=[checks.stays_away], stays_away=True), NO_HOUSE
    )
    await quiet.from_client(link_of(Wire()), PLAY, b"1")

    assert await quiet.watch(timeout_s=10) is None


async def test_client_that_comes_back_though_it_must_not_is_told_at_once() -> None:
    strike = Strike(at_a_move, swallow)
    back = Performance(
        scene(strike, checked=[checks.stays_away], stays_away=True), NO_HOUSE
    )
    await back.from_client(link_of(Wire()), PLAY, b"1")
    back.note(Opened(1.0))

    assert await back.watch(timeout_s=10) is not None


async def test_client_that_goes_round_in_circles_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notes, "MOST", 3)
    played = Performance(scene(), NO_HOUSE)

    for _ in range(3):
        played.note(Said(0.0, Ping(t=1)))

    assert await played.watch(timeout_s=10) == "it says far more than one deal needs"


async def test_client_may_go_before_it_is_sent_away() -> None:
    played, wire = Performance(scene(), NO_HOUSE), Wire()
    played.enter(link_of(wire))
    asyncio.get_running_loop().call_soon(played.leave, link_of(wire))

    assert await played.clear(leave_s=10) == 0

    assert wire.dismissed == 0


async def test_client_that_does_not_go_is_sent_away() -> None:
    played, wire = Performance(scene(), NO_HOUSE), Wire()
    played.enter(link_of(wire))

    assert await played.clear(leave_s=0) == 1

    assert wire.dismissed == 1
