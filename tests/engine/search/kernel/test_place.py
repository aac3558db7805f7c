"""A place follows the play as the readable state does."""

from random import Random

import pytest
from hypothesis import given

from engine.cards import Card, CardSet
from engine.combinations import combinations_of
from engine.deal import Phase
from engine.events import CardPlayed, Declared
from engine.search.kernel import place as parts
from engine.search.kernel.chance import stream_of
from engine.search.kernel.place import (
    any_card,
    card_at,
    legal_here,
    margin_here,
    play_card,
)
from engine.settlement import Settlement
from engine.tricks import legal_cards
from tests.support.builders import hand
from tests.support.places import place_of, same
from tests.support.play import played_at_random
from tests.support.strategies import chances, dealt_at_random, examples


def played_margin(settlement: Settlement) -> int:
    """Team 0 less team 1 without what was declared."""
    first, second = (t.total - t.declaration_points for t in settlement.teams)
    return first - second


@pytest.mark.untraced
@given(chances)
@examples(150)
def test_whole_deals_go_as_by_the_readable_rules(rng: Random) -> None:
    played = played_at_random(dealt_at_random(rng), rng)
    first = next(state for state in played.states if state.discards is not None)
    place = place_of(first)
    before = first
    for state, event in zip(played.states[1:], played.events, strict=True):
        if isinstance(event, CardPlayed):
            held = before.hands[event.seat]
            assert CardSet(legal_here(place)) == legal_cards(held, before.trick)
            play_card(place, event.card)
        if isinstance(event, Declared):
            shown = combinations_of(state.hands[event.seat]).public_cards
            place[parts.SHOWN + event.seat] = shown.bits
        if state.phase is not Phase.SETTLED and len(state.trick) < 4:
            if state.discards is not None:
                assert same(place, place_of(state))
            before = state
    assert played.end.settlement is not None
    assert margin_here(place) == played_margin(played.end.settlement)


@given(chances)
@examples(200)
def test_a_card_is_found_by_how_many_are_before_it(rng: Random) -> None:
    cards = rng.sample(range(62), rng.randint(1, 62))
    mask = CardSet.from_cards(map(Card, cards)).bits

    assert [card_at(mask, index) for index in range(len(cards))] == sorted(cards)


def test_any_card_is_any_of_them() -> None:
    stream = stream_of(1)
    cards = hand("SR D6 16 MT")

    found = {any_card(cards.bits, stream) for _ in range(200)}

    assert CardSet.from_cards(map(Card, found)) == cards


@given(chances)
@examples(50)
def test_played_at_random_to_the_end(rng: Random) -> None:
    stop = 1 + rng.randrange(60)
    state = played_at_random(dealt_at_random(rng), rng, stop_after=stop).end
    place = place_of(state)

    margin = parts.play_at_random(place, stream_of(rng.getrandbits(64)))

    assert margin == margin_here(place)
    assert not any(place[parts.HANDS : parts.HANDS + 4])
    piles = CardSet(int(place[parts.PILES] | place[parts.PILES + 1]))
    assert len(piles) == 60
