"""What a seat may know, and nothing else (A27, A28, A40)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Declare, Discard, Skip
from engine.cards import CardSet, Suit
from engine.combinations import NO_COMBINATIONS, combinations_of
from engine.deal import DealState, Phase, decide, start
from engine.errors import RuleViolation
from engine.seats import SEATS, Seat
from engine.view import PublicView, SeatView, public_view_of, view_of
from tests.support.builders import begun, dealt, ending, hand, row, seat, text_of
from tests.support.knowledge import known_cards, named_cards, twin_of
from tests.support.play import Played, act, follow, play, played_at_random
from tests.support.strategies import any_action, chances, dealt_at_random, examples

LED = play(
    begun(0, {1: "S6 5 MT", 2: "S7 S8 16", 3: "SR MN C6", 0: "9 D6"}),
    "S6",
)


def test_the_dealer_is_asked_for_a_discard() -> None:
    state = start(dealt(1, {1: "SR SQ AN MT"}))
    view = view_of(state, seat(1))

    assert (view.public.phase, view.public.turn) == (Phase.DISCARD, 1)
    assert view.hand == state.hands[1]
    assert view.discardable == state.hands[1] - hand("SR BR CR DR AN MN BG MT")
    assert view.legal == CardSet()
    assert view_of(state, seat(2)).discardable == CardSet()


@pytest.mark.parametrize("dealer", SEATS)
def test_a_view_says_whose_it_is_and_who_has_dealt(dealer: Seat) -> None:
    for own in SEATS:
        view = view_of(start(dealt(dealer, {})), own)

        assert (view.seat, view.public.dealer) == (own, dealer)


def test_only_the_dealer_knows_the_discards() -> None:
    state = act(start(dealt(1, {1: "S6 S7"})), Discard(seat(1), row("S6 S7")))

    assert text_of(view_of(state, seat(1)).discards or ()) == "S6 S7"
    for other in (0, 2, 3):  # A40: not the partner either
        assert view_of(state, seat(other)).discards is None
    assert public_view_of(state).discarded
    assert view_of(state, seat(1)).discardable == CardSet()


def test_a_seat_on_turn_sees_what_it_may_play() -> None:
    assert text_of(view_of(LED, seat(2)).legal) == "S8 S7"
    assert view_of(begun(0, {}), seat(1)).legal == begun(0, {}).hands[1]


def test_a_waiting_seat_sees_what_the_led_suit_asks_of_it() -> None:
    assert view_of(LED, seat(3)).legal == hand("SR") | (
        LED.hands[3] & hand("SQ SC SF S10 S9 SA")
    )
    assert view_of(begun(0, {}), seat(2)).legal == CardSet()  # nothing is led


def test_the_matto_alone_asks_nothing_of_a_waiting_seat() -> None:
    state = play(begun(0, {1: "MT"}), "MT")

    assert view_of(state, seat(2)).legal == state.hands[2]
    assert view_of(state, seat(3)).legal == CardSet()


def test_a_seat_that_has_played_may_play_nothing() -> None:
    assert view_of(LED, seat(1)).legal == CardSet()


def test_the_trick_as_everybody_sees_it() -> None:
    public = public_view_of(play(LED, "S7"))

    assert (text_of(public.trick), public.led, public.winning) == (
        "S6 S7",
        Suit.SWORDS,
        1,
    )
    assert public_view_of(LED).hand_sizes == (15, 14, 15, 15)
    assert public.hand_sizes == (15, 14, 14, 15)
    assert (public.leader, public.turn, public.tricks_won) == (1, 3, (0, 0))


def test_who_has_won_how_many_tricks_is_public() -> None:
    named = {1: "S6", 2: "SR", 3: "S8", 0: "S9"}
    after = public_view_of(play(begun(0, named), "S6 SR S8 S9"))
    assert (after.tricks_won, after.leader) == ((1, 0), 2)
    named[3], named[2] = named[2], named[3]
    after = public_view_of(play(begun(0, named), "S6 S8 SR S9"))
    assert (after.tricks_won, after.leader) == ((0, 1), 3)
    assert [text_of(trick.cards) for trick in after.tricks] == ["S6 S8 SR S9"]


def test_what_may_be_declared_is_told_to_the_seat_alone() -> None:
    state = begun(0, {1: "SR SQ SC"})

    declarable = view_of(state, seat(1)).declarable
    assert declarable == combinations_of(state.hands[1])
    assert view_of(state, seat(2)).declarable is None
    assert view_of(act(state, Skip(seat(1))), seat(1)).declarable is None


def test_a_hand_with_nothing_is_asked_all_the_same() -> None:
    # A27: or the missing question would tell.
    nothing = "S10 S9 S8 S7 S6 B10 B9 B8 B7 B6 C10 C9 C8 C7 C6"
    state = begun(0, {1: nothing})

    assert public_view_of(state).phase is Phase.DECLARE
    assert view_of(state, seat(1)).declarable == NO_COMBINATIONS


def test_a_skip_and_nothing_to_declare_look_alike() -> None:
    nothing = "S10 S9 S8 S7 S6 B10 B9 B8 B7 B6 C10 C9 C8 C7 C6"
    skipped = [
        public_view_of(act(begun(0, {1: held}), Skip(seat(1))))
        for held in (nothing, "SR SQ SC BR CR")
    ]

    assert skipped[0] == skipped[1]  # A27


def test_shown_cards_stay_listed_until_they_are_played() -> None:
    held = "SR SQ SC D10 D9 D8 D7 D6 C10 C9 C8 C7 C6 B10 B9"
    state = act(begun(0, {1: held}), Declare(seat(1)))

    assert text_of(public_view_of(state).shown[1]) == "SR SQ SC"  # A28
    after = public_view_of(play(state, "SQ"))
    assert text_of(after.shown[1]) == "SR SC"
    assert after.answers[1] == public_view_of(state).answers[1]
    assert after.shown[2] == CardSet()


def test_everything_is_open_once_the_deal_is_settled() -> None:
    state = ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"})
    assert public_view_of(state).dealt is None
    after = play(state, "S6 S7 S8 S9")

    public = public_view_of(after)
    assert public.dealt == after.dealt
    assert public.settlement is after.settlement
    assert public.settlement is not None
    assert public.settlement.discards == after.discards  # A40
    assert view_of(after, seat(0)).legal == CardSet()


# ------------------------------------------------------------------------- laws


@pytest.mark.untraced
@given(chances, st.integers(0, 70))
@examples(100)
def test_no_view_names_a_card_its_seat_may_not_know(rng: Random, steps: int) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    for seen in {rng.randrange(len(played.states)), len(played.events)}:
        check_knowledge(played, seen)


def check_knowledge(played: Played, seen: int) -> None:
    # T-C04, T-C08: own cards, what was played and what was declared.
    state, events = played.states[seen], played.events[:seen]
    public = named_cards(public_view_of(state), PublicView)
    assert not (public - known_cards(played.started, events, None)).codes
    for one in SEATS:
        named = named_cards(view_of(state, one), SeatView)
        assert not (named - known_cards(played.started, events, one)).codes


@pytest.mark.untraced
@given(chances, st.integers(0, 64), st.sampled_from((None, *SEATS)))
@examples(100)
def test_deals_that_a_seat_cannot_tell_apart_look_the_same(
    rng: Random, steps: int, watcher: Seat | None
) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    if played.end.settlement is not None:
        return
    twin = follow(*twin_of(played.started, played.events, watcher, rng))

    for state, other in zip(played.states, twin.states, strict=True):
        assert public_view_of(state) == public_view_of(other)
        if watcher is not None:
            assert view_of(state, watcher) == view_of(other, watcher)


@pytest.mark.untraced
@given(chances, st.integers(0, 64), any_action)
@examples(100)
def test_a_refusal_tells_a_seat_nothing_that_it_cannot_see(
    rng: Random, steps: int, action: object
) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    if played.end.settlement is not None:
        return
    by = action.seat  # type: ignore[attr-defined]
    twin = follow(*twin_of(played.started, played.events, by, rng))

    assert answer(played.end, action) == answer(twin.end, action)


def answer(state: DealState, action: object) -> object:
    try:
        decided = decide(state, action)  # type: ignore[arg-type]
    except RuleViolation as refusal:
        return refusal.code, refusal.message, refusal.allowed
    return decided


def test_the_walk_through_a_view_finds_hidden_cards() -> None:
    # The law above would be worth nothing if the walk were blind.
    state = begun(0, {1: "SR"})
    for one, other in combinations(SEATS, 2):
        leak = named_cards(state.dealt, tuple[CardSet, CardSet, CardSet, CardSet])
        assert leak - known_cards(dealt(0, {1: "SR"}), (), one)
        assert view_of(state, one) != view_of(state, other)
    with pytest.raises(TypeError, match="cannot tell"):
        named_cards([], list[int])
