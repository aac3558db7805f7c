"""A deal as a text that a person can follow, and back to what was done in it.

A line is one thing that happened. `2 plays C7 of 3` says that seat 2 had three cards to
choose from. What a seat does stands in the text; everything else follows from it, so
that a text read and written again is the same text unless the rules have changed.
"""

from collections.abc import Iterable, Iterator

from engine.actions import Action, Declare, Discard, PlayCard, Skip
from engine.cards import CardSet, code_of
from engine.combinations import combinations_of
from engine.deal import DealState, decide, evolve, start
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
from engine.plain import result_name
from engine.record import DealRecord, hands_of, plays_of
from engine.seats import SEATS, Seat
from engine.settlement import Settlement
from engine.tricks import legal_cards
from tests.support.builders import hand, row, seat, text_of


def written(title: str, started: DealStarted, actions: Iterable[Action]) -> str:
    """The text of a deal in which these actions are done."""
    lines = [title, f"dealer {started.dealer}"]
    lines += [f"hand {one} {text_of(started.hands[one])}" for one in SEATS]
    state = start(started)
    for action in actions:
        for event in decide(state, action):
            before, state = state, evolve(state, event)
            lines += _lines_of(event, before, state)
    return "\n".join(lines) + "\n"


def read(text: str) -> tuple[str, DealStarted, list[Action]]:
    """Title, deal and actions of a text."""
    title, dealer, *lines = text.splitlines()
    hands = [hand(" ".join(line.split()[2:])) for line in lines[:4]]
    started = DealStarted(
        seat(int(dealer.split()[1])), (hands[0], hands[1], hands[2], hands[3])
    )
    return title, started, [*_actions_in(lines[4:])]


def actions_of(record: DealRecord) -> Iterator[Action]:
    """What was done in the deal of a record."""
    yield Discard(record.dealer, record.discards)
    hands = hands_of(record)
    for number, (by, card) in enumerate(plays_of(record)):
        if number < len(SEATS):
            held = hands[by] - CardSet.from_cards(record.discards)
            something = combinations_of(held).total > 0  # A27
            yield Declare(by) if record.declares[by] and something else Skip(by)
        yield PlayCard(by, card)


def _actions_in(lines: Iterable[str]) -> Iterator[Action]:
    for line in lines:
        first, *words = line.split()
        match words:
            case ["discards", *codes]:
                yield Discard(_seat(first), row(" ".join(codes)))
            case ["declares", *_]:
                yield Declare(_seat(first))
            case ["skips"]:
                yield Skip(_seat(first))
            case ["plays", code, *_]:
                yield PlayCard(_seat(first), row(code)[0])
            case _:
                pass


def _seat(number: str) -> Seat:
    return seat(int(number))


def _lines_of(event: Event, before: DealState, after: DealState) -> list[str]:
    match event:
        case Discarded(by, cards):
            return [f"{by} discards {text_of(cards)}"]
        case Declared(by):
            answer = after.answers[by]
            assert answer is not None
            return [f"{by} declares {answer.total}: {text_of(answer.public_cards)}"]
        case Skipped(by):
            return [f"{by} skips"]
        case CardPlayed(by, card):
            choice = len(legal_cards(before.hands[by], before.trick))
            return [f"{by} plays {code_of(card)} of {choice}"]
        case TakenBack(by, card):
            return [f"{by} takes {code_of(card)} back"]
        case TrickWon(by):
            return [f"{by} wins {text_of(before.trick)}"]
        case DealSettled():
            assert after.settlement is not None
            return _score_lines(after.settlement)


def _score_lines(settlement: Settlement) -> list[str]:
    given = settlement.given_for_matto
    matto = settlement.matto_case.value + (f" for {code_of(given)}" if given else "")
    lines = [f"Matto {matto}", f"discards to team {settlement.discards_team}"]
    for team, score in enumerate(settlement.teams):
        parts = (
            score.card_points,
            score.last_trick_points,
            score.combination_points,
            score.declaration_points,
        )
        lines.append(f"team {team}: {' + '.join(map(str, parts))} = {score.total}")
    return [*lines, result_name(settlement.winner)]
