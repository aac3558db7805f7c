"""Questions to a program as JSON lines, and its answers.

Pure: views in, objects out, beside those of what happens. A line with the key `legal`
is a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from client_cli.event_lines import DECLARE, SKIP, event_line, legal_answers
from protocol.bots import DeclareMove, DiscardMove, PlayMove, Question

if TYPE_CHECKING:
    from client_cli.event_lines import Line
    from protocol.bots import BotView, Move, WrongAnswerError

_WISHES: Final = {
    "DECLARE": True,
    "YES": True,
    "SKIP": False,
    "PASS": False,
    "NO": False,
}
"""What a line means that answers whether to declare."""
_VERBS: Final = {Question.DISCARD: ("DISCARD", "LAY"), Question.PLAY: ("PLAY",)}


def wrong_line(view: BotView, table: str | None, fault: WrongAnswerError) -> Line:
    """What was wrong with an answer; another one is waited for."""
    return event_line(
        "error",
        ask=view.question.value,
        table=table,
        deal=view.deal.deal,
        trick=len(view.deal.tricks) + 1,
        code=fault.code.value,
        card=fault.card,
        led_suit=view.situation.led,
        legal=legal_answers(view),
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
