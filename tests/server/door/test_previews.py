"""What a discard would leave to declare, asked over a connection."""

import pytest

from engine.cards import CardSet
from engine.combinations import CombinationScore, combinations_of
from engine.deal import Phase
from engine.plain import combinations_data
from protocol.previews import Preview, Previewed
from protocol.scores import Combinations
from protocol.to_client import ToClient
from server.door import previews
from server.hub.copies import Copies
from server.hub.live_table import LiveTable
from server.store_outcomes import StoreUnavailable, Trouble
from server.stored import StoredFault
from tests.server.door.test_hints import asked
from tests.server.door.visitors import House, Visitor, four_seated, house


def only(heard: list[ToClient]) -> Previewed:
    (told,) = heard
    assert isinstance(told, Previewed)
    return told


async def dealer_at(doors: House) -> tuple[Visitor, str, list[Visitor]]:
    """Whoever is to discard, at a table of four people."""
    table, people = await four_seated(doors)
    return await asked(doors, table, people), table, people


async def hand_at(doors: House, table: str) -> CardSet:
    live = await doors.services[0].copies.live(table)
    deal = live.position.state.deal
    assert deal is not None
    assert deal.state.phase is Phase.DISCARD
    turn = live.position.state.turn
    assert turn is not None
    return deal.state.hands[turn]


def wire(score: CombinationScore) -> Combinations:
    return Combinations.model_validate(combinations_data(score))


async def test_the_dealer_is_told_what_the_hand_holds_with_and_without_two() -> None:
    async with house() as doors:
        ada, table, _ = await dealer_at(doors)
        hand = await hand_at(doors, table)
        cards = ada.known(table).situation.discardable[:2]

        told = only(await ada.send(Preview(table=table, cards=cards)))

        assert told.code is None
        assert told.version == ada.known(table).mark.version
        assert told.cards == cards
        assert told.whole == wire(combinations_of(hand))
        assert told.rest == wire(combinations_of(hand - CardSet.of(*cards)))


async def test_nothing_is_laid_away_by_asking() -> None:
    async with house() as doors:
        ada, table, _ = await dealer_at(doors)
        before = await hand_at(doors, table)

        await ada.send(
            Preview(table=table, cards=ada.known(table).situation.discardable[:2])
        )

        assert await hand_at(doors, table) == before


@pytest.mark.parametrize(
    ("number", "code"), [(0, "E_DISCARD_COUNT"), (1, "E_DISCARD_COUNT")]
)
async def test_two_cards_are_asked_about(number: int, code: str) -> None:
    async with house() as doors:
        ada, table, _ = await dealer_at(doors)
        cards = ada.known(table).situation.discardable[:number]

        told = only(await ada.send(Preview(table=table, cards=cards)))

        assert (told.code, told.whole, told.rest) == (code, None, None)


async def test_the_rules_refuse_what_they_would_refuse_of_the_discard() -> None:
    async with house() as doors:
        ada, table, _ = await dealer_at(doors)
        hand = await hand_at(doors, table)
        free = ada.known(table).situation.discardable
        (other, *_) = (code for code in ("S6", "B6", "C6", "D6") if code not in free)
        assert other not in hand.codes

        async def code_for(*cards: str) -> str | None:
            return only(await ada.send(Preview(table=table, cards=cards))).code

        assert await code_for(free[0], free[0]) == "E_CARD_TWICE"
        assert await code_for(free[0], "XX") == "E_NO_SUCH_CARD"
        assert await code_for(free[0], other) == "E_NOT_IN_HAND"


async def test_nobody_else_is_told_anything() -> None:
    async with house() as doors:
        ada, table, people = await dealer_at(doors)
        cards = ada.known(table).situation.discardable[:2]
        others = [one for one in people if one is not ada]
        eve = await doors.enter("Eve")

        codes = [
            only(await one.send(Preview(table=table, cards=cards))).code
            for one in [*others, eve]
        ]

        assert codes == ["E_NOT_YOUR_TURN"] * 3 + ["E_NOT_SEATED"]
        nowhere = only(await eve.send(Preview(table="NOSUCH", cards=cards)))
        assert (nowhere.code, nowhere.version) == ("E_NO_TABLE", 0)


async def test_nothing_is_counted_once_the_cards_are_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house() as doors:
        ada, table, people = await dealer_at(doors)
        cards = ada.known(table).situation.discardable[:2]
        await doors.world.play_on(doors.world.nodes[0], table)

        def never(hand: CardSet) -> CombinationScore:
            raise AssertionError(hand)

        monkeypatch.setattr(previews, "combinations_of", never)
        for one in people:
            await one.hear()
            told = only(await one.send(Preview(table=table, cards=cards)))
            assert told.code == "E_PHASE"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (StoreUnavailable(Trouble.BUSY, unknown=False), "E_STORE_AWAY"),
        (StoredFault("damaged"), "E_INTERNAL"),
        (ArithmeticError("ours"), "E_INTERNAL"),
    ],
)
async def test_a_table_that_cannot_be_read_is_told(
    fault: Exception, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house() as doors:
        ada, table, _ = await dealer_at(doors)
        cards = ada.known(table).situation.discardable[:2]

        async def fails(_: Copies, __: str) -> LiveTable:
            raise fault

        monkeypatch.setattr(Copies, "live", fails)

        told = only(await ada.send(Preview(table=table, cards=cards)))

        assert (told.code, told.version) == (code, 0)
