"""Positions that people complain about: what each level does in them is known."""

from collections import Counter

import pytest

from engine.cards import FULL_DECK, CardSet
from engine.players.levels import LEVELS, RULE_LEVELS, can_search, player_of
from engine.view import view_of
from tests.blunders.positions import Position, positions
from tests.support.builders import text_of

BOT_SEED = bytes(range(16))
POSITIONS = positions()
EACH = pytest.mark.parametrize(
    "position", POSITIONS, ids=[f"{one.complaint}-{one.name}" for one in POSITIONS]
)
LEVELS_HERE = LEVELS if can_search() else RULE_LEVELS


@EACH
def test_position_is_what_it_says(position: Position) -> None:
    state = position.state
    cards = [card for hand in state.dealt for card in hand]

    assert CardSet.from_cards(cards) == FULL_DECK
    assert sorted(map(len, state.dealt)) == [15, 15, 15, 17]
    assert state.turn == position.seat
    assert state.hands[position.seat] == position.holds
    assert text_of(state.trick) == position.trick
    assert position.why.endswith((".", ").")), "one sentence"


@EACH
def test_good_and_bad_answers_are_possible(position: Position) -> None:
    # Otherwise nobody could fail, or pass.
    view = view_of(position.state, position.seat)
    allowed = view.legal | view.discardable

    assert (allowed & position.good).bits
    assert (allowed - position.good).bits


def test_there_are_enough_of_them_for_every_complaint() -> None:
    counted = Counter(one.complaint for one in POSITIONS)

    assert len(POSITIONS) >= 40
    assert len({one.name for one in POSITIONS}) == len(POSITIONS)
    assert min(counted.values()) >= 3, counted


@pytest.mark.parametrize("level", LEVELS_HERE)
@EACH
def test_level_passes_or_fails_as_it_is_known_to(
    position: Position, level: str
) -> None:
    view = view_of(position.state, position.seat)
    action = player_of(level).choose(view, BOT_SEED)

    assert position.allows(action) == (level not in position.fails), (
        f"{level} answers {action}: {position.why}"
    )
