"""Players that go by simple rules."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import CARD_CODES, card_of
from engine.combinations import NO_COMBINATIONS, combinations_of
from engine.deal import Phase, start
from engine.errors import BrokenInvariant
from engine.players.by_rule import EASY, MEDIUM, RulePlayer
from engine.players.fallback import fallback_action
from engine.seats import Seat
from engine.view import view_of
from tests.reference.cards import NEVER_DISCARDED
from tests.support.builders import dealt, ending, hand, seat
from tests.support.knowledge import twin_of
from tests.support.play import chance, follow, play, played_at_random
from tests.support.strategies import chances, dealt_at_random, examples
from tests.support.tables import totals, turns

SEED = bytes(range(16))
LEVELS = pytest.mark.parametrize("player", [MEDIUM, EASY], ids=["medium", "easy"])


@pytest.mark.untraced
@pytest.mark.parametrize("start_seed", range(0, 300, 50))
def test_every_action_in_300_deals_is_legal(start_seed: int) -> None:
    choices = (MEDIUM.choose, EASY.choose, MEDIUM.choose, fallback_action)
    for seed in range(start_seed, start_seed + 50):
        started = dealt_at_random(chance(seed))
        assert sum(1 for _ in turns(started, choices)) == 1 + 4 + 60


@LEVELS
def test_it_always_declares_what_it_can(player: RulePlayer) -> None:
    declared = skipped = 0
    for seed in range(20):
        started = dealt_at_random(chance(seed))
        for _state, view, action in turns(started, [player.choose] * 4):
            if view.public.phase is not Phase.DECLARE:
                continue
            assert view.declarable is not None
            declared += isinstance(action, Declare)
            skipped += isinstance(action, Skip)
            assert isinstance(action, Declare) == (view.declarable.total > 0)
    assert declared
    assert skipped


@LEVELS
def test_hint_is_what_it_would_do_itself_and_has_no_points(player: RulePlayer) -> None:
    seen = set()
    for _state, view, action in turns(dealt_at_random(chance(3)), [player.choose] * 4):
        (told,) = player.advise(view)
        seen.add(view.public.phase)
        assert told.points is None
        match action:
            case Discard(cards=cards):
                assert told.cards == cards
            case PlayCard(card=card):
                assert told.cards == (card,)
            case _:
                assert told.cards[0] in view.legal
    assert seen == {Phase.DISCARD, Phase.DECLARE, Phase.PLAY}


@LEVELS
def test_nobody_else_is_advised(player: RulePlayer) -> None:
    state = start(dealt_at_random(chance(1)))
    other = Seat((state.dealer + 1) % 4)

    with pytest.raises(BrokenInvariant):
        player.advise(view_of(state, other))


@LEVELS
@given(rng=chances)
@examples(50)
def test_it_lays_two_cards_away_that_may_go(player: RulePlayer, rng: Random) -> None:
    state = start(dealt_at_random(rng))
    action = player.choose(view_of(state, state.dealer))

    assert isinstance(action, Discard)
    codes = {CARD_CODES[card] for card in action.cards}
    assert len(codes) == 2
    assert not codes & NEVER_DISCARDED  # R5
    assert codes <= set(state.hands[state.dealer].codes)


@pytest.mark.untraced
@LEVELS
@given(rng=chances, steps=st.integers(0, 64))
@examples(60)
def test_it_needs_no_hidden_card(player: RulePlayer, rng: Random, steps: int) -> None:
    played = played_at_random(dealt_at_random(rng), rng, stop_after=steps)
    by = played.end.turn
    if by is None:
        return
    twin = follow(*twin_of(played.started, played.events, by, rng))
    action = player.choose(view_of(played.end, by), SEED)

    assert player.choose(view_of(twin.end, by), SEED) == action
    assert player.choose(view_of(played.end, by), SEED) == action


def test_it_takes_a_trick_that_it_can_take_for_certain() -> None:
    # The last to play holds a card that wins two Kings, and one that does not.
    state = ending(0, {0: "SR S6", 1: "S7 B6", 2: "S8 B7", 3: "5 M1"})
    state = play(state, "SR S7 S8")

    action = MEDIUM.choose(view_of(state, seat(3)))
    assert isinstance(action, PlayCard)
    assert action.card in hand("5 M1")


def test_it_keeps_a_king_from_the_others_and_gives_it_to_its_partner() -> None:
    kings = {0: "AN C9", 1: "B6 D6", 2: "7 S6", 3: "CR C10"}
    theirs = play(ending(0, kings), "C9 D6 7")
    ours = play(ending(0, {**kings, 1: "7 D6", 2: "B6 S6"}), "C9 7 S6")

    assert MEDIUM.choose(view_of(theirs, seat(3))) == PlayCard(seat(3), card_of("C10"))
    assert MEDIUM.choose(view_of(ours, seat(3))) == PlayCard(seat(3), card_of("CR"))


def test_it_fears_a_card_that_an_opponent_has_shown() -> None:
    hidden = ending(0, {0: "SQ D6", 1: "SR D7", 2: "B6 D8", 3: "B7 D9"})
    king_shown = combinations_of(hand("SR SC SF"))
    shown = replace(
        hidden,
        answers=(NO_COMBINATIONS, king_shown, NO_COMBINATIONS, NO_COMBINATIONS),
    )

    assert MEDIUM.choose(view_of(hidden, seat(0))) == PlayCard(seat(0), card_of("SQ"))
    assert MEDIUM.choose(view_of(shown, seat(0))) == PlayCard(seat(0), card_of("D6"))


@pytest.mark.untraced
def test_it_is_better_than_taking_the_first_card_that_comes() -> None:
    won = lost = 0
    for seed in range(30):
        started = dealt_at_random(chance(seed))
        for team in (0, 1):
            choices = [
                MEDIUM.choose if one % 2 == team else fallback_action
                for one in range(4)
            ]
            both = totals(started, choices)
            won += both[team]
            lost += both[1 - team]
    assert won > lost


@LEVELS
def test_a_settled_deal_asks_nobody(player: RulePlayer) -> None:
    state = play(ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"}), "S6 S7 S8 S9")

    with pytest.raises(BrokenInvariant, match="asks nobody"):
        player.choose(view_of(state, Seat(0)))


def test_the_dealer_keeps_what_it_can_declare() -> None:
    # Three Kings, Queens and Knights in three sequences: both doublings (R24, R26).
    courts, pips = "SR SQ SC BR BQ BC CR CQ CC", "S10 S9 B10 B9 C10 C9 D10 D9"
    state = start(dealt(0, {0: f"{courts} {pips}"}))
    action = MEDIUM.choose(view_of(state, seat(0)))

    assert isinstance(action, Discard)
    assert set(action.cards) <= set(hand(pips))


def test_a_beginner_errs_by_the_chance_of_the_table() -> None:
    started = dealt_at_random(chance(3))
    views = [view for _, view, _ in turns(started, [MEDIUM.choose] * 4)]

    def chosen(player: RulePlayer, bot_seed: bytes) -> list[Action]:
        return [player.choose(view, bot_seed) for view in views]

    assert chosen(EASY, SEED) == chosen(EASY, SEED)
    assert chosen(EASY, SEED) != chosen(EASY, bytes(16))
    assert chosen(MEDIUM, SEED) == chosen(MEDIUM, bytes(16))


@pytest.mark.untraced
def test_a_beginner_loses_to_one_who_remembers() -> None:
    won = lost = 0
    for seed in range(40):
        started = dealt_at_random(chance(seed))
        for team in (0, 1):
            choices = [
                MEDIUM.choose if one % 2 == team else EASY.choose for one in range(4)
            ]
            both = totals(started, choices)
            won += both[team]
            lost += both[1 - team]
    assert won > lost
