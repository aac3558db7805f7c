"""A deal from the first card to the count: order, phases, refusals, and its laws."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import MATTO, card_of
from engine.combinations import NO_COMBINATIONS
from engine.deal import (
    ALLOWED_ACTIONS,
    DealState,
    Phase,
    decide,
    evolve,
    last_card_of,
    replay,
    start,
)
from engine.errors import BrokenInvariant, RuleViolation
from engine.events import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Event,
    Skipped,
    TakenBack,
    TrickWon,
)
from engine.seats import SEATS, Seat
from tests.reference import oracle
from tests.support.builders import begun, dealt, ending, row, seat, text_of
from tests.support.deal_model import DealModel
from tests.support.play import (
    act,
    cards_of,
    chance,
    play,
    played_at_random,
    random_action,
)
from tests.support.strategies import any_action, chances, dealt_at_random, examples


def test_the_dealer_discards_first() -> None:
    state = start(dealt(2, {2: "S6 D6"}))

    assert (state.phase, state.turn) == (Phase.DISCARD, 2)  # R5
    assert decide(state, Discard(seat(2), row("S6 D6"))) == (
        Discarded(seat(2), (card_of("S6"), card_of("D6"))),
    )
    after = act(state, Discard(seat(2), row("S6 D6")))
    assert [len(held) for held in after.hands] == [15] * 4
    assert text_of(after.discards or ()) == "S6 D6"


def test_the_seat_on_the_dealers_right_leads() -> None:
    state = begun(2, {})

    assert (state.leader, state.turn, state.phase) == (3, 3, Phase.DECLARE)  # R6, A38


def test_each_seat_answers_just_before_its_own_first_card() -> None:
    state = begun(0, {1: "S6", 2: "S7", 3: "S8", 0: "S9"})
    asked = []
    for code in ["S6", "S7", "S8", "S9"]:
        assert state.turn is not None
        asked.append((state.turn, state.phase))
        state = act(state, Skip(state.turn))
        assert state.phase is Phase.PLAY
        state = play(state, code)

    assert asked == [(one, Phase.DECLARE) for one in (1, 2, 3, 0)]  # A26
    assert state.phase is Phase.PLAY  # nobody is asked in trick 2


def test_a_declaration_is_of_the_fifteen_cards_in_hand() -> None:
    # A25: without the discarded SC, the dealer's swords are no sequence.
    pips = "S10 S9 S8 S7 S6 B10 B9 B8 B7 B6 C10 C9 C8 D10"
    state = start(dealt(3, {3: f"SR SQ SC {pips}", 0: "DR", 1: "DQ", 2: "DC"}))
    state = play(act(state, Discard(seat(3), row("SC S10"))), "DR DQ DC")

    with pytest.raises(RuleViolation) as refusal:
        decide(state, Declare(seat(3)))
    assert refusal.value.code == "E_NOTHING_TO_DECLARE"
    assert decide(state, Skip(seat(3))) == (Skipped(seat(3)),)


def test_a_declared_hand_keeps_its_cards() -> None:
    state = begun(0, {1: "SR SQ SC S6"})
    after = act(state, Declare(seat(1)))

    assert decide(state, Declare(seat(1))) == (Declared(seat(1)),)
    assert after.hands == state.hands  # A28: they are played as usual
    answer = after.answers[1]
    assert answer is not None
    assert set(answer.public_cards.codes) >= {"SR", "SQ", "SC"}


def test_playing_without_a_word_is_a_skip() -> None:
    state = begun(0, {1: "SR SQ SC S6"})

    assert decide(state, PlayCard(seat(1), card_of("S6"))) == (
        Skipped(seat(1)),  # A27
        CardPlayed(seat(1), card_of("S6")),
    )
    assert play(state, "S6").answers[1] == NO_COMBINATIONS


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = begun(0, {1: "S6", 2: "SR", 3: "S8", 0: "S9"})
    after = play(state, "S6 SR S8 S9")

    assert (after.leader, after.turn) == (2, 2)  # R11
    assert after.trick == ()
    assert [(one.leader, text_of(one.cards), one.winner) for one in after.tricks] == [
        (1, "S6 SR S8 S9", 2)
    ]
    assert [after.tricks_won(team) for team in (0, 1)] == [1, 0]  # type: ignore[arg-type]


def test_the_last_card_settles_the_deal() -> None:
    state = play(ending(1, {0: "S9", 1: "S6", 2: "SR", 3: "MT"}), "S6 SR MT")
    events = decide(state, PlayCard(seat(0), card_of("S9")))

    assert events == (
        CardPlayed(seat(0), card_of("S9")),
        TrickWon(seat(2)),
        DealSettled(),  # R18
    )
    after = act(state, PlayCard(seat(0), card_of("S9")))
    assert (after.phase, after.turn) == (Phase.SETTLED, None)
    assert after.settlement is not None
    assert [one.last_trick_points for one in after.settlement.teams] == [6, 0]  # R21
    assert after.settlement.matto_owner == 3  # A36


def test_the_matto_is_its_owners_whoever_holds_it_now() -> None:
    state = begun(0, {1: "MT", 2: "S6"})

    assert state.matto_owner == 1
    assert play(state, "MT S6").matto_owner == 1


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_no_other_action_is_heard_in_a_phase(phase: Phase) -> None:
    before = start(dealt(0, {}))
    on_turn = begun(0, {1: "S6 SR SQ SC"})
    state = {
        Phase.DISCARD: before,
        Phase.DECLARE: on_turn,
        Phase.PLAY: act(on_turn, Skip(seat(1))),
        Phase.SETTLED: play(
            ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"}), "S6 S7 S8 S9"
        ),
    }[phase]
    assert state.phase is phase
    by = state.turn if state.turn is not None else seat(0)
    actions: list[Action] = [
        Discard(by, row("S6 S7")),
        Declare(by),
        Skip(by),
        PlayCard(by, card_of("S6")),
    ]
    for action in actions:
        if not isinstance(action, ALLOWED_ACTIONS[phase]):
            with pytest.raises(RuleViolation) as refusal:
                decide(state, action)
            too_late = phase is Phase.PLAY and isinstance(action, Declare | Skip)
            assert refusal.value.code == ("E_DECL_CLOSED" if too_late else "E_PHASE")


def test_a_settled_deal_hears_nobody() -> None:
    state = play(ending(0, {0: "S6", 1: "S7", 2: "S8", 3: "S9"}), "S6 S7 S8 S9")

    for one in SEATS:
        with pytest.raises(RuleViolation, match="is settled") as refusal:
            decide(state, Skip(one))
        assert (refusal.value.code, refusal.value.rule) == ("E_PHASE", "R18")


def test_only_a_caller_out_of_step_can_settle_too_early() -> None:
    with pytest.raises(BrokenInvariant, match="before the discard"):
        evolve(start(dealt(0, {})), DealSettled())


# ------------------------------------------------------------------------- laws


@pytest.mark.untraced
@given(chances)
@examples(150)
def test_a_whole_deal_keeps_its_laws(rng: Random) -> None:
    played = played_at_random(dealt_at_random(rng), rng)
    end = played.end

    for state in played.states:
        assert sorted(cards_of(state)) == list(range(62))  # R3: each in one place
    assert len(end.tricks) == 15  # R18
    assert not any(end.hands)
    assert end.settlement is not None
    assert sum(team.card_points for team in end.settlement.teams) == 87  # R20
    assert sum(team.last_trick_points for team in end.settlement.teams) == 6  # R21
    assert sum(end.settlement.tricks_won) == 15
    dealt_matto = [one for one in SEATS if MATTO in played.started.hands[one]]
    assert [end.matto_owner] == dealt_matto
    assert replay(played.started, played.events) == end


@pytest.mark.untraced
@given(chances, st.integers(0, 70), any_action)
@examples(300)
def test_a_refused_action_changes_nothing(
    rng: Random, steps: int, action: Action
) -> None:
    state = played_at_random(dealt_at_random(rng), rng, stop_after=steps).end
    before = repr(state)
    with suppress(RuleViolation):
        assert decide(state, action)
    assert repr(state) == before


class WholeDeal(RuleBasedStateMachine):
    """Any action by any seat, beside the same deal kept on paper."""

    @initialize(seed=st.integers(0, 1 << 32))
    def deal(self, seed: int) -> None:
        self.rng = chance(seed)
        self.started: DealStarted = dealt_at_random(self.rng)
        self.model = DealModel(self.started)
        self.state: DealState = start(self.started)
        self.events: list[Event] = []

    def ask(self, action: Action) -> None:
        before = repr(self.state)
        try:
            decided = decide(self.state, action)
        except RuleViolation:
            assert not self.model.allows(action)
            assert repr(self.state) == before
            return
        assert self.model.allows(action)
        self.model.follow(action)
        for event in decided:
            self.state = evolve(self.state, event)
        self.events += decided

    @rule(action=any_action)
    def anything(self, action: Action) -> None:
        self.ask(action)

    @precondition(lambda self: self.model.turn is not None)
    @rule(card=st.integers(0, 16))
    def a_card_that_is_held(self, card: int) -> None:
        turn = self.state.turn
        assert turn is not None
        held = tuple(self.state.hands[turn])
        self.ask(PlayCard(turn, held[card % len(held)]))

    @precondition(lambda self: self.model.turn is not None)
    @rule()
    def what_is_allowed(self) -> None:
        self.ask(random_action(self.state, self.rng))

    @precondition(lambda self: self.model.turn is not None)
    @rule()
    def a_whole_round(self) -> None:
        for _ in range(8):
            if self.model.turn is not None:
                self.ask(random_action(self.state, self.rng))

    @invariant()
    def it_is_the_same_deal_on_paper(self) -> None:
        assert self.state.turn == self.model.turn
        assert [set(held.codes) for held in self.state.hands] == self.model.hands
        assert text_of(self.state.trick).split() == self.model.trick
        assert [text_of(one.cards).split() for one in self.state.tricks] == (
            self.model.tricks
        )
        assert sorted(cards_of(self.state)) == list(range(62))

    def teardown(self) -> None:
        assert replay(self.started, self.events) == self.state
        settlement = self.state.settlement
        assert (settlement is None) == (self.model.turn is not None)
        if settlement is not None:
            score = oracle.score_record(self.model.record())
            totals = [team.total for team in settlement.teams]
            assert totals == [team["total"] for team in score["teams"]]
            assert list(settlement.declared_by_seat) == score["declared_by_seat"]


TestWholeDeal = WholeDeal.TestCase
TestWholeDeal.settings = settings(
    max_examples=max(40, settings().max_examples // 4), stateful_step_count=50
)


def test_a_card_that_is_taken_back_lies_in_its_hand_again() -> None:
    before = ending(1, {0: "S6 D6", 1: "S7 D7", 2: "S8 D8", 3: "S9 D9"})
    after = play(before, "S7")

    assert last_card_of(after) == (1, card_of("S7"))
    assert evolve(after, TakenBack(seat(1), card_of("S7"))) == before


def test_the_card_that_completed_a_trick_opens_it_again() -> None:
    state = ending(1, {0: "S6 D6", 1: "S7 D7", 2: "S8 D8", 3: "S9 D9"})
    before = play(play(play(state, "S7"), "S8"), "S9")
    after = play(before, "S6")

    assert last_card_of(after) == (0, card_of("S6"))
    assert evolve(after, TakenBack(seat(0), card_of("S6"))) == before


def test_refusal_says_what_is_asked_for_instead() -> None:
    begins, plays = start(dealt(1, {1: "S6 S7"})), begun(0, {1: "SR"})
    ends = ending(1, {0: "S6", 1: "S7", 2: "S8", 3: "S9"})
    wrong: dict[str, tuple[DealState, Action]] = {
        "The dealer has to discard": (begins, PlayCard(seat(1), card_of("S6"))),
        "The discard is over": (plays, Discard(seat(1), row("SR SQ"))),
        "The declaration of this seat is closed": (ends, Declare(seat(1))),
    }

    for words, (state, action) in wrong.items():
        with pytest.raises(RuleViolation) as refusal:
            decide(state, action)
        assert str(refusal.value).startswith(words)


@pytest.mark.parametrize("leader", SEATS)
def test_last_card_is_of_whoever_played_it(leader: Seat) -> None:
    state = ending(leader, {0: "S6 D6", 1: "S7 D7", 2: "S8 D8", 3: "S9 D9"})
    cards = ("S6", "S7", "S8", "S9")

    for number in range(4):
        by = (leader + number) % 4
        state = play(state, cards[by])

        assert last_card_of(state) == (by, card_of(cards[by]))


def test_before_the_first_card_there_is_none_to_take_back() -> None:
    assert last_card_of(begun(0, {})) is None
