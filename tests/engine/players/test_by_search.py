"""Players that look ahead."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Declare, Discard, PlayCard, Skip
from engine.deal import Phase
from engine.errors import BrokenInvariant
from engine.players import by_search
from engine.players.by_search import EFFORTS, PLAYERS, Effort, SearchPlayer
from engine.players.decision_seeds import decision_seed
from engine.players.levels import SEARCH_LEVELS, player_of
from engine.search.analysis import Analysis, Candidate, analyse, choose_discard
from engine.view import SeatView, view_of
from tests.support.builders import ending, row, seat
from tests.support.knowledge import twin_of
from tests.support.play import chance, follow, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples
from tests.support.tables import turns

SEED = bytes(range(16))
SMALL = Effort((4,) * 15, pairs=3, discard_worlds=4)
QUICK = SearchPlayer("quick", SMALL)


def views(number: int) -> list[SeatView]:
    """What each seat knew through a deal."""
    started = dealt_at_random(chance(number))
    return [view for _, view, _ in turns(started, [QUICK.choose] * 4)]


def test_every_level_that_searches_has_its_player() -> None:
    assert tuple(PLAYERS) == tuple(EFFORTS) == SEARCH_LEVELS
    assert [player_of(level) for level in SEARCH_LEVELS] == list(PLAYERS.values())


def test_each_level_looks_further_than_the_one_below() -> None:
    hard, expert, master = EFFORTS.values()

    for lower, higher in ((hard, expert), (expert, master)):
        assert len(lower.worlds) == 15
        assert all(map(int.__lt__, lower.worlds, higher.worlds))
        assert lower.pairs * lower.discard_worlds < higher.pairs * higher.discard_worlds


def test_it_does_what_comes_to_most() -> None:
    for view in views(1):
        seed = decision_seed(view, SEED, "quick")
        action = QUICK.choose(view, SEED)
        if isinstance(action, Discard):
            found = choose_discard(view, 3, 4, seed)
            chosen = next(one for one in found.candidates if one.cards == action.cards)
            assert chosen.total == found.best.total
        elif isinstance(action, PlayCard):
            found = analyse(view, 4, seed)
            chosen = next(one for one in found.candidates if action.card in one.cards)
            assert chosen.total == found.best.total


@pytest.mark.parametrize(
    ("held", "spared"),
    [("D6 10", "10"), ("16 MT", "MT"), ("C6 C7", "C6"), ("M1 5", "5"), ("BG D6", "BG")],
)
def test_of_equals_the_stronger_is_spared(held: str, spared: str) -> None:
    one, another = row(held)
    equal = Analysis((Candidate((one,), 7), Candidate((another,), 7)), 1)

    assert by_search._best_first(equal)[-1].cards == row(spared)


def test_it_looks_as_far_as_the_trick_says() -> None:
    effort = Effort((4, 9, *(4,) * 13), pairs=3, discard_worlds=4)
    player = SearchPlayer("quick", effort)
    for view in views(2):
        in_second = view.public.phase is Phase.PLAY and len(view.public.tricks) == 1
        if in_second:
            worlds = 9
            seed = decision_seed(view, SEED, "quick")
            found = analyse(view, worlds, seed, least=worlds)
            expected = [found.expected(one) for one in found.candidates]
            told = player.advise(view, SEED)
            assert [one.points for one in told] == sorted(expected, reverse=True)


def test_it_always_declares_what_it_can() -> None:
    for view in views(3):
        if view.public.phase is Phase.DECLARE:
            assert view.declarable is not None
            kind = Declare if view.declarable.total else Skip
            assert QUICK.choose(view, SEED) == kind(view.seat)


def test_hint_names_everything_that_may_be_done_the_best_first() -> None:
    for view in views(4):
        told = QUICK.advise(view, SEED)
        points = [one.points for one in told if one.points is not None]
        assert len(points) == len(told)
        assert points == sorted(points, reverse=True)
        if view.public.phase is Phase.DISCARD:
            assert len(told) == 3
            assert all(set(one.cards) <= set(view.discardable) for one in told)
        else:
            assert {card for one in told for card in one.cards} == set(view.legal)
        if view.public.phase is Phase.PLAY:
            assert QUICK.choose(view, SEED) == PlayCard(view.seat, told[0].cards[0])


def test_hint_tells_the_points_of_a_decided_ending() -> None:
    # The last trick: the King of cups wins it, whatever is where.
    state = play(ending(1, {0: "CR", 1: "C6", 2: "C7", 3: "C8"}), "C6 C7 C8")
    (told,) = QUICK.advise(view_of(state, seat(0)), SEED)
    after = play(state, "CR").settlement

    assert told.cards == row("CR")
    assert after is not None
    assert told.points == after.teams[0].total - after.teams[1].total


@pytest.mark.untraced
@given(rng=chances, steps=st.integers(0, 64))
@examples(40)
def test_it_needs_no_hidden_card(rng: Random, steps: int) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    by = played.end.turn
    if by is None:
        return
    twin = follow(*twin_of(played.started, played.events, by, rng))
    action = QUICK.choose(view_of(played.end, by), SEED)

    assert QUICK.choose(view_of(twin.end, by), SEED) == action
    assert QUICK.choose(view_of(played.end, by), SEED) == action


@pytest.mark.untraced
def test_every_action_in_twenty_deals_is_legal() -> None:
    for seed in range(20):
        started = dealt_at_random(chance(seed))
        assert sum(1 for _ in turns(started, [QUICK.choose] * 4)) == 1 + 4 + 60


def test_threads_side_by_side_come_to_the_same() -> None:
    asked = views(6) * 4
    alone = [QUICK.choose(view, SEED) for view in asked]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(QUICK.choose, asked, [SEED] * len(asked)))

    assert together == alone


def test_chance_of_another_table_gives_other_worlds() -> None:
    told = [
        [one.points for one in QUICK.advise(view, bot_seed)]
        for view in views(5)[:20]
        for bot_seed in (SEED, bytes(16))
    ]

    assert told[::2] != told[1::2]


def test_a_settled_deal_asks_nobody() -> None:
    state = play(ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"}), "S6 S7 S8 S9")

    with pytest.raises(BrokenInvariant, match="asks nobody"):
        QUICK.choose(view_of(state, seat(0)))
