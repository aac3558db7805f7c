"""Our rules as OpenSpiel sees them."""

from itertools import pairwise

import pytest

from engine.settlement import Settlement
from tests.support.builders import begun
from tests.support.places import place_of
from tests.support.play import chance, played_at_random
from tests.support.strategies import dealt_at_random

pytest.importorskip("pyspiel", reason="the extra `bench` is not installed")

from tests.bench.peer_openspiel import (
    SCALE,
    TaroccoGame,
    TaroccoState,
)


def margin(settlement: Settlement) -> int:
    first, second = (t.total - t.declaration_points for t in settlement.teams)
    return first - second


def test_a_deal_goes_as_by_the_rules() -> None:
    played = played_at_random(dealt_at_random(chance(1)), chance(1))
    deals = [state for state in played.states if state.discards is not None]
    state = TaroccoState(TaroccoGame(), place_of(deals[0]))
    for before, after in pairwise(deals):
        cards = [card for hand in before.hands for card in hand]
        gone = set(cards) - {card for hand in after.hands for card in hand}
        for card in gone:
            assert state.current_player() == before.turn
            assert card in state.legal_actions()
            state.apply_action(int(card))

    assert state.is_terminal()
    settlement = played.end.settlement
    assert settlement is not None
    assert state.returns()[0] * SCALE == pytest.approx(margin(settlement))


def test_other_hands_make_no_difference_to_what_a_seat_knows() -> None:
    game = TaroccoGame()
    mine = {0: "S6 S7 S8 S9 S10 B6 B7 B8 B9 B10 C6 C7 C8 C9 C10"}
    one = TaroccoState(game, place_of(begun(3, {**mine, 1: "SR"})))
    other = TaroccoState(game, place_of(begun(3, {**mine, 2: "SR"})))

    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
