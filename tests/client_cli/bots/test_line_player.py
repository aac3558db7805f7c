"""Questions as lines, to nobody in particular."""

from typing import Any

import pytest

from client_cli.bots.line_player import LinePlayer
from client_cli.event_lines import Line
from engine.deal import Phase
from protocol.bots import PlayMove, Question, WrongAnswerError
from protocol.codes import ErrorCode
from protocol.updates import CaughtUp, Overrun
from tests.client_cli.pretend import TABLE, PretendSession, PretendTable, dealt
from tests.protocol.test_bots import PLAYING

VIEW = PLAYING


class Noted(LinePlayer):
    """Notes what it is told, and answers with these lines."""

    def __init__(self, *lines: str) -> None:
        super().__init__(limit_s=2.0)
        self.lines = list(lines)
        self.told: list[Line] = []

    def tell(self, line: Line) -> None:
        self.told.append(line)

    async def next_line(self) -> str:
        return self.lines.pop(0)


def kinds(player: Noted) -> list[Any]:
    return [line["ev"] for line in player.told]


async def test_a_question_is_a_line_and_so_is_its_answer() -> None:
    player = Noted("play sf\n")

    assert await player.answer(VIEW) == "SF"
    assert player.as_given("SF") == "play sf"
    (turn,) = player.told
    assert (turn["ev"], turn["ask"]) == ("turn", Question.PLAY.value)
    assert turn["left_s"] == 2.0


async def test_a_late_answer_is_passed_over() -> None:
    player = Noted("s6", "sf")
    player._owed = 1

    assert await player.answer(VIEW) == "SF"


async def test_whoever_begins_anew_owes_nothing() -> None:
    player = Noted("s6")
    player._owed = 1
    player.begin_anew()

    assert await player.answer(VIEW) == "S6"


async def test_a_wrong_answer_puts_the_question_once_more() -> None:
    player = Noted("zz", "sf", "sf")
    await player.answer(VIEW)
    fault = WrongAnswerError(ErrorCode.NO_SUCH_CARD, "zz is no card", "zz")
    await player.was_wrong(VIEW, fault)
    await player.answer(VIEW)
    assert kinds(player) == ["turn", "error"]

    await player.answer(VIEW)
    assert kinds(player) == ["turn", "error", "turn"]


async def test_a_lost_turn_is_told() -> None:
    player = Noted()
    await player.lost_turn(PlayMove("SF"), "late")

    assert player.told == [{"v": 1, "ev": "fallback", "did": "SF", "why": "late"}]


async def test_what_the_seat_hears_is_told() -> None:
    session = PretendSession(PretendTable())
    player = Noted()
    await player.heard(session.update_for(session.table.snapshot()))
    await player.heard(session.update_for(session.table.begin()))

    assert kinds(player) == ["deal"]
    assert player.told[0]["table"] == TABLE


async def test_a_deal_that_runs_is_told_as_it_stands() -> None:
    session, known = dealt(until=Phase.PLAY)
    player = Noted()
    await player.heard(session.update_for(session.table.snapshot()))
    await player.heard(Overrun(dropped=1, online=True, tables=(known,)))
    await player.heard(CaughtUp(TABLE, 0, known))

    assert kinds(player) == ["state", "state"]


@pytest.mark.parametrize("line", ["", "\r\n"])
async def test_an_empty_line_is_an_answer(line: str) -> None:
    player = Noted(line)
    await player.answer(VIEW)

    assert player.as_given(None) == ""
