"""Questions to a program as JSON lines, and its answers.

Pure: views in, objects out, beside those of what happens. A line with the key `legal`
is a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from client_cli.event_lines import SEATS, by_seat, event_line
from protocol.bots import DeclareMove, DiscardMove, PlayMove, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.event_lines import Line
    from protocol.bots import BotView, Move, WrongAnswerError

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


def question_line(view: BotView, table: str | None, left_s: float) -> Line:
    """The question at a turn; its answer is one line.

    Args:
        view: What the seat knows.
        table: The table, if it has been heard of.
        left_s: Time for the answer.
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
        legal=_legal(view),
    )
    if view.offer is not None:
        line |= {"points": view.offer.total, "shows": view.offer.public_cards}
    return line


def wrong_line(view: BotView, fault: WrongAnswerError) -> Line:
    """What was wrong with an answer; another one is waited for."""
    return event_line(
        "error",
        ask=view.question.value,
        code=fault.code.value,
        card=fault.card,
        led_suit=view.situation.led,
        legal=_legal(view),
        msg=str(fault),
    )


def fallback_line(move: Move, why: str) -> Line:
    """What was done in place of a program that has lost its turn, and why."""
    return event_line("fallback", did=_said(move), why=why)


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
