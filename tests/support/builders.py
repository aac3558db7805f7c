"""Cards, hands and deals, written in card codes.

A row of cards is one string: `SR S6 16-5 MT`. A run such as `16-5` is every numbered
trump from the first down to the last, as the rules write it.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.cards import CARD_CODES, FULL_DECK, Card, CardSet, card_of
from engine.combinations import NO_COMBINATIONS
from engine.deal import DealState, Trick, start
from engine.discards import PROTECTED
from engine.events import DealStarted
from engine.seats import SEATS, Seat, next_seat

CASES = Path(__file__).parent.parent / "data" / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    """The worked examples of one kind: `combinations`, `tricks` and so on."""
    text = (CASES / f"{name}.json").read_text("utf-8")
    listed: list[dict[str, Any]] = json.loads(text)
    return listed


def case_id(case: dict[str, Any]) -> str:
    """The name of a worked example, for the list of tests."""
    return str(case["id"])


def row(text: str) -> tuple[Card, ...]:
    """The cards of a row, in the order written."""
    return tuple(card_of(code) for part in text.split() for code in _run(part))


def hand(text: str) -> CardSet:
    """The set of the cards of a row."""
    return CardSet.from_cards(row(text))


def text_of(cards: Iterable[Card]) -> str:
    """The row of these cards, in the order given."""
    return " ".join(CARD_CODES[card] for card in cards)


def seat(number: int) -> Seat:
    """The seat with this number."""
    return SEATS[number]


def dealt(dealer: int, named: Mapping[int, str]) -> DealStarted:
    """A deal in which some seats hold some named cards.

    The other cards fill the hands in card order, from the seat after the dealer on,
    so that a scenario names only the cards that matter.
    """
    held = {one: hand(named.get(one, "")) for one in SEATS}
    rest = iter(FULL_DECK - CardSet.from_cards(c for h in held.values() for c in h))
    hands = [CardSet()] * 4
    for steps in (1, 2, 3, 4):
        one = next_seat(seat(dealer), steps)
        size = 17 if one == dealer else 15
        filling = (next(rest) for _ in range(size - len(held[one])))
        hands[one] = held[one] | CardSet.from_cards(filling)
    return DealStarted(seat(dealer), (hands[0], hands[1], hands[2], hands[3]))


def begun(dealer: int, named: Mapping[int, str]) -> DealState:
    """The state of such a deal before its first card.

    The dealer has laid two cards away that were not named.
    """
    started = dealt(dealer, named)
    free = started.hands[dealer] - PROTECTED
    *_, one, another = free - hand(named.get(dealer, ""))
    cards = (one, another)
    hands = list(started.hands)
    hands[dealer] -= CardSet.from_cards(cards)
    state = start(started)
    return DealState(
        state.dealer, state.dealt, tuple(hands), state.leader, discards=cards
    )


def ending(leader: int, hands: Mapping[int, str]) -> DealState:
    """The end of a deal: these cards are still held, `leader` leads.

    Seat 3 has dealt. The cards before are laid out in card order and no seat has
    declared; whether they could have been played like that does not matter here.
    """
    held = [hand(hands[one]) for one in SEATS]
    left = len(held[0])
    rest = list(FULL_DECK - CardSet.from_cards(card for h in held for card in h))
    free = [card for card in rest if card not in PROTECTED]
    discards = (free[0], free[1])
    gone = [card for card in rest if card not in discards]
    winners = (seat(number % 4) for number in range(15 - left))
    tricks = tuple(
        Trick(SEATS[0], tuple(gone[4 * number : 4 * number + 4]), winner)
        for number, winner in enumerate(winners)
    )
    started = [
        held[one] | CardSet.from_cards(trick.cards[one] for trick in tricks)
        for one in SEATS
    ]
    started[3] |= CardSet.from_cards(discards)
    return DealState(
        dealer=SEATS[3],
        dealt=(started[0], started[1], started[2], started[3]),
        hands=tuple(held),
        leader=seat(leader),
        discards=discards,
        answers=(NO_COMBINATIONS,) * 4,
        tricks=tricks,
    )


def _run(part: str) -> Iterator[str]:
    high, dash, low = part.partition("-")
    if not dash:
        yield part
        return
    yield from (str(number) for number in range(int(high), int(low) - 1, -1))
