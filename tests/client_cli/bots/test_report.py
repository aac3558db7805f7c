"""Figures about what a bot has done."""

import io

from client_cli.bots.report import Report
from client_cli.live.screen import Screen
from client_cli.texts import Texts
from engine.players.by_rule import MEDIUM
from engine.view import view_of
from protocol.bot_seat import Loss, Tally
from protocol.fold import Known
from protocol.scores import Settlement
from tests.client_cli.pretend import PretendSession
from tests.client_cli.situations import known_with


def settled(you: int, first: int, second: int) -> Known:
    """A deal that came to these totals, as this seat knows it."""
    session = PretendSession()
    table = session.table
    session.update_for(table.snapshot())
    session.update_for(table.begin())
    while table.state is not None and table.state.turn is not None:
        asked = view_of(table.state, table.state.turn)
        session.update_for(table.act(MEDIUM.choose(asked)))
    known = session.known("QF7K2")
    assert known is not None
    deal = known.view.deal
    assert deal is not None
    assert isinstance(deal.settlement, Settlement)
    teams = tuple(
        team.model_copy(update={"total": total})
        for team, total in zip(deal.settlement.teams, (first, second), strict=True)
    )
    settlement = deal.settlement.model_copy(update={"teams": teams})
    deal = deal.model_copy(update={"settlement": settlement})
    view = known.view.model_copy(update={"you": you, "deal": deal})
    return Known(known.mark, view, known.situation)


class Rig:
    def __init__(self, *, says: bool = True) -> None:
        self.output, self.errors = io.StringIO(), io.StringIO()
        self.tally = Tally()
        screen = Screen(prompts=False, output=self.output, errors=self.errors)
        self.report = Report(screen, self.tally, Texts(), says=says)

    async def deal(self, you: int, first: int, second: int) -> None:
        known = settled(you, first, second)
        assert known.view.deal is not None
        await self.report.deal_over(known, known.view.deal)


async def test_each_deal_is_told_from_the_side_of_the_bot() -> None:
    rig = Rig()

    await rig.deal(0, 120, 87)
    await rig.deal(1, 120, 87)

    assert rig.output.getvalue().splitlines() == [
        "Deal 1: we 120, they 87.",
        "Deal 1: we 87, they 120.",
    ]


async def test_figures_at_the_end() -> None:
    rig = Rig(says=False)
    for first, second in ((120, 87), (87, 120), (100, 100), (210, 0)):
        await rig.deal(2, first, second)

    assert not rig.output.getvalue()
    assert rig.report.lines() == [
        "Deals: 4. Won: 2, drawn: 1, lost: 1.",
        "Mean margin: +52.5.",
        "Turns: 0. Lost: 0 illegal, 0 late, 0 failed.",
    ]
    assert rig.report.data("QF7K2") == {
        "v": 1,
        "table": "QF7K2",
        "games": 4,
        "won": 2,
        "drawn": 1,
        "lost": 1,
        "mean_margin": 52.5,
        "turns": 0,
        "illegal": 0,
        "late": 0,
        "failed": 0,
        "reasons": [],
        "mean_ms": None,
        "p99_ms": None,
    }


async def test_deals_without_a_seat_or_a_result_do_not_count() -> None:
    rig = Rig()
    known = known_with()
    assert known.view.deal is not None
    await rig.report.deal_over(known, known.view.deal)

    assert rig.report.lines()[0] == "Deals: 0. Won: 0, drawn: 0, lost: 0."
    assert rig.report.data("QF7K2")["mean_margin"] is None
    assert not rig.output.getvalue()


async def test_author_hears_once_a_deal_why_turns_were_lost() -> None:
    rig = Rig()
    for why in ("no answer in time", "There is no \x1b[2J card.", "no answer in time"):
        rig.tally.lose(Loss.LATE, why)
    assert not rig.errors.getvalue()

    await rig.deal(0, 120, 87)
    await rig.deal(0, 120, 87)
    rig.tally.lose(Loss.LATE, "no answer in time")
    rig.report.tell_reasons()

    assert rig.errors.getvalue().splitlines() == [
        "Lost turns: 2. Reason: no answer in time",
        "Lost turns: 1. Reason: There is no <U+001B>[2J card.",
        "Lost turns: 1. Reason: no answer in time",
    ]
