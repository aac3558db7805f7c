"""Deals played through `decide` and `evolve`, at random or as told."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import card_of, code_of
from engine.deal import DealState, Phase, decide, evolve, start
from engine.events import (
    CardPlayed,
    DealStarted,
    Declared,
    Discarded,
    Event,
    Skipped,
)
from engine.seats import SEATS
from tests.reference.cards import NEVER_DISCARDED
from tests.reference.oracle import explain, legal


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as far as it was played."""

    started: DealStarted
    events: tuple[Event, ...]
    states: tuple[DealState, ...]
    """The first one before all events, then one after each."""

    @property
    def end(self) -> DealState:
        """The state after all events."""
        return self.states[-1]


def chance(seed: int) -> Random:
    """A fixed source of chance, for a test that needs any one deal."""
    return Random(seed)  # noqa: S311 - no secret depends on it


def act(state: DealState, *actions: Action) -> DealState:
    """The state after these actions; each has to be allowed."""
    for action in actions:
        for event in decide(state, action):
            state = evolve(state, event)
    return state


def play(state: DealState, cards: str) -> DealState:
    """The state after these cards, each by the seat whose turn it is."""
    for code in cards.split():
        assert state.turn is not None
        state = act(state, PlayCard(state.turn, card_of(code)))
    return state


def follow(started: DealStarted, events: Iterable[Event]) -> Played:
    """The deal with every state between these events."""
    states = [start(started)]
    events = tuple(events)
    for event in events:
        states.append(evolve(states[-1], event))
    return Played(started, events, tuple(states))


def action_behind(event: object) -> Action | None:
    """What a seat did, if the event says so."""
    match event:
        case Discarded(seat, cards):
            return Discard(seat, cards)
        case Declared(seat):
            return Declare(seat)
        case Skipped(seat):
            return Skip(seat)
        case CardPlayed(seat, card):
            return PlayCard(seat, card)
        case _:
            return None


def random_action(state: DealState, rng: Random) -> Action:
    """An action that the rules allow, found without asking the engine what they are."""
    seat = state.turn
    assert seat is not None
    held = list(state.hands[seat].codes)
    match state.phase:
        case Phase.DISCARD:
            free = [code for code in held if code not in NEVER_DISCARDED]
            return Discard(seat, tuple(map(card_of, rng.sample(free, 2))))
        case Phase.DECLARE if rng.random() < 0.9:
            if explain(held)["total"] and rng.random() < 0.75:
                return Declare(seat)
            return Skip(seat)
        case _:  # In one case of ten a card is played without a word (A27).
            allowed = sorted(legal(held, list(map(code_of, state.trick))))
            return PlayCard(seat, card_of(rng.choice(allowed)))


def played_at_random(
    started: DealStarted, rng: Random, *, stop_after: int = 1000
) -> Played:
    """A deal played by random allowed actions, to its end or for so many actions."""
    events: list[Event] = []
    state = start(started)
    for _ in range(stop_after):
        if state.turn is None:
            break
        decided = decide(state, random_action(state, rng))
        events += decided
        for event in decided:
            state = evolve(state, event)
    return follow(started, events)


def cards_of(state: DealState) -> list[int]:
    """Every card of a deal, wherever it lies, one by one."""
    places = [card for seat in SEATS for card in state.hands[seat]]
    places += [card for trick in state.tricks for card in trick.cards]
    return [*places, *state.trick, *(state.discards or ())]
