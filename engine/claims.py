"""Claims: a seat says that the rest of the tricks is decided (H45).

A claim shows the hand. Opponents agree or play goes on; an accepted claim is played out
card by card in some legal line in which it holds, so that every deal has fifteen tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.actions import PlayCard, Skip
from engine.cards import CARDS_OF, FULL_DECK, MATTO, TRUMPS, Card, CardSet, suit_of
from engine.deal import DealState, Phase, decide, evolve
from engine.seats import Seat, Team, team_of
from engine.tricks import legal_cards, winning_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.actions import Action

_MOST_STEPS: Final = 1_500
"""Cards tried before a line counts as not found; about a tenth of a second."""


def is_certain(hand: CardSet, seen: CardSet) -> bool:
    """Whether a leader takes all tricks with this hand, whatever the others hold.

    It is judged from the hand and the cards that everybody has seen: each card led must
    be one that no card still out can beat. The Matto never takes a trick.

    Args:
        hand: The hand of the seat that is to lead.
        seen: Cards already played, to earlier tricks.
    """
    out = FULL_DECK - seen - hand
    return all(not _can_be_beaten(card, out) for card in hand)


def _can_be_beaten(card: Card, out: CardSet) -> bool:
    suit = suit_of(card)
    if suit is None:
        return True  # R17: the Matto never wins
    rivals = out & (TRUMPS | CARDS_OF[suit])
    return any(winning_index((card, rival)) == 1 for rival in rivals)


def line_of_claim(state: DealState, seat: Seat, *, ours: bool) -> list[Action] | None:
    """Moves for all seats to the end of the deal in which the claim holds.

    The team of `seat` wins every trick still to be completed if the claim is `ours`, and
    none of them otherwise. None if no such line was found.
    """
    wanted = team_of(seat) if ours else Team(1 - team_of(seat))
    steps = 0

    def search(now: DealState) -> list[Action] | None:
        nonlocal steps
        if len(now.tricks) > len(state.tricks) and team_of(now.leader) != wanted:
            return None
        if now.phase is Phase.SETTLED:
            return []
        for actions in _ways(now, wanted):
            steps += 1
            if steps > _MOST_STEPS:
                return None
            after = now
            for action in actions:
                for event in decide(after, action):
                    after = evolve(after, event)
            rest = search(after)
            if rest is not None:
                return [*actions, *rest]
        return None

    return search(state)


def _ways(state: DealState, wanted: Team) -> Iterator[list[Action]]:
    """What the seat on turn may do, the most helpful card first."""
    seat = state.turn
    if seat is None or state.phase is Phase.DISCARD:
        return
    before: list[Action] = [Skip(seat)] if state.phase is Phase.DECLARE else []
    cards = list(legal_cards(state.hands[seat], state.trick))
    helps = team_of(seat) == wanted
    cards.sort(key=lambda card: _takes(state, card), reverse=helps)
    for card in cards:
        yield [*before, PlayCard(seat, card)]


def _takes(state: DealState, card: Card) -> tuple[bool, int]:
    """How strongly a card takes the trick as it lies."""
    takes = winning_index((*state.trick, card)) == len(state.trick)
    order = 0 if card == MATTO else (100 if card in TRUMPS else 0) - card
    return takes, order
