"""Hints for people, over a connection."""

import pytest

from engine.cards import CARD_CODES
from engine.seats import Seat
from engine.view import view_of
from protocol.to_client import Hints, Pong, ToClient, Welcome
from protocol.to_server import Hint, Ping
from server.hub.copies import Copies
from server.hub.live_table import LiveTable
from server.ports import BotQuestion
from server.store_outcomes import StoreUnavailable, Trouble
from server.stored import StoredFault
from tests.server.door.visitors import House, Visitor, four_seated, house


def only(heard: list[ToClient]) -> Hints:
    (told,) = heard
    assert isinstance(told, Hints)
    return told


async def asked(doors: House, table: str, people: list[Visitor]) -> Visitor:
    """The person on turn, who is to discard."""
    live = await doors.services[0].copies.live(table)
    turn = live.position.state.turn
    assert turn is not None
    return next(one for one in people if one.known(table).view.you == turn)


async def test_welcome_names_the_levels_of_the_bots() -> None:
    async with house() as doors:
        doors.world.nodes[0].bots.levels = ("easy", "medium")

        ada = await doors.enter()

        assert ada.last(Welcome).levels == ("easy", "medium")


async def test_table_tells_the_level_that_is_played_instead_of_the_wished_one() -> None:
    async with house() as doors:
        doors.world.nodes[0].bots.levels = ("easy", "medium")
        ada = await doors.enter()

        table = await doors.opened(ada, level="master")

        assert ada.known(table).view.options.level == "medium"


async def test_hint_names_what_may_be_done_with_its_points() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        bots = doors.world.nodes[0].bots
        live = await doors.services[0].copies.live(table)
        state = live.position.state

        told = only(await ada.send(Hint(table=table)))

        assert state.deal is not None
        assert state.turn is not None
        view = view_of(state.deal.state, Seat(state.turn))
        assert bots.hints == [BotQuestion(view, "expert", b"")]
        assert told.code is None
        assert told.retry_ms is None
        assert (told.version, told.level) == (live.position.mark.version, "expert")
        cards = [CARD_CODES[card] for card in reversed(list(view.discardable))]
        assert [one.cards for one in told.candidates] == [(card,) for card in cards]
        assert [one.points for one in told.candidates] == [
            CARD_CODES.index(card) for card in cards
        ]
        assert not told.declare


async def test_hint_says_to_declare_what_can_be_declared() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        live = await doors.services[0].copies.live(table)
        told_to_declare = []
        for _ in range(9):
            state = live.position.state
            assert state.deal is not None
            assert state.turn is not None
            view = view_of(state.deal.state, state.turn)
            who = await asked(doors, table, people)
            told = only(await who.send(Hint(table=table)))
            declarable = view.declarable
            assert told.declare == bool(declarable and declarable.total)
            told_to_declare.append(told.declare)
            await doors.world.play_on(doors.world.nodes[0], table)
            for one in people:
                await one.hear()

        assert set(told_to_declare) == {True, False}


async def test_nothing_else_waits_for_a_hint() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        bots = doors.world.nodes[0].bots
        bots.holds.clear()

        assert await ada.send(Hint(table=table)) == []
        (pong,) = await ada.send(Ping(t=7))
        second = only(await ada.send(Hint(table=table)))
        bots.holds.set()
        first = only(await ada.hear())

        assert isinstance(pong, Pong)
        assert (second.code, second.retry_ms) == ("E_BUSY", 500)
        assert first.candidates


async def test_connection_that_ends_meanwhile_does_no_harm() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        bots = doors.world.nodes[0].bots
        bots.holds.clear()
        await ada.send(Hint(table=table))

        await ada.cut()
        bots.holds.set()
        back = await doors.back(ada)

        assert only(await back.send(Hint(table=table))).candidates


async def test_hints_have_a_rate_of_their_own_which_grows_again() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        codes = [only(await ada.send(Hint(table=table))).code for _ in range(3)]

        late = only(await ada.send(Hint(table=table)))
        await doors.world.clock.advance(late.retry_ms or 0)

        assert codes == [None] * 3
        assert (late.code, late.retry_ms) == ("E_RATE", 2_000)
        assert only(await ada.send(Hint(table=table))).code is None


async def test_no_hint_where_the_table_allows_none() -> None:
    async with house() as doors:
        table, people = await four_seated(doors, hints=False)
        ada = await asked(doors, table, people)

        told = only(await ada.send(Hint(table=table)))

        assert told.code == "E_NOT_ALLOWED"
        assert told.retry_ms is None
        assert told.candidates == ()
        assert doors.world.nodes[0].bots.hints == []


async def test_no_hint_for_anybody_but_who_is_on_turn() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        others = [one for one in people if one is not ada]
        eve = await doors.enter("Eve")
        waiting = await doors.opened(eve)
        await eve.hear()

        codes = [only(await one.send(Hint(table=table))).code for one in others]

        assert codes == ["E_NOT_YOUR_TURN"] * 3
        assert only(await eve.send(Hint(table=table))).code == "E_NOT_SEATED"
        assert only(await eve.send(Hint(table=waiting))).code == "E_PHASE"
        nowhere = only(await eve.send(Hint(table="NOSUCH")))
        assert (nowhere.code, nowhere.version) == ("E_NO_TABLE", 0)


async def test_bot_that_gives_no_advice_may_be_asked_again() -> None:
    async with house() as doors:
        table, people = await four_seated(doors)
        ada = await asked(doors, table, people)
        doors.world.nodes[0].bots.cannot_advise = True

        told = only(await ada.send(Hint(table=table)))

        assert (told.code, told.retry_ms) == ("E_BUSY", 500)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (StoreUnavailable(Trouble.BUSY, unknown=False), "E_STORE_AWAY"),
        (StoredFault("damaged"), "E_INTERNAL"),
        (ArithmeticError("ours"), "E_INTERNAL"),
    ],
)
async def test_table_that_cannot_be_looked_at_is_answered(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, code: str
) -> None:
    async def broken(_copies: Copies, _table: str) -> LiveTable:
        raise fault

    async with house() as doors:
        ada = await doors.enter()
        table = await doors.opened(ada)
        await ada.hear()
        monkeypatch.setattr(Copies, "live", broken)

        assert only(await ada.send(Hint(table=table))).code == code
