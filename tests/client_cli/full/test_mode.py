"""Whole deals in the full screen, by keyboard alone and by mouse alone."""

import asyncio
import os
import secrets
import signal
from pathlib import Path

import pytest

from client_cli.arguments import LiveFlags
from client_cli.cards import on_screen
from client_cli.exits import Exit, Stopped
from client_cli.full.mode import FullMode
from client_cli.live.seating import Return, ask_to_return
from client_cli.screens.actions import Action
from client_cli.screens.grid import Open, Pick, Press
from client_cli.screens.look import Look
from client_cli.texts import Texts
from protocol.to_server import Declare, Discard, Leave, Play, Skip
from protocol.updates import CaughtUp, Lost, Online
from tests.client_cli.full.rig import FullRig
from tests.client_cli.live.test_connection import welcome
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable
from tests.client_cli.screens.scenes import settled
from tests.client_cli.situations import hints
from tests.support.store_values import eventually


def deals_itself(you: int, chance: int) -> bool:
    table = PretendTable(you=you)
    table.begin(bytes([chance]) * 32)
    return table.state is not None and table.state.dealer == you


DEALER, CHANCE = next(
    (you, chance)
    for chance in range(64)
    for you in range(4)
    if deals_itself(you, chance) and not deals_itself(0, chance)
)
"""A seat that deals, with random bytes with which seat 0 does not."""


@pytest.fixture(autouse=True)
def _fixed_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda number: bytes([CHANCE]) * number)


def as_dealer() -> PretendSession:
    return PretendSession(PretendTable(you=DEALER))


def moves(rig: FullRig) -> list[str]:
    """The kinds of what was done at the table."""
    kinds = (Discard, Declare, Skip, Play)
    return [
        type(each).__name__ for each in rig.session.commands if isinstance(each, kinds)
    ]


async def test_a_whole_deal_by_keyboard_alone(tmp_path: Path) -> None:
    async with FullRig(tmp_path, session=as_dealer()).playing() as rig:
        await rig.asked()
        assert rig.sees("DISCARD")
        await rig.press("right", "space", "right", "space")
        assert rig.sees("Chosen 2 of 2:")
        await rig.until("After this discard")
        await rig.until("Lost by this discard: ")
        await rig.press("enter")
        await rig.until("Lay ")
        await rig.press("enter")
        while await rig.asked():
            played = len(rig.session.commands)
            if rig.sees("DECLARATIONS"):
                await rig.press("enter")
            elif len(moves(rig)) % 2:
                await rig.press(*rig.legal[0].lower(), "enter")
            else:
                await rig.press("down", "enter")
            await eventually(lambda sent=played: len(rig.session.commands) > sent)  # type: ignore[misc]
        assert moves(rig).count("Play") == 15
        assert rig.sees("RESULT")
        await rig.press("e")
        assert rig.sees("(R20)")
        await rig.press("escape", "q")

        assert await rig.over() is Exit.DONE


async def test_a_whole_deal_by_mouse_alone(tmp_path: Path) -> None:
    async with FullRig(tmp_path, session=as_dealer()).playing() as rig:
        await rig.asked()
        assert rig.state.known is not None
        for code in rig.state.known.situation.discardable[:2]:
            await rig.click(Pick(code))
        await rig.click(Press(Action.ENTER))
        await rig.until("Lay ")
        await rig.click(Press(Action.ENTER))
        while await rig.asked():
            played = len(rig.session.commands)
            if rig.sees("DECLARATIONS"):
                await rig.click(Press(Action.ENTER))
            else:
                assert rig.state.known is not None
                await rig.click(Pick(rig.state.known.situation.legal[0]))
            await eventually(lambda sent=played: len(rig.session.commands) > sent)  # type: ignore[misc]
        assert moves(rig).count("Play") == 15
        await rig.click(Open(1))
        assert rig.sees("(R21)")
        await rig.click(Press(Action.CLOSE))
        await rig.click(Press(Action.LEAVE))

        assert await rig.over() is Exit.DONE


async def play_to_first_trick(rig: FullRig) -> None:
    """Through the declarations, until a card is asked for."""
    await rig.asked()
    await rig.press("enter")
    await eventually(lambda: rig.state.asked and rig.state.phase == "play")


async def test_the_window_may_shrink_to_nothing_and_grow_again(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)
        await rig.press("s")
        await rig.until("connected 12 ms")  # what comes late would be a difference
        before = rig.rows

        for size in ((2, 1), (60, 16), (120, 40), (1, 1)):
            await rig.resize(*size)
            await eventually(lambda now=size: len(rig.rows) == now[1])  # type: ignore[misc]
        await rig.resize(80, 24)
        await eventually(lambda: rig.rows == before)

        assert rig.sees("card> s")


async def test_a_refused_card_stays_and_the_rule_is_named(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)
        illegal = await until_one_is_illegal(rig)

        await rig.press(*illegal.lower(), "enter")
        await rig.until("Not allowed.")

        assert rig.sees("Rule R9.")
        assert any(illegal in row.split() for row in rig.rows)
        played = moves(rig).count("Play")
        await rig.press(*rig.legal[0].lower(), "enter")
        await eventually(lambda: moves(rig).count("Play") == played + 1)
        assert not rig.sees("Not allowed.")


async def until_one_is_illegal(rig: FullRig) -> str:
    """Play on until some card may not be played; the code of that card."""
    while await rig.asked():
        known = rig.state.known
        assert known is not None
        assert known.view.deal is not None
        hand = known.view.deal.hand or ()
        illegal = {*map(on_screen, hand)} - {*map(on_screen, known.situation.legal)}
        if illegal:
            return min(illegal)
        sent = len(rig.session.commands)
        await rig.press(*rig.legal[0].lower(), "enter")
        await eventually(lambda sent=sent: len(rig.session.commands) > sent)  # type: ignore[misc]
    raise AssertionError


async def test_what_is_no_card_is_told_apart(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)

        await rig.press("s", "5", "enter")

        await rig.until("s5")
        assert "Play" not in moves(rig)


async def test_a_lost_connection_is_seen_and_so_is_what_was_missed(
    tmp_path: Path,
) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)
        hand = [row for row in rig.rows if row.startswith(" Trumps")]

        known = rig.state.known
        assert known is not None
        rig.session.online = False
        rig.session.updates.put_nowait(Lost(0, 1006, "gone"))
        await rig.until("! Connection lost ")
        assert rig.sees("connection lost")
        assert [row for row in rig.rows if row.startswith(" Trumps")] == hand

        rig.session.online = True
        rig.session.updates.put_nowait(Online(1, welcome(), 9_000, same_session=True))
        rig.session.updates.put_nowait(CaughtUp(TABLE, 0, known))
        await rig.until("Back after 9 seconds.")
        await eventually(lambda: "connected" in rig.rows[0])
        assert rig.sees("YOUR TURN")


async def test_the_log_and_the_answer_to_why_are_a_key_away(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)

        await rig.press("r")
        await rig.until("ANSWER")
        await rig.press("h", "up", "up", "up", "up")
        await rig.until("Order of play: you, East, North, West.")


async def test_a_hint_is_a_key_away(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)
        rig.session.hints.append(hints(("SF", 12), version=1_000))

        await rig.press("i")

        await rig.until("Hint of a bot")
        await rig.until("+12: SF.")


@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("enter", Return.GO_BACK),
        ("n", Return.NEW_TABLE),
        ("q", Return.LEAVE_IT),
    ],
)
async def test_the_return_to_a_seat_is_offered_on_the_screen(
    key: str, choice: Return, tmp_path: Path
) -> None:
    rig = FullRig(tmp_path)
    async with rig.shown():
        asking = asyncio.create_task(ask_to_return(["QF7K2"], rig.rig.parts))
        await rig.until("You still have a seat at table QF7K2.")
        await rig.until("Enter return")

        await rig.press(key)

        assert await asking is choice


async def test_leaving_is_asked_once(tmp_path: Path) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)

        await rig.press("q")
        await rig.until("Leave for good?")
        await rig.press("n")
        await rig.until("Nothing was done.")
        await rig.press("q")
        await rig.until("Leave for good?")
        await rig.press("y")

        assert await rig.over() is Exit.DONE
        assert isinstance(rig.session.commands[-1], Leave)


async def test_ctrl_c_asks_and_a_second_one_keeps_the_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await play_to_first_trick(rig)

        await rig.press("ctrl+c")
        await rig.until("Ctrl-C again to leave.")
        await rig.press("ctrl+c")

        assert await rig.over() is Exit.INTERRUPTED
        assert not isinstance(rig.session.commands[-1], Leave)
    assert "tarocco resume" in capsys.readouterr().err


async def test_the_next_deal_begins_with_enter(tmp_path: Path) -> None:
    session = PretendSession(PretendTable(deals=2))
    rig_ = FullRig(tmp_path, session=session, flags=LiveFlags(deals=2))
    async with rig_.playing() as rig:
        await play_to_first_trick(rig)
        while rig.state.deal is not None and rig.state.deal.settlement is None:
            played = len(session.commands)
            await rig.press(*rig.legal[0].lower(), "enter")
            await eventually(lambda sent=played: len(session.commands) > sent)  # type: ignore[misc]
            await eventually(
                lambda: (
                    rig.state.asked
                    or (
                        rig.state.deal is not None
                        and rig.state.deal.settlement is not None
                    )
                )
            )
        await rig.until("Enter next deal")

        await rig.press("enter")

        await rig.until("deal 2")


async def test_a_result_that_nobody_has_seen_stays_until_it_is_left(
    tmp_path: Path,
) -> None:
    rig = FullRig(tmp_path)
    async with rig.shown():
        rig.mode.shown.take(settled())
        looking = asyncio.create_task(rig.mode.last_look())
        await eventually(lambda: rig.state.over)
        assert not looking.done()

        await rig.press("enter")

        await looking


async def test_a_result_that_was_answered_is_waited_for_no_more() -> None:
    mode = FullMode(Texts(), Look(), (80, 24))
    mode.shown.take(settled())
    mode.shown.line_came()

    await mode.last_look()

    assert not mode.shown.state.over


async def test_without_a_result_nothing_is_waited_for() -> None:
    await FullMode(Texts(), Look(), (80, 24)).last_look()


async def test_a_screen_that_breaks_ends_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with FullRig(tmp_path).playing() as rig:
        await rig.asked()

        async def broken(**_: object) -> None:
            raise OSError("no screen")

        assert rig.game is not None
        monkeypatch.setattr(rig.app, "run_async", broken)
        await rig.mode._shown(rig.app, rig.rig.happenings)

        with pytest.raises(OSError, match="no screen"):
            await rig.over()


async def test_being_ended_from_outside_takes_the_screen_away_first(
    tmp_path: Path,
) -> None:
    rig = FullRig(tmp_path)

    async def play() -> None:
        async with rig.playing():
            await asyncio.Event().wait()

    task = asyncio.create_task(play())
    await eventually(lambda: rig.mode.app is not None and rig.app.is_running)
    await eventually(lambda: rig.game is not None)
    os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(Stopped) as stopped:
        await task
    assert stopped.value.code is Exit.TERMINATED
    assert not rig.app.is_running
