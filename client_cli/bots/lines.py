"""What happens at a table as JSON lines for a program, and its answers.

Pure: items and views in, objects out. Each object has `v`, 1, and `ev`; keys are only
ever added. Seats have the names of the table, `south east north west`, whoever sits
there; cards are the codes of the wire. A line with the key `legal` is a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never

from protocol.bots import DeclareMove, DiscardMove, PlayMove, Question
from protocol.items import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Skipped,
    TakenBack,
    TrickWon,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.bots import BotView, Move, WrongAnswerError
    from protocol.items import Item
    from protocol.scores import TeamScore
    from protocol.views import View

Line: TypeAlias = dict[str, Any]
"""A value of JSON's object kind."""

SEATS: Final = ("south", "east", "north", "west")
TEAMS: Final = ("NS", "EW")
DECLARE: Final = "declare"
SKIP: Final = "skip"
_WISHES: Final = {
    "DECLARE": True,
    "YES": True,
    "SKIP": False,
    "PASS": False,
    "NO": False,
}
"""What a line means that answers whether to declare."""
_VERBS: Final = {Question.DISCARD: ("DISCARD", "LAY"), Question.PLAY: ("PLAY",)}


def item_lines(item: Item, after: View) -> list[Line]:
    """What one event of a table is told as; nothing for what no player needs.

    Args:
        item: The event, as one's own seat is told of it.
        after: The table after the message that brought it.
    """
    deal = after.deal
    if deal is None:
        return []
    match item:
        case DealStarted():
            return [_deal_line(item, after)]
        case Discarded(seat=seat, cards=cards):
            return [_line("discarded", seat=SEATS[seat], cards=cards)]
        case Declared(seat=seat, score=score):
            return [
                _line(
                    "declared",
                    seat=SEATS[seat],
                    cards=score.public_cards,
                    points=score.total,
                )
            ]
        case Skipped(seat=seat):
            return [_line("skipped", seat=SEATS[seat])]
        case CardPlayed(seat=seat, card=card):
            return [_line("card", seat=SEATS[seat], card=card)]
        case TakenBack(seat=seat, card=card):
            return [_line("taken_back", seat=SEATS[seat], card=card)]
        case TrickWon():
            return [
                _line(
                    "trick",
                    n=item.trick,
                    leader=SEATS[item.leader],
                    cards=_by_seat(item.leader, item.cards),
                    won=SEATS[item.winner],
                )
            ]
        case DealSettled():
            return [
                _score_line(item.deal, team, score)
                for team, score in zip(TEAMS, item.settlement.teams, strict=True)
            ]
        case _:
            return []


def state_line(view: View) -> Line | None:
    """A deal that runs, as a whole: for whoever has not heard how it came about."""
    deal = view.deal
    if deal is None or deal.settlement is not None or view.you is None:
        return None
    return _line(
        "state",
        table=view.table,
        deal=deal.deal,
        seat=SEATS[view.you],
        dealer=SEATS[deal.dealer],
        hand=deal.hand,
        trick=_by_seat(deal.leader, deal.trick),
        tricks=[
            {
                "leader": SEATS[trick.leader],
                "cards": _by_seat(trick.leader, trick.cards),
                "won": SEATS[trick.winner],
            }
            for trick in deal.tricks
        ],
        declared=[
            [SEATS[seat], made.score.public_cards]
            for seat, made in enumerate(deal.declarations)
            if made is not None and made.score is not None
        ],
    )


def question_line(view: BotView, table: str | None, left_s: float) -> Line:
    """The question at a turn; its answer is one line.

    Args:
        view: What the seat knows.
        table: The table, if it has been heard of.
        left_s: Time for the answer.
    """
    line = _line(
        "turn",
        ask=view.question.value,
        table=table,
        deal=view.deal.deal,
        trick=len(view.deal.tricks) + 1,
        seat=SEATS[view.seat],
        hand=view.hand,
        cards=_by_seat(view.deal.leader, view.deal.trick),
        led_suit=view.situation.led,
        winning=None if view.winning is None else SEATS[view.winning],
        left_s=left_s,
        legal=_legal(view),
    )
    if view.offer is not None:
        line |= {"points": view.offer.total, "shows": view.offer.public_cards}
    return line


def wrong_line(view: BotView, table: str | None, fault: WrongAnswerError) -> Line:
    """What was wrong with an answer; another one is waited for."""
    return _line(
        "error",
        ask=view.question.value,
        table=table,
        deal=view.deal.deal,
        trick=len(view.deal.tricks) + 1,
        code=fault.code.value,
        card=fault.card,
        led_suit=view.situation.led,
        legal=_legal(view),
        msg=str(fault),
    )


def fallback_line(move: Move, why: str) -> Line:
    """What was done in place of a program that has lost its turn, and why."""
    return _line("fallback", did=_said(move), why=why)


def answer_in(line: str, view: BotView) -> object:
    """The answer in a line, to be judged like that of an object.

    Capitals do not matter, and the verb may stand before the codes: `sf`, `play SF`,
    `DISCARD B10 B7`, `lay b10 b7`, `declare`, `pass`. What is no such word is given back as it came.
    """
    words = line.upper().split()
    match view.question:
        case Question.DECLARE:
            return _WISHES.get(" ".join(words), " ".join(line.split()))
        case Question.DISCARD:
            return _after_verb(words, view.question)
        case Question.PLAY:
            return " ".join(_after_verb(words, view.question))
        case _:
            assert_never(view.question)


def _after_verb(words: list[str], question: Question) -> list[str]:
    begins = bool(words) and words[0] in _VERBS[question]
    return words[1:] if begins else words


def _line(kind: str, **fields: object) -> Line:
    return {"v": 1, "ev": kind, **fields}


def _deal_line(item: DealStarted, after: View) -> Line:
    return _line(
        "deal",
        table=after.table,
        deal=item.deal,
        seat=None if after.you is None else SEATS[after.you],
        dealer=SEATS[item.dealer],
        hand=item.hand,
    )


def _by_seat(leader: int, cards: Sequence[str]) -> list[list[str]]:
    return [
        [SEATS[(leader + steps) % len(SEATS)], card] for steps, card in enumerate(cards)
    ]


def _legal(view: BotView) -> Sequence[str]:
    match view.question:
        case Question.DISCARD:
            return view.discardable
        case Question.DECLARE:
            return (DECLARE, SKIP)
        case Question.PLAY:
            return view.legal
        case _:
            assert_never(view.question)


def _said(move: Move) -> str:
    match move:
        case DiscardMove(cards):
            return " ".join(cards)
        case DeclareMove(wish):
            return DECLARE if wish else SKIP
        case PlayMove(card):
            return card
        case _:
            assert_never(move)


def _score_line(deal: int, team: str, score: TeamScore) -> Line:
    return _line(
        "score",
        deal=deal,
        team=team,
        card_points=score.card_points,
        last_trick=score.last_trick,
        captured=score.captured,
        declared=score.declared,
        total=score.total,
        lines=[
            {
                "k": "sequence" if line.kind == "sequence" else "set",
                "name": line.name,
                "cards": line.cards,
                "stand_ins": [
                    (one.contatore, one.stands_for) for one in line.stand_ins
                ],
                "added": line.added,
                "pts": line.points,
                "x": line.factor,
            }
            for line in score.combinations.lines
        ],
    )
