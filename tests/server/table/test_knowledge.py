"""Which cards may be known: what was played, declared, laid open, and one's own."""

from random import Random

from hypothesis import given

from engine.cards import CardSet
from engine.seats import SEATS
from server.table.commands import MakeClaim
from server.table.knowledge import EVERY_CARD, may_know
from server.table.options import TableOptions
from tests.server.table.anything import few
from tests.server.table.playing import dealt_table, running, table
from tests.server.table.test_evolve import lived
from tests.server.translate.telling import knowledge_of
from tests.support.strategies import chances


@given(chances)
@few(30)
def test_nobody_may_know_more_than_has_been_seen(rng: Random) -> None:
    driven = lived(rng)

    for state, seen in zip(driven.states, knowledge_of(driven), strict=True):
        for seat in (None, *SEATS):
            assert not (may_know(state, seat) - seen[seat]).bits


def test_no_card_is_known_before_one_is_dealt() -> None:
    assert may_know(table().state, SEATS[0]) == CardSet()


def test_own_cards_are_known_and_those_of_others_are_not() -> None:
    driven = running("u-ann", "u-bob")

    assert driven.state.deal is not None
    for seat in SEATS:
        assert may_know(driven.state, seat) == driven.state.deal.state.dealt[seat]
    assert may_know(driven.state, None) == CardSet()


def test_claim_lays_the_hand_open() -> None:
    # H45
    driven = dealt_table(0, {}, options=TableOptions(pace_ms=0))
    while driven.state.deal is None or len(driven.state.deal.state.tricks) < 4:
        driven.act_on_turn()
    leader = driven.state.turn
    assert leader is not None
    hand = driven.state.deal.state.hands[leader]
    assert (hand - may_know(driven.state, None)).bits

    driven.do(MakeClaim(f"p{leader}", ours=False))

    assert not (hand - may_know(driven.state, None)).bits


def test_every_card_is_known_once_the_deal_is_settled() -> None:
    driven = running("u-ann", "u-bob")
    driven.play_out()

    assert may_know(driven.state, None) == EVERY_CARD
    assert len(EVERY_CARD) == 62
