"""What each action of a seat is worth."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from engine.actions import Action, Discard, PlayCard
from engine.cards import Card, CardSet, card_of
from engine.combinations import combinations_of
from engine.deal import DealState, Phase, start
from engine.errors import BrokenInvariant
from engine.search import analysis
from engine.search.alike import alike
from engine.search.analysis import Analysis, Candidate, analyse, choose_discard
from engine.search.hidden import Hidden
from engine.search.kernel.pimc import candidate_totals
from engine.seats import SEATS, team_of
from engine.settlement import Settlement
from engine.view import SeatView, view_of
from tests.engine.search.kernel.test_rollouts import POLICY, played_by_policies
from tests.reference.cards import NEVER_DISCARDED
from tests.support.builders import begun, dealt, hand, seat
from tests.support.knowledge import twin_of
from tests.support.play import act, chance, follow, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples


def stopped(rng: Random) -> DealState:
    """A deal at any turn to declare or to play."""
    stop = 1 + rng.randrange(60)
    return played_at_random(dealt_at_random(rng), rng, stop_after=stop).end


def view_of_turn(state: DealState) -> SeatView:
    assert state.turn is not None
    return view_of(state, state.turn)


def margin_for(view: SeatView, settlement: Settlement | None) -> int:
    """The margin of the seat's own team."""
    assert settlement is not None
    own = team_of(view.seat)
    return settlement.teams[own].total - settlement.teams[1 - own].total


def live_cards(state: DealState) -> CardSet:
    """What the seat on turn cannot count as gone: other hands, the table, discards."""
    live = CardSet.from_cards(state.trick)
    for one in SEATS:
        live |= state.hands[one] if one != state.turn else CardSet()
    if state.turn == state.dealer:
        return live
    return live | CardSet.from_cards(state.discards or ())


def still_declared(state: DealState, view: SeatView) -> int:
    """What the seats that have not answered will declare, for the seat's own team."""
    points = 0
    for one in SEATS:
        if state.answers[one] is None:
            total = combinations_of(state.hands[one]).total
            points += total if team_of(one) == team_of(view.seat) else -total
    return points


@pytest.mark.untraced
@given(chances)
@settings(max_examples=10)
def test_in_a_single_world_it_is_how_the_deal_ends(rng: Random) -> None:
    state = stopped(rng)
    view = view_of_turn(state)
    seeing = replace(view.public, shown=state.hands)  # so only the discards are left
    shown = [  # and who has yet to answer shows what it declares
        combinations_of(held).public_cards if answer is None else held
        for held, answer in zip(state.hands, state.answers, strict=True)
    ]
    found = analyse(replace(view, public=seeing), worlds=2, seed=1, least=2)

    assert [candidate.cards for candidate in found.candidates] == [
        (card,) for card in view.legal
    ]
    for card, *_ in list(alike(view.legal, live_cards(state)))[:3]:
        (candidate,) = (one for one in found.candidates if one.cards == (card,))
        after = act(state, PlayCard(view.seat, candidate.cards[0]))
        settlement = played_by_policies(after, [POLICY, POLICY], shown).settlement
        expected = margin_for(view, settlement) + still_declared(state, view)
        assert candidate.total == 2 * expected
        assert found.expected(candidate) == expected


@pytest.mark.untraced
@given(chances)
@examples(60)
def test_hidden_cards_make_no_difference(rng: Random) -> None:
    stop = rng.randrange(61)
    played = played_at_random(dealt_at_random(rng), rng, stop_after=stop)
    turn = played.end.turn
    assert turn is not None
    twin = follow(*twin_of(played.started, played.events, turn, rng)).end
    seed = rng.getrandbits(64)

    if played.end.phase is Phase.DISCARD:
        first = choose_discard(view_of(played.end, turn), 5, 4, seed)
        assert choose_discard(view_of(twin, turn), 5, 4, seed) == first
    else:
        first = analyse(view_of(played.end, turn), 5, seed)
        assert analyse(view_of(twin, turn), 5, seed) == first


def test_who_is_told_all_cards_needs_one_world() -> None:
    state = begun(3, {0: "S6 MT", 1: "SR", 2: "SQ BG"})
    _, first, second, third = state.hands
    told = Hidden(
        unseen=CardSet(),
        known=(first, second, third, CardSet.from_cards(state.discards or ())),
        lacks=(CardSet(),) * 4,
        room=(0, 0, 0, 0),
    )
    view = view_of_turn(state)

    found = analyse(view, 1, 1, told)

    assert analyse(view, 1, 2, told) == found
    assert analyse(view, 1, 1) != found


def test_chance_follows_from_the_seed() -> None:
    view = view_of_turn(begun(3, {0: "AN MN BG S6 S7"}))

    assert analyse(view, 5, seed=1) == analyse(view, 5, seed=1)
    assert analyse(view, 5, seed=1) != analyse(view, 5, seed=2)


def view_with_one_good_card() -> SeatView:
    """The last to play can bring the Begato home."""
    no_coins = "AN 7 BG SR SC S10 S9 S8 BR BC B10 B9 B8 C9 C8"
    state = begun(3, {0: "DR MT", 1: "D6", 2: "DQ", 3: no_coins})
    return view_of_turn(play(state, "DR D6 DQ"))


def test_last_to_play_it_brings_the_begato_home() -> None:
    best = analyse(view_with_one_good_card(), 40, seed=1).best

    assert best.cards == (card_of("BG"),)


def test_where_one_card_is_clearly_best_few_worlds_are_enough() -> None:
    view = view_with_one_good_card()

    assert analyse(view, 400, seed=1).worlds < 100
    assert analyse(view, 400, seed=1, least=400).worlds == 400


def test_looking_on_does_not_change_what_is_best() -> None:
    view = view_of_turn(start(dealt(1, {})))

    short, long = (choose_discard(view, 20, 60, seed=1, least=n) for n in (1, 60))

    assert short.worlds <= long.worlds == 60
    assert short.best.cards == long.best.cards


def test_of_equals_the_first_is_best() -> None:
    found = Analysis(
        (
            Candidate((Card(1),), 3),
            Candidate((Card(2),), 7),
            Candidate((Card(5),), 7),
        ),
        worlds=2,
    )

    assert found.best.cards == (2,)
    assert found.expected(found.best) == 3.5


@given(chances)
@examples(40)
def test_discards_are_allowed(rng: Random) -> None:
    state = start(dealt_at_random(rng))
    found = choose_discard(view_of_turn(state), pairs=6, worlds=2, seed=3)

    assert len(found.candidates) == 6
    assert list(found.candidates) == sorted(found.candidates, key=lambda c: c.cards)
    for candidate in found.candidates:
        act(state, Discard(state.dealer, candidate.cards))
        assert not set(CardSet.from_cards(candidate.cards).codes) & NEVER_DISCARDED


def test_discards_keep_what_can_be_declared() -> None:
    held = "SR SQ SC AN MN SO LU 16 15 14 M1 M2 BG C8 C9 D9 D8"
    state = start(dealt(1, {1: held}))

    best = choose_discard(view_of_turn(state), pairs=20, worlds=20, seed=1).best

    assert not (CardSet.from_cards(best.cards) & hand("SR SQ SC AN MN SO LU BG")).bits


def test_pairs_that_make_no_difference_are_tried_once() -> None:
    held = "SR BR CR DR AN MN BG MT S6 S7 S8 B6 B7 B8 C6 C7 C8"
    state = start(dealt(1, {1: held}))

    found = choose_discard(view_of_turn(state), pairs=1000, worlds=1, seed=1)

    suits = ["".join(code[0] for code in CardSet.from_cards(one.cards).codes)
             for one in found.candidates]  # fmt: skip
    assert suits == ["SS", "SB", "SC", "BB", "BC", "CC"]


def test_nobody_is_advised_out_of_turn() -> None:
    state = play(begun(3, {0: "S6"}), "S6")
    waiting = view_of(state, seat(2))
    assert waiting.legal.bits

    with pytest.raises(BrokenInvariant, match="which card"):
        analyse(waiting, 1, seed=1)
    with pytest.raises(BrokenInvariant, match="dealer"):
        choose_discard(waiting, 1, 1, seed=1)


def test_a_dealer_who_is_to_discard_is_not_advised_to_play() -> None:
    with pytest.raises(BrokenInvariant, match="which card"):
        analyse(view_of_turn(start(dealt(3, {}))), 1, seed=1)


def test_what_cannot_be_is_told() -> None:
    view = view_of_turn(begun(3, {}))
    crowded = replace(view.public, hand_sizes=(15, 15, 15, 14))

    with pytest.raises(BrokenInvariant, match="fit"):
        analyse(replace(view, public=crowded), 1, seed=1)


def test_warming_up_leaves_nothing_to_compile() -> None:
    kernel: Any = candidate_totals
    analysis.warm_up()
    assert len(kernel.signatures) == 1

    choose_discard(view_of_turn(start(dealt(1, {}))), 2, 2, seed=1)
    analyse(view_of_turn(begun(3, {})), 2, seed=1)

    assert len(kernel.signatures) == 1


def decisions() -> bytes:
    """What the search thinks of every turn of three deals, as one number."""
    digest = blake2b(digest_size=8)
    for deal in range(3):
        state = start(dealt_at_random(chance(deal)))
        while state.turn is not None:
            view = view_of_turn(state)
            if state.phase is Phase.DISCARD:
                found = choose_discard(view, pairs=10, worlds=40, seed=deal)
                action: Action = Discard(view.seat, found.best.cards)
            else:
                found = analyse(view, worlds=40, seed=deal)
                action = PlayCard(view.seat, found.best.cards[0])
            digest.update(repr(found).encode())
            state = act(state, action)
    return digest.digest()


def test_every_machine_and_thread_decides_alike() -> None:
    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(decisions) for _ in range(2)]
        found = {one.result().hex() for one in both}

    # Another number means that bots decide otherwise than they did: a new version.
    assert found == {"64dd1ee2c5b6b8b2"}
