"""JSON lines for a program, and its answers."""

import json
from typing import Any

import pytest

from client_cli.bots.lines import (
    answer_in,
    fallback_line,
    wrong_line,
)
from protocol.bots import (
    BotView,
    DeclareMove,
    DiscardMove,
    Move,
    PlayMove,
    WrongAnswerError,
)
from protocol.codes import ErrorCode
from tests.protocol.test_bots import DECLARING, DISCARDING, PLAYING


def in_json(value: object) -> Any:
    """What a program reads."""
    return json.loads(json.dumps(value))


# -------------------------------------------------------------------- questions


def test_wrong_answer_is_a_question_again() -> None:
    fault = WrongAnswerError(ErrorCode.MUST_FOLLOW, "DR")

    assert in_json(wrong_line(PLAYING, "QF7K2", fault)) == {
        "v": 1,
        "ev": "error",
        "ask": "play",
        "table": "QF7K2",
        "deal": PLAYING.deal.deal,
        "trick": 1,
        "code": "E_MUST_FOLLOW",
        "card": "DR",
        "led_suit": "S",
        "legal": ["SF", "S6", "MT"],
        "msg": "The led suit must be followed, or the Matto played.",
    }


@pytest.mark.parametrize(
    ("move", "did"),
    [
        (PlayMove("SF"), "SF"),
        (DiscardMove(("S6", "S7")), "S6 S7"),
        (DeclareMove(wish=False), "skip"),
        (DeclareMove(wish=True), "declare"),
    ],
)
def test_fallback_is_told(move: Move, did: str) -> None:
    assert fallback_line(move, "no answer in time") == {
        "v": 1,
        "ev": "fallback",
        "did": did,
        "why": "no answer in time",
    }


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("line", "view", "answer"),
    [
        ("SF", PLAYING, "SF"),
        (" sf \r\n", PLAYING, "SF"),
        ("play s10", PLAYING, "S10"),
        ("PLAY s10", PLAYING, "S10"),
        ("", PLAYING, ""),
        ("SF S6", PLAYING, "SF S6"),
        ("discard B10 b7", DISCARDING, ["B10", "B7"]),
        ("Discard B10 b7", DISCARDING, ["B10", "B7"]),
        ("B10 B7", DISCARDING, ["B10", "B7"]),
        ("", DISCARDING, []),
        ("declare", DECLARING, True),
        ("SKIP\n", DECLARING, False),
        ("Lay b10 B7", DISCARDING, ["B10", "B7"]),
        ("Pass", DECLARING, False),
        ("YES", DECLARING, True),
        ("no", DECLARING, False),
        (" Perhaps  not", DECLARING, "Perhaps not"),
        ("", DECLARING, ""),
    ],
)
def test_answer_in_a_line(line: str, view: BotView, answer: object) -> None:
    assert answer_in(line, view) == answer
