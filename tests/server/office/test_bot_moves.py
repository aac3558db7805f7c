"""A bot's decision worked out again, as whoever runs the server asks for it."""

import pytest

from engine.players.by_rule import EASY, MEDIUM
from server.hub.past import DealSoFar, deal_so_far
from server.office.bot_moves import NotABotsMove, bot_moves, bot_report
from server.office.office import Office
from server.table.commands import FIRST_LEGAL, StartDeal
from server.table.options import TableOptions
from tests.server.hub.nodes import World, world
from tests.support.fakes import SeededChance

EASY_BOTS = TableOptions(people=1, pace_ms=0, level="easy", deals=2)


async def played(here: World, moves: int = 30) -> str:
    """A table of one person among bots that erred with the chance of the table."""
    table = await here.opened("anna", options=EASY_BOTS)
    node = here.nodes[0]
    seed = (await node.state(table)).bot_seed
    node.bots.answers = [lambda view: EASY.choose(view, seed)] * 1_000
    for _ in range(moves):
        await here.play_on(node, table)
    return table


async def deal_of(here: World, table: str) -> DealSoFar:
    node = here.nodes[0]
    live = await node.live(table)
    async with live.turn_taken(patient=True):
        return await deal_so_far(here.store, live)


def office(here: World) -> Office:
    node = here.nodes[-1]
    return Office(here.store, node.hub, node.copies, SeededChance(7))


async def test_every_move_of_a_bot_is_listed_and_none_of_a_person() -> None:
    async with world() as here:
        table = await played(here)
        lines = await office(here).bot_moves(table)
        anna = (await here.nodes[0].state(table)).seat_of("anna")

    assert len(lines) > 15
    assert {line["seat"] for line in lines} == {0, 1, 2, 3} - {anna}
    assert {line["level"] for line in lines} == {"easy"}
    assert [line["version"] for line in lines] == sorted(
        line["version"] for line in lines
    )
    assert {line["did"].split()[0] for line in lines} >= {"play"}


async def bots_discard(here: World) -> str:
    """A table at which a bot deals and has discarded."""
    node = here.nodes[0]
    table = await played(here, 1)
    while not await discards(here, table):
        if (await node.state(table)).turn is None:
            await here.done(node, table, StartDeal("anna"))
        await here.play_on(node, table)
    return table


async def discards(here: World, table: str) -> list[str]:
    """What the list of moves says of the discards of bots."""
    lines = await office(here).bot_moves(table)
    return [line["did"] for line in lines if line["did"].startswith("discard")]


async def test_discard_of_a_bot_is_not_shown_while_its_deal_runs() -> None:
    async with world(1) as here:
        table = await bots_discard(here)
        node, at = here.nodes[0], (await here.truth(table)).mark.version
        hidden = await discards(here, table)
        assert (await here.truth(table)).mark.version == at

        while (await node.state(table)).turn is not None:
            await here.play_on(node, table)
        (shown,) = await discards(here, table)

    assert hidden == ["discard"]
    assert len(shown.split()) == 3


async def test_decision_comes_out_again_from_the_log_alone() -> None:
    async with world() as here:
        table = await played(here)
        deal = await deal_of(here, table)
    reports = [bot_report(deal, line["version"]) for line in bot_moves(deal)]

    assert all(report["same"] for report in reports)
    assert {report["does_again"] == report["did"] for report in reports} == {True}
    for report in reports:
        kind, *cards = report["did"].split()
        if kind in {"play", "discard"}:
            assert set(cards) <= set(report["legal"]) <= set(report["hand"])
            assert report["thinks"] == [{"cards": cards, "points": None}]
        else:
            assert report["thinks"] == []


async def test_move_that_was_no_decision_of_the_level_is_told_as_such() -> None:
    async with world() as here:
        table = await here.opened("anna", options=EASY_BOTS)
        node = here.nodes[0]
        node.bots.answers = [MEDIUM.choose] * 1_000
        for _ in range(30):
            await here.play_on(node, table)
        deal = await deal_of(here, table)
    reports = [bot_report(deal, line["version"]) for line in bot_moves(deal)]

    assert not all(report["same"] for report in reports)


async def test_first_legal_card_is_worked_out_as_that() -> None:
    async with world() as here:
        table = await here.opened("anna", options=EASY_BOTS)
        node = here.nodes[0]
        node.bots.plays_as = FIRST_LEGAL
        for _ in range(12):
            await here.play_on(node, table)
        deal = await deal_of(here, table)
    reports = [bot_report(deal, line["version"]) for line in bot_moves(deal)]

    assert {report["level"] for report in reports} == {FIRST_LEGAL}
    assert all(report["thinks"] == [] for report in reports)


async def test_version_without_a_bots_move_has_no_report() -> None:
    async with world() as here:
        table = await played(here, 6)
        deal = await deal_of(here, table)

        for version in (0, deal.start.mark.version, 10_000):
            with pytest.raises(NotABotsMove):
                bot_report(deal, version)


async def test_table_is_told_before_a_decision_is_shown() -> None:
    async with world() as here:
        table = await played(here, 12)
        line = (await office(here).bot_moves(table))[-1]
        before = (await here.truth(table)).mark.version

        report = await office(here).why(table, line["version"])

        assert (await here.truth(table)).mark.version == before + 1
        assert report["same"]
