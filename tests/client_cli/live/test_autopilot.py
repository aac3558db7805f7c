import pytest

from client_cli.live.autopilot import Declare, Discard, Play, choice_for
from engine.deal import Phase
from protocol.fold import Known
from protocol.to_client import Ok
from tests.client_cli.pretend import PretendSession, PretendTable
from tests.client_cli.situations import deal_data, known_with, offer, view_of_seat


def test_it_discards_what_is_worth_least() -> None:
    free = ["16", "SF", "S6", "BQ", "S7"]

    assert choice_for(known_with(phase="discard", discardable=free)) == (
        Discard(("S6", "S7"))
    )


def test_it_declares_what_it_can() -> None:
    kings = offer("SR", "BR", "CR")

    assert choice_for(known_with(phase="declare", offer=kings)) == Declare()
    assert choice_for(known_with(phase="declare", offer=offer())) == Play("S6")


def test_it_gives_the_partner_a_dear_card_when_nobody_can_take_it() -> None:
    view = view_of_seat(deal=deal_data(leader=1, trick=["S7", "SR", "S8"]))

    assert choice_for(known_with(view, winning=1)) == Play("SF")
    assert choice_for(known_with(view, winning=0)) == Play("S6")


def test_it_never_wastes_the_matto_on_the_partner() -> None:
    view = view_of_seat(deal=deal_data(leader=1, trick=["S7", "SR", "S8"]))

    known = known_with(view, winning=1, legal=["MT", "M1", "5"])
    assert choice_for(known) == Play("M1")
    assert choice_for(known_with(view, winning=1, legal=["MT"])) == Play("MT")


def test_it_does_nothing_out_of_turn() -> None:
    assert choice_for(known_with(turn=2)) is None
    assert choice_for(known_with(turn=None)) is None
    assert choice_for(known_with(phase="settled")) is None


@pytest.mark.parametrize("seed", range(12))
async def test_it_plays_whole_deals_without_a_refusal(seed: int) -> None:
    table = PretendTable(you=seed % 4, secret=bytes([seed]) * 32)
    session = PretendSession(table)
    session.update_for(table.snapshot())
    session.tell(table.begin(), *table.others())

    while table.state is not None and table.state.phase is not Phase.SETTLED:
        answer = await played(session, session.known("QF7K2"))
        assert isinstance(answer, Ok), answer


async def played(session: PretendSession, known: Known | None) -> object:
    assert known is not None
    match choice_for(known):
        case Discard(cards):
            return await session.discard("QF7K2", cards)
        case Declare():
            return await session.declare("QF7K2")
        case Play(card):
            return await session.play("QF7K2", card)
        case None:
            return None
