"""What happens at a table as JSON lines for programs.

Pure: items and views in, objects out. Each object has `v`, 1, and `ev`; keys are only
ever added. Seats have the names of the table, `south east north west`, whoever sits
there; cards are the codes of the wire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never

from protocol.bots import Question
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

    from protocol.bots import BotView
    from protocol.items import Item
    from protocol.scores import TeamScore
    from protocol.to_client import Hints
    from protocol.updates import Replaced
    from protocol.views import View

Line: TypeAlias = dict[str, Any]
"""A value of JSON's object kind."""

SEATS: Final = ("south", "east", "north", "west")
TEAMS: Final = ("NS", "EW")
DECLARE: Final = "declare"
SKIP: Final = "skip"


def event_line(kind: str, **fields: object) -> Line:
    """An object of one kind."""
    return {"v": 1, "ev": kind, **fields}


def by_seat(leader: int, cards: Sequence[str]) -> list[list[str]]:
    """The cards of a trick, each with the seat that played it."""
    return [
        [SEATS[(leader + steps) % len(SEATS)], card] for steps, card in enumerate(cards)
    ]


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
            return [event_line("discarded", seat=SEATS[seat], cards=cards)]
        case Declared(seat=seat, score=score):
            return [
                event_line(
                    "declared",
                    seat=SEATS[seat],
                    cards=score.public_cards,
                    points=score.total,
                )
            ]
        case Skipped(seat=seat):
            return [event_line("skipped", seat=SEATS[seat])]
        case CardPlayed(seat=seat, card=card):
            return [event_line("card", seat=SEATS[seat], card=card)]
        case TakenBack(seat=seat, card=card):
            return [event_line("taken_back", seat=SEATS[seat], card=card)]
        case TrickWon():
            return [
                event_line(
                    "trick",
                    n=item.trick,
                    leader=SEATS[item.leader],
                    cards=by_seat(item.leader, item.cards),
                    won=SEATS[item.winner],
                )
            ]
        case DealSettled():
            scores = zip(TEAMS, item.settlement.teams, strict=True)
            return [
                *(_score_line(item.deal, team, score) for team, score in scores),
                _hands_line(item),
            ]
        case _:
            return []


def standing_lines(update: Replaced) -> list[Line]:
    """How a table stands, after whether the server has lost its last moves."""
    view = update.known.view
    lost = [event_line("set_back", table=view.table)] if update.was_set_back else []
    state = state_line(view)
    return lost if state is None else [*lost, state]


def state_line(view: View) -> Line | None:
    """A deal that runs, as a whole: for whoever has not heard how it came about.

    Without a seat of one's own there is no hand in it.
    """
    deal = view.deal
    if deal is None or deal.settlement is not None:
        return None
    return event_line(
        "state",
        table=view.table,
        deal=deal.deal,
        seat=None if view.you is None else SEATS[view.you],
        dealer=SEATS[deal.dealer],
        hand=deal.hand,
        trick=by_seat(deal.leader, deal.trick),
        tricks=[
            {
                "leader": SEATS[trick.leader],
                "cards": by_seat(trick.leader, trick.cards),
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


def _deal_line(item: DealStarted, after: View) -> Line:
    return event_line(
        "deal",
        table=after.table,
        deal=item.deal,
        seat=None if after.you is None else SEATS[after.you],
        dealer=SEATS[item.dealer],
        hand=item.hand,
    )


def _hands_line(item: DealSettled) -> Line:
    """Nothing of a deal is hidden any more when it is over (R18)."""
    hands = zip(SEATS, item.settlement.hands, strict=True)
    return event_line(
        "hands", deal=item.deal, hands=dict(hands), discards=item.settlement.discards
    )


def _score_line(deal: int, team: str, score: TeamScore) -> Line:
    return event_line(
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


def question_line(view: BotView, table: str | None, left_s: float | None) -> Line:
    """The question at a turn; its answer is one line.

    Args:
        view: What the seat knows.
        table: The table, if it has been heard of.
        left_s: Time for the answer; None where there is no clock.
    """
    line = event_line(
        "turn",
        ask=view.question.value,
        table=table,
        deal=view.deal.deal,
        trick=len(view.deal.tricks) + 1,
        seat=SEATS[view.seat],
        hand=view.hand,
        cards=by_seat(view.deal.leader, view.deal.trick),
        led_suit=view.situation.led,
        winning=None if view.winning is None else SEATS[view.winning],
        left_s=left_s,
        legal=legal_answers(view),
    )
    if view.offer is not None:
        line |= {"points": view.offer.total, "shows": view.offer.public_cards}
    return line


def hint_line(hints: Hints) -> Line:
    """The answer to somebody who asks for a hint; with a `code` there is none."""
    return event_line(
        "hint",
        table=hints.table,
        level=hints.level,
        declare=hints.declare,
        candidates=[
            {"cards": each.cards, "points": each.points} for each in hints.candidates
        ],
        code=hints.code,
    )


def legal_answers(view: BotView) -> Sequence[str]:
    """What would be taken as an answer, card by card or word by word."""
    match view.question:
        case Question.DISCARD:
            return view.discardable
        case Question.DECLARE:
            return (DECLARE, SKIP)
        case Question.PLAY:
            return view.legal
        case _:
            assert_never(view.question)
