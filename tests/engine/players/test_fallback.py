"""What a seat does when its player fails."""

import pytest

from engine.actions import Discard, PlayCard, Skip
from engine.deal import start
from engine.errors import BrokenInvariant
from engine.players.fallback import fallback_action
from engine.view import view_of
from tests.support.builders import begun, dealt, ending, row, seat
from tests.support.play import act, chance, play
from tests.support.strategies import dealt_at_random
from tests.support.tables import turns


def test_it_does_the_first_thing_that_is_allowed() -> None:
    before = start(dealt(0, {0: "SR SQ SC"}))
    assert fallback_action(view_of(before, seat(0))) == Discard(seat(0), row("SQ SC"))
    state = begun(0, {1: "SR SQ SC"})
    assert fallback_action(view_of(state, seat(1))) == Skip(seat(1))
    after = act(state, Skip(seat(1)))
    assert fallback_action(view_of(after, seat(1))) == PlayCard(seat(1), row("SR")[0])


def test_it_is_always_legal() -> None:
    for seed in range(30):
        started = dealt_at_random(chance(seed))
        assert sum(1 for _ in turns(started, [fallback_action] * 4)) == 1 + 4 + 60


def test_a_settled_deal_asks_nobody() -> None:
    state = play(ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"}), "S6 S7 S8 S9")

    with pytest.raises(BrokenInvariant, match="asks nobody"):
        fallback_action(view_of(state, seat(0)))
