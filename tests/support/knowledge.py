"""What a seat may know of a deal, worked out from what happened, without the engine.

Two questions are answered. Which cards does a value name, whatever is in it? And which
other deal could it be, as far as a seat can tell?
"""

import types
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.cards import CARD_CODES, Card, CardSet, card_of
from engine.deal import decide, evolve, replay, start
from engine.errors import RuleViolation
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
from engine.grande import StandIn
from engine.seats import Seat, Team
from tests.reference.oracle import explain
from tests.support.play import action_behind

_WITHOUT_CARDS = (int, bool, str, bytes, Seat, Team, types.NoneType)


def named_cards(value: object, hint: Any) -> CardSet:
    """Every card that a value names, found by walking all of it by its type.

    Numbers say nothing by themselves: only the declared type tells a card from a seat.
    A type that this walk does not know is an error, so that nothing is passed over.
    """
    if hint is Card:
        assert isinstance(value, int)
        return CardSet.from_cards([Card(value)])
    if hint is CardSet:
        assert isinstance(value, CardSet)
        return value
    if hint is StandIn:
        # The card it stands for is one that is not held: the row shows the gap, and
        # the same row follows from the shown cards alone (A28).
        assert isinstance(value, StandIn)
        return CardSet.from_cards([value.contatore])
    if hint in _WITHOUT_CARDS or (isinstance(hint, type) and issubclass(hint, Enum)):
        return CardSet()
    if get_origin(hint) in {Union, types.UnionType}:
        return named_cards(value, _member_of(value, get_args(hint)))
    if get_origin(hint) is tuple:
        assert isinstance(value, tuple)
        members = get_args(hint)
        if members[-1] is Ellipsis:
            members = members[:1] * len(value)
        return _together(map(named_cards, value, members))
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        return _together(
            named_cards(getattr(value, field.name), hints[field.name])
            for field in fields(hint)
        )
    msg = f"cannot tell whether {hint} names cards"
    raise TypeError(msg)


def known_cards(
    started: DealStarted, events: Iterable[Event], seat: Seat | None
) -> CardSet:
    """The cards that a seat may have seen; those that all have for no seat.

    Own cards and own discards, what was played, what was declared; everything once
    the deal is settled (R7, A28, A40).
    """
    hands = [set(hand.codes) for hand in started.hands]
    known = set() if seat is None else set(hands[seat])
    for event in events:
        match event:
            case Discarded(dealer, cards):
                hands[dealer] -= {CARD_CODES[card] for card in cards}
            case Declared(declarer):
                known |= set(explain(hands[declarer])["public_cards"])
            case CardPlayed(_, card):
                known.add(CARD_CODES[card])
            case DealSettled():
                known |= set(CARD_CODES)
            case Skipped() | TakenBack() | TrickWon():
                pass
    return CardSet.from_cards(map(card_of, known))


def twin_of(
    started: DealStarted,
    events: tuple[Event, ...],
    seat: Seat | None,
    rng: Random,
    *,
    by_the_rules: bool = False,
) -> tuple[DealStarted, tuple[Event, ...]]:
    """Another deal that has gone the same way as far as a seat can tell.

    Cards that the seat has not seen change places. What others declared stays true of
    them, since a declaration tells what is not held as well as what is.

    Args:
        started: The deal.
        events: What happened.
        seat: Who looks on; None for somebody without a seat.
        rng: For which cards change places.
        by_the_rules: Whether everything that happened has to be allowed there too.
    """
    declared = replay(started, events).answers
    known = known_cards(started, events, seat)
    hidden = [card for hand in started.hands for card in hand if card not in known]
    twin = started, events
    for _ in hidden:
        first, second = rng.choice(hidden), rng.choice(hidden)
        changed = _exchanged(*twin, first, second)
        if replay(*changed).answers != declared:
            continue
        if not by_the_rules or _is_allowed(*changed):
            twin = changed
    return twin


def _is_allowed(started: DealStarted, events: Iterable[Event]) -> bool:
    """Whether the rules allow everything that happened."""
    state = start(started)
    for event in events:
        action = action_behind(event)
        try:
            if action is not None:
                decide(state, action)
        except RuleViolation:
            return False
        state = evolve(state, event)
    return True


def _exchanged(
    started: DealStarted, events: tuple[Event, ...], first: Card, second: Card
) -> tuple[DealStarted, tuple[Event, ...]]:
    """The same deal with two cards in each other's place."""
    other = {first: second, second: first}

    def changed(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(other.get(card, card) for card in cards)

    hands = [CardSet.from_cards(changed(hand)) for hand in started.hands]
    happened: list[Event] = []
    for event in events:
        if isinstance(event, Discarded):
            one, another = changed(event.cards)
            happened.append(Discarded(event.seat, (one, another)))
        else:
            happened.append(event)
    other_start = DealStarted(started.dealer, (hands[0], hands[1], hands[2], hands[3]))
    return other_start, tuple(happened)


def _member_of(value: object, members: tuple[Any, ...]) -> Any:
    """The member of a union that a value belongs to."""
    if value is None:
        return types.NoneType
    (member,) = (one for one in members if one is not types.NoneType)
    return member


def _together(found: Iterable[CardSet]) -> CardSet:
    bits = 0
    for cards in found:
        bits |= cards.bits
    return CardSet(bits)
