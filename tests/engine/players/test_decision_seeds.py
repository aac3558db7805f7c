"""The chance of one decision."""

from dataclasses import replace
from hashlib import blake2b
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Discard, Skip
from engine.deal import start
from engine.players.decision_seeds import (
    PLAYERS_VERSION,
    actions_taken,
    decision_seed,
)
from engine.players.fallback import fallback_action
from engine.view import view_of
from tests.support.builders import dealt, row, seat
from tests.support.knowledge import twin_of
from tests.support.play import act, chance, follow, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples
from tests.support.tables import turns

BOT_SEED = bytes(range(16))


def framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_it_is_the_hash_that_the_docstring_names() -> None:
    # Seat 0 deals and lays S8 S7 away; seats 1 and 2 skip and play.
    state = start(dealt(0, {0: "SR SQ SC S8 S7", 1: "B10", 2: "B9"}))
    state = act(state, Discard(seat(0), row("S8 S7")), Skip(seat(1)))
    state = play(state, "B10")
    state = play(act(state, Skip(seat(2))), "B9")
    view = view_of(state, seat(3))
    skipped = bytes(8)
    history = (
        bytes([0, 1])  # dealer 0 has laid two cards away
        + b"\xff"
        + skipped * 2
        + b"\xff"
        + bytes([1, *row("B10 B9")])
    )
    own = view.hand.bits.to_bytes(8, "big")

    expected = blake2b(
        framed(
            BOT_SEED,
            str(PLAYERS_VERSION).encode(),
            b"hard",
            b"\x03",
            b"\x05",  # a discard, two skips, two cards
            history,
            own,
        ),
        digest_size=8,
    )
    assert decision_seed(view, BOT_SEED, "hard") == int.from_bytes(
        expected.digest(), "big"
    )


def test_it_differs_with_everything_that_a_decision_follows_from() -> None:
    state = start(dealt(0, {}))
    view = view_of(state, seat(0))
    later = act(state, Discard(seat(0), tuple(view.discardable)[:2]))
    others = [
        decision_seed(view, bytes(16), "easy"),
        decision_seed(view, BOT_SEED, "medium"),
        decision_seed(view_of(state, seat(1)), BOT_SEED, "easy"),
        decision_seed(view_of(later, seat(0)), BOT_SEED, "easy"),
        decision_seed(replace(view, hand=view_of(state, seat(1)).hand), BOT_SEED, ""),
    ]

    assert len({decision_seed(view, BOT_SEED, "easy"), *others}) == 6


def test_each_turn_of_a_deal_has_its_own() -> None:
    started = dealt_at_random(chance(7))
    views = [view for _, view, _ in turns(started, [fallback_action] * 4)]
    seeds = {decision_seed(view, BOT_SEED, "easy") for view in views}

    assert len(seeds) == len(views)
    assert [actions_taken(view.public) for view in views] == list(range(1 + 4 + 60))


@pytest.mark.untraced
@given(rng=chances, steps=st.integers(0, 64))
@examples(40)
def test_no_hidden_card_changes_it(rng: Random, steps: int) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    by = played.end.turn
    if by is None:
        return
    twin = follow(*twin_of(played.started, played.events, by, rng))
    mine, other = view_of(played.end, by), view_of(twin.end, by)

    assert decision_seed(mine, BOT_SEED, "x") == decision_seed(other, BOT_SEED, "x")
