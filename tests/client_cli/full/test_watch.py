import asyncio
from typing import TYPE_CHECKING, cast

from client_cli.full.display import FullDisplay
from client_cli.full.watch import ConnectionWatch
from client_cli.live.seat import OwnSeat
from client_cli.live.standing import Standing
from client_cli.screens.state import Link
from protocol.codes import Retry
from protocol.pings import Latency
from protocol.updates import Ended, EndReason, SessionEndedError
from tests.client_cli.pretend import TABLE, PretendSession
from tests.client_cli.situations import known_with
from tests.support.store_values import eventually

if TYPE_CHECKING:
    from protocol.client import Session


class Clock:
    now_ms = 100_000

    def __call__(self) -> int:
        return self.now_ms


class EndedSession(PretendSession):
    async def ping(self, wait_s: float) -> Latency:  # noqa: ARG002
        raise SessionEndedError(None, sent=False)


def watch_of(
    session: PretendSession,
) -> tuple[ConnectionWatch, FullDisplay, Clock]:
    display, clock = FullDisplay(), Clock()
    return ConnectionWatch(cast("Session", session), display, clock), display, clock


async def test_the_way_to_the_server_is_measured() -> None:
    watch, display, _ = watch_of(PretendSession())

    assert await watch.ping()
    assert await watch.look()

    assert display.state.ping_ms == 12
    assert display.state.link is Link.ONLINE


async def test_a_server_that_is_away_is_counted_from_when_it_went() -> None:
    session = PretendSession()
    watch, display, clock = watch_of(session)
    display.look(Standing(OwnSeat(TABLE, known=known_with())))
    await watch.ping()

    session.online = False
    await watch.look()
    clock.now_ms += 4_500
    assert await watch.ping()
    await watch.look()

    assert display.state.link is Link.RETRYING
    assert (display.state.away_s, display.state.kept_s) == (4, 600)
    assert display.state.ping_ms is None


async def test_a_server_that_is_back_is_not_away() -> None:
    session = PretendSession()
    watch, display, clock = watch_of(session)
    session.online = False
    await watch.look()

    session.online = True
    clock.now_ms += 2_000
    await watch.look()

    assert display.state.link is Link.ONLINE
    assert display.state.away_s == 0


async def test_a_session_that_has_ended_is_not_tried_again() -> None:
    session = PretendSession()
    watch, display, _ = watch_of(session)
    session.online = False
    session.ended = Ended(1, EndReason.CLOSED_HERE, None, Retry.NEVER, "left")

    await watch.look()

    assert display.state.link is Link.OVER


async def test_time_is_told_by_the_clock_of_the_server() -> None:
    watch, display, _ = watch_of(PretendSession())
    display.look(Standing(OwnSeat(TABLE, known=known_with(deadline=138_600))))

    await watch.look()
    assert display.state.left_s == 38
    await watch.ping()  # the server's clock is half a second ahead
    await watch.look()
    assert display.state.left_s == 38

    display.look(Standing(OwnSeat(TABLE, known=known_with(deadline=99_000))))
    await watch.look()
    assert display.state.left_s == 0


async def test_without_a_clock_no_time_is_shown() -> None:
    watch, display, _ = watch_of(PretendSession())
    await watch.look()
    assert display.state.left_s is None

    display.look(Standing(OwnSeat(TABLE, known=known_with())))
    await watch.look()
    assert display.state.left_s is None


async def test_a_session_that_is_over_is_asked_no_more() -> None:
    watch, _, _ = watch_of(EndedSession())

    assert not await watch.ping()


async def test_it_goes_on_by_itself() -> None:
    display = FullDisplay()
    running = asyncio.create_task(
        ConnectionWatch(cast("Session", PretendSession()), display).run()
    )

    await eventually(lambda: display.state.ping_ms == 12)

    running.cancel()
