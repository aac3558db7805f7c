"""A played deal as data, and back (`tarocco-deal/1`).

A record says who dealt, what was laid away, who declared, and the cards of the fifteen
tricks in the order played. Everything else follows: the hands from who played what, the
winners from the tricks, the score from all of it. Reading a record means playing it
again through `decide`, so that a record and a live table obey the same rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import Card, CardSet, card_of
from engine.combinations import combinations_of
from engine.deal import TRICKS_IN_DEAL, DealState, Phase, decide, evolve, start
from engine.discards import DISCARD_COUNT
from engine.errors import RuleCode, RuleViolation
from engine.events import DealStarted
from engine.plain import Plain, codes
from engine.seats import SEATS, Seat, next_seat
from engine.tricks import CARDS_IN_TRICK, trick_winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.events import Event

RECORD_FORMAT: Final = "tarocco-deal/1"

CardTrick: TypeAlias = tuple[Card, Card, Card, Card]


class IllegalRecord(Exception):  # noqa: N818 - the word of the exit code
    """A record that is not one, or that breaks a rule.

    Args:
        code: What kind of mistake it is.
        rule: Number of the rule.
        at: Where: `discards`, `trick 3 card 2` and the like, counted from 1.
        message: A sentence in English.
        allowed: Codes of the cards that would be accepted there, where a rule says so.
    """

    def __init__(
        self,
        code: RuleCode,
        rule: str,
        at: str,
        message: str,
        *,
        allowed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.at = at
        self.message = message
        self.allowed = allowed

    @classmethod
    def from_violation(cls, violation: RuleViolation, at: str) -> IllegalRecord:
        """The same mistake with its place in the record."""
        return cls(
            violation.code,
            violation.rule,
            at,
            violation.message,
            allowed=violation.allowed,
        )


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A record whose cards are all there, each once; not yet judged by the rules."""

    dealer: Seat
    discards: tuple[Card, Card]
    declares: tuple[bool, bool, bool, bool]
    """By seat. True for a hand without combinations is read as a skip (A27)."""
    tricks: tuple[CardTrick, ...]
    """Fifteen tricks in the order played."""


def read_record(data: object) -> DealRecord:
    """The record in this data, as read from JSON; unknown keys are ignored.

    Raises:
        IllegalRecord: Something is missing or of the wrong kind, a card is unknown
            or there twice.
    """
    data = record_object(data)
    if data.get("format") != RECORD_FORMAT:
        raise _malformed("format", f"The format has to be {RECORD_FORMAT}.")
    reader = _CardReader()
    dealer = data.get("dealer")
    if type(dealer) is not int or dealer not in SEATS:
        raise _malformed("dealer", "The dealer is a seat, 0 to 3.", "R4")
    discards = _two_discards(data)
    first, second = (reader.read(code, "discards") for code in discards)
    declares = _list_of(data, "declares", len(SEATS), "R7")
    if not all(isinstance(answer, bool) for answer in declares):
        raise _malformed("declares", "Each answer is true or false.", "R7")
    tricks = tuple(
        reader.read_trick(trick, number)
        for number, trick in enumerate(
            _list_of(data, "tricks", TRICKS_IN_DEAL, "R18"), 1
        )
    )
    return DealRecord(
        dealer=Seat(dealer),
        discards=(first, second),
        declares=(declares[0], declares[1], declares[2], declares[3]),
        tricks=tricks,
    )


def record_object(data: object) -> dict[str, Any]:
    """The data itself if it is a JSON object; raises `IllegalRecord` if not."""
    if not isinstance(data, dict):
        raise _malformed("record", "A record is a JSON object.")
    return data


def replay_record(record: DealRecord) -> DealState:
    """The settled deal of a record.

    Raises:
        IllegalRecord: A rule is broken; `at` says where.
    """
    *_, (_, state) = events_of(record)
    return state


def events_of(record: DealRecord) -> Iterator[tuple[Event, DealState]]:
    """Each event of a recorded deal after the dealing, with the state right after it.

    Raises:
        IllegalRecord: A rule is broken, when the walk comes to it; `at` says where.
    """
    discard = Discard(record.dealer, record.discards)
    steps = _acted(start(started_of(record)), discard, "discards")
    yield from steps
    for number, trick in enumerate(record.tricks, 1):
        for place, card in enumerate(trick, 1):
            at = f"trick {number} card {place}"
            _, state = steps[-1]
            seat = next_seat(state.leader, place - 1)
            if state.phase is Phase.DECLARE:
                steps = _acted(state, _answer(record, state, seat), at)
                yield from steps
                _, state = steps[-1]
            steps = _acted(state, PlayCard(seat, card), at)
            yield from steps


def started_of(record: DealRecord) -> DealStarted:
    """The deal as its cards were dealt."""
    return DealStarted(record.dealer, hands_of(record))


def hands_of(record: DealRecord) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """The hands as dealt that a record implies: what each seat played or discarded."""
    hands = [CardSet()] * len(SEATS)
    hands[record.dealer] = CardSet.from_cards(record.discards)
    for seat, card in plays_of(record):
        hands[seat] = hands[seat].with_card(card)
    return hands[0], hands[1], hands[2], hands[3]


def plays_of(record: DealRecord) -> Iterator[tuple[Seat, Card]]:
    """Who played which card, in order; leaders follow from the winners (R6, R11)."""
    leader = next_seat(record.dealer)
    for trick in record.tricks:
        for steps, card in enumerate(trick):
            yield next_seat(leader, steps), card
        leader = next_seat(leader, trick_winner(trick))


def record_of(state: DealState) -> Plain:
    """The record of a settled deal, as data for JSON."""
    return {
        "format": RECORD_FORMAT,
        "dealer": state.dealer,
        "discards": codes(state.discards or ()),
        "declares": [bool(answer and answer.total) for answer in state.answers],
        "tricks": [codes(trick.cards) for trick in state.tricks],
    }


def _answer(record: DealRecord, state: DealState, seat: Seat) -> Action:
    # A27: a record may say true for a hand that has nothing; it shows nothing.
    if record.declares[seat] and combinations_of(state.hands[seat]).total:
        return Declare(seat)
    return Skip(seat)


def _acted(state: DealState, action: Action, at: str) -> list[tuple[Event, DealState]]:
    try:
        events = decide(state, action)
    except RuleViolation as violation:
        raise IllegalRecord.from_violation(violation, at) from None
    steps = []
    for event in events:
        state = evolve(state, event)
        steps.append((event, state))
    return steps


class _CardReader:
    """Reads card codes and refuses a card that came before."""

    def __init__(self) -> None:
        self._seen = CardSet()

    def read(self, code: object, at: str) -> Card:
        if not isinstance(code, str):
            raise _malformed(at, "A card is a code in quotes, such as SR.", "R3")
        try:
            card = card_of(code)
        except RuleViolation as violation:
            raise IllegalRecord.from_violation(violation, at) from None
        if card in self._seen:
            raise IllegalRecord(
                RuleCode.CARD_TWICE,
                RuleCode.CARD_TWICE.rule,
                at,
                f"{code} comes a second time; every card comes once.",
            )
        self._seen = self._seen.with_card(card)
        return card

    def read_trick(self, trick: object, number: int) -> CardTrick:
        at = f"trick {number}"
        if not isinstance(trick, list) or len(trick) != CARDS_IN_TRICK:
            raise _malformed(at, "A trick is a list of four cards.", "R8")
        first, second, third, fourth = (
            self.read(code, f"{at} card {place}") for place, code in enumerate(trick, 1)
        )
        return first, second, third, fourth


def _two_discards(data: dict[Any, Any]) -> list[Any]:
    discards = data.get("discards")
    if isinstance(discards, list) and len(discards) != DISCARD_COUNT:
        raise IllegalRecord(
            RuleCode.DISCARD_COUNT,
            RuleCode.DISCARD_COUNT.rule,
            "discards",
            f"The dealer discards exactly two cards, not {len(discards)}.",
        )
    return _list_of(data, "discards", DISCARD_COUNT, "R5")


def _list_of(data: dict[Any, Any], key: str, count: int, rule: str) -> list[Any]:
    items = data.get(key)
    if not isinstance(items, list) or len(items) != count:
        raise _malformed(key, f"`{key}` is a list of {count}.", rule)
    return items


def _malformed(
    at: str, message: str, rule: str = RuleCode.BAD_RECORD.rule
) -> IllegalRecord:
    return IllegalRecord(RuleCode.BAD_RECORD, rule, at, message)
