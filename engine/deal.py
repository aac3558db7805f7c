"""One deal as a state that changes through `decide` and `evolve` and nowhere else.

`decide` judges an action and returns the events it leads to, or refuses and leaves
everything as it was. `evolve` applies one event and cannot fail. A state is a fold of
its events, so the same events give the same deal on any machine.

The phase is not stored: it follows from what has happened.

    discard -> (declare -> play) for each seat in trick 1 -> play ... -> settled
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import reduce
from typing import TYPE_CHECKING, Final, assert_never

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import MATTO, Card, CardSet
from engine.combinations import NO_COMBINATIONS, CombinationScore, combinations_of
from engine.declarations import declaration_of
from engine.discards import check_discards
from engine.errors import BrokenInvariant, RuleCode, RuleViolation
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
from engine.frozen import changed
from engine.seats import SEATS, Seat, Team, next_seat, team_of
from engine.settlement import PlayedDeal, Settlement, settle
from engine.tricks import CARDS_IN_TRICK, check_card, trick_winner

if TYPE_CHECKING:
    from collections.abc import Iterable

TRICKS_IN_DEAL: Final = 15


class Phase(Enum):
    """What the seat on turn is asked for; the value is its name in data."""

    DISCARD = "discard"
    DECLARE = "declare"
    PLAY = "play"
    SETTLED = "settled"


# Which action is heard in which phase. A card played in the phase `DECLARE` counts as
# a skip (A27).
ALLOWED_ACTIONS: Final[dict[Phase, tuple[type[Action], ...]]] = {
    Phase.DISCARD: (Discard,),
    Phase.DECLARE: (Declare, Skip, PlayCard),
    Phase.PLAY: (PlayCard,),
    Phase.SETTLED: (),
}


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick."""

    leader: Seat
    cards: tuple[Card, ...]
    """Four cards in the order played, the leader's first."""
    winner: Seat


@dataclass(frozen=True, slots=True)
class DealState:
    """Everything about a deal, hidden cards included: it never leaves the server."""

    dealer: Seat
    dealt: tuple[CardSet, CardSet, CardSet, CardSet]
    """The hands as dealt, by seat (R4)."""
    hands: tuple[CardSet, ...]
    """The cards still held, by seat."""
    leader: Seat
    """Who leads the trick that is being played (R6)."""
    discards: tuple[Card, Card] | None = None
    answers: tuple[CombinationScore | None, ...] = (None, None, None, None)
    """By seat: the declaration, `NO_COMBINATIONS` for a skip, None before (A26)."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick that is being played, in order; four only until its
    winner is known."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks."""
    settlement: Settlement | None = None

    @property
    def turn(self) -> Seat | None:
        """Who is to act; None when the deal is settled."""
        if self.settlement is not None:
            return None
        if self.discards is None:
            return self.dealer  # R5: the dealer discards before the first card
        return next_seat(self.leader, len(self.trick))

    @property
    def phase(self) -> Phase:
        """What the seat on turn is asked for."""
        turn = self.turn
        if turn is None:
            return Phase.SETTLED
        if self.discards is None:
            return Phase.DISCARD
        if self.answers[turn] is None:
            return Phase.DECLARE  # A26: at one's own turn in trick 1
        return Phase.PLAY

    @property
    def matto_owner(self) -> Seat:
        """The seat that was dealt the Matto; it can never be discarded (R5)."""
        return next(seat for seat in SEATS if MATTO in self.dealt[seat])

    def tricks_won(self, team: Team) -> int:
        """How many complete tricks a team has won."""
        return sum(team_of(trick.winner) == team for trick in self.tricks)


def start(event: DealStarted) -> DealState:
    """The state of a deal whose cards have just been dealt."""
    leader = next_seat(event.dealer)  # R6: the player on the dealer's right
    return DealState(event.dealer, event.hands, event.hands, leader)


def decide(state: DealState, action: Action) -> tuple[Event, ...]:
    """The events that an action leads to, in order; at least one.

    The seat and its turn are judged before anything else, so that what is refused out
    of turn says nothing about cards.

    Raises:
        RuleViolation: The rules do not allow the action now; the state is untouched.
    """
    phase = state.phase
    if phase is Phase.SETTLED:
        raise RuleViolation(
            RuleCode.WRONG_PHASE,
            "The deal is settled: fifteen tricks are played.",
            rule="R18",
        )
    if action.seat != state.turn:
        raise RuleViolation(
            RuleCode.NOT_YOUR_TURN, "Another seat is to act.", rule=_turn_rule(state)
        )
    if not isinstance(action, ALLOWED_ACTIONS[phase]):
        raise _out_of_phase(phase, action)
    match action:
        case Discard(seat, cards):
            check_discards(state.hands[seat], cards)
            return (Discarded(seat, (cards[0], cards[1])),)
        case Declare(seat):
            declaration_of(state.hands[seat])  # refuses a hand without combinations
            return (Declared(seat),)
        case Skip(seat):
            return (Skipped(seat),)
        case PlayCard(seat, card):
            return _decide_card(state, seat, card)
        case _:
            assert_never(action)


def _decide_card(state: DealState, seat: Seat, card: Card) -> tuple[Event, ...]:
    check_card(state.hands[seat], state.trick, card)
    events: list[Event] = []
    if state.phase is Phase.DECLARE:
        events.append(Skipped(seat))  # A27: playing without a word is a skip
    events.append(CardPlayed(seat, card))
    trick = (*state.trick, card)
    if len(trick) == CARDS_IN_TRICK:
        events.append(TrickWon(next_seat(state.leader, trick_winner(trick))))
        if len(state.tricks) + 1 == TRICKS_IN_DEAL:
            events.append(DealSettled())  # R18
    return tuple(events)


def evolve(state: DealState, event: Event) -> DealState:
    """The state after an event that `decide` gave; never refuses."""
    match event:
        case Discarded(seat, cards):
            hands = _with_hand(
                state.hands, seat, state.hands[seat] - CardSet.from_cards(cards)
            )
            return changed(state, hands=hands, discards=cards)
        case Declared(seat):
            return _answered(state, seat, combinations_of(state.hands[seat]))
        case Skipped(seat):
            return _answered(state, seat, NO_COMBINATIONS)
        case CardPlayed(seat, card):
            hands = _with_hand(state.hands, seat, state.hands[seat].without_card(card))
            return changed(state, hands=hands, trick=(*state.trick, card))
        case TakenBack(seat, card):
            return _taken_back(state, seat, card)
        case TrickWon(seat):
            complete = Trick(state.leader, state.trick, seat)
            return changed(
                state, leader=seat, trick=(), tricks=(*state.tricks, complete)
            )
        case DealSettled():
            return changed(state, settlement=settle(_played(state)))
        case _:
            assert_never(event)


def cards_played(state: DealState) -> int:
    """How many cards lie on the table or in piles, 0 to 60."""
    return CARDS_IN_TRICK * len(state.tricks) + len(state.trick)


def last_card_of(state: DealState) -> tuple[Seat, Card] | None:
    """Who played the last card, and which; None before the first card.

    Until the next card falls, this is the card that may be taken back (H44).
    """
    if state.trick:
        return next_seat(state.leader, len(state.trick) - 1), state.trick[-1]
    if state.tricks:
        trick = state.tricks[-1]
        return next_seat(trick.leader, CARDS_IN_TRICK - 1), trick.cards[-1]
    return None


def replay(started: DealStarted, events: Iterable[Event]) -> DealState:
    """The state after these events."""
    return reduce(evolve, events, start(started))


def _taken_back(state: DealState, seat: Seat, card: Card) -> DealState:
    """The state before the last card; what was declared before it still stands."""
    if not state.trick:  # the card had completed a trick, which lies open again
        trick = state.tricks[-1]
        state = changed(
            state, leader=trick.leader, trick=trick.cards, tricks=state.tricks[:-1]
        )
    hand = state.hands[seat].with_card(card)
    return changed(
        state, hands=_with_hand(state.hands, seat, hand), trick=state.trick[:-1]
    )


def _turn_rule(state: DealState) -> str:
    if state.phase is Phase.DISCARD:
        return "R5"
    return RuleCode.NOT_YOUR_TURN.rule


def _out_of_phase(phase: Phase, action: Action) -> RuleViolation:
    if isinstance(action, Declare | Skip) and phase is Phase.PLAY:
        return RuleViolation(
            RuleCode.DECLARATION_CLOSED,
            "The declaration of this seat is closed: it comes once, "
            "before the first card.",
        )
    if phase is Phase.DISCARD:
        return RuleViolation(
            RuleCode.WRONG_PHASE,
            "The dealer has to discard two cards first.",
            rule="R5",
        )
    return RuleViolation(
        RuleCode.WRONG_PHASE, "The discard is over: a card is asked for.", rule="R5"
    )


def _with_hand(
    hands: tuple[CardSet, ...], seat: Seat, hand: CardSet
) -> tuple[CardSet, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _answered(state: DealState, seat: Seat, score: CombinationScore) -> DealState:
    answers = (*state.answers[:seat], score, *state.answers[seat + 1 :])
    return changed(state, answers=answers)


def _played(state: DealState) -> PlayedDeal:
    if state.discards is None:
        msg = "a deal was settled before the discard"
        raise BrokenInvariant(msg)
    piles = [CardSet(), CardSet()]
    for trick in state.tricks:
        piles[team_of(trick.winner)] |= CardSet.from_cards(trick.cards)
    return PlayedDeal(
        trick_piles=(piles[0], piles[1]),
        tricks_won=(state.tricks_won(Team(0)), state.tricks_won(Team(1))),
        dealer=state.dealer,
        discards=state.discards,
        matto_owner=state.matto_owner,
        last_trick_team=team_of(state.tricks[-1].winner),
        declarations=state.answers,
    )
