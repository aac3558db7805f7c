"""The JSON answers, checked against the worked examples and against bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from client_cli.offline.answers import (
    explain_answer,
    score_answer,
    whole_score_answer,
)
from client_cli.offline.sheets import settlement_in
from engine.record import read_record, replay_record
from tests.client_cli.records import CASES, example, examples, random_record

COMBINATIONS: list[dict[str, Any]] = json.loads(
    Path(CASES / "combinations.json").read_text("utf-8")
)


def score(data: object) -> dict[str, Any]:
    return score_answer(json.dumps(data).encode())


def explain(data: object) -> dict[str, Any]:
    return explain_answer(json.dumps(data).encode())


@pytest.mark.parametrize("number", range(len(examples())))
def test_scores_of_the_worked_examples(number: int) -> None:
    case = examples()[number]

    assert score(case["record"]) == {"ok": True, **case["expect"]}


@pytest.mark.parametrize("case", COMBINATIONS, ids=lambda case: str(case["id"]))
def test_combinations_of_the_worked_examples(case: dict[str, Any]) -> None:
    answer = explain(case["cards"])

    assert list(answer) == [
        "ok",
        "cricche_total",
        "sequences_total",
        "total",
        "public_cards",
        "lines",
    ]
    for key in ("cricche_total", "sequences_total", "total", "public_cards"):
        assert answer[key] == case[key]
    assert (
        sum(line["points"] * line["factor"] for line in answer["lines"])
        == (case["total"])
    )


def test_a_score_has_exactly_these_keys() -> None:
    answer = score(example())

    assert list(answer) == [
        "ok",
        "declared_by_seat",
        "tricks_won",
        "given_for_matto",
        "teams",
        "result",
    ]
    assert [list(team) for team in answer["teams"]] == [
        ["card_points", "last_trick", "captured", "declared", "total"]
    ] * 2


def test_no_card_given_is_null() -> None:
    answers = [score(random_record(seed)) for seed in range(40)]

    assert {answer["given_for_matto"] is None for answer in answers} == {True, False}


def test_unknown_keys_are_ignored() -> None:
    assert score({**example(), "names": [1], "v": {"x": []}}) == score(example())


def wrong(change: dict[str, Any]) -> dict[str, Any]:
    return score({**example(), **change})


def with_trick(number: int, *cards: str) -> dict[str, Any]:
    tricks = example()["tricks"]
    tricks[number - 1] = list(cards)
    return wrong({"tricks": tricks})


@pytest.mark.parametrize(
    ("answer", "code", "rule", "at"),
    [
        (wrong({"format": "x"}), "E_BAD_RECORD", "R18", "format"),
        (wrong({"dealer": True}), "E_BAD_RECORD", "R4", "dealer"),
        (wrong({"discards": ["BA"]}), "E_DISCARD_COUNT", "R5", "discards"),
        (wrong({"discards": ["BA", "BA"]}), "E_CARD_TWICE", "R3", "discards"),
        (wrong({"discards": ["BA", "XX"]}), "E_NO_SUCH_CARD", "R3", "discards"),
        (wrong({"discards": ["BA", 1]}), "E_BAD_RECORD", "R3", "discards"),
        (wrong({"tricks": []}), "E_BAD_RECORD", "R18", "tricks"),
        (with_trick(2, "MT", "S8"), "E_BAD_RECORD", "R8", "trick 2"),
        (
            with_trick(1, "8", "16", "10", "\ud800"),
            "E_NO_SUCH_CARD",
            "R3",
            "trick 1 card 4",
        ),
        (score([]), "E_BAD_RECORD", "R18", "record"),
        (score(None), "E_BAD_RECORD", "R18", "record"),
        (score(5), "E_BAD_RECORD", "R18", "record"),
        (score("SR"), "E_BAD_RECORD", "R18", "record"),
        (score({}), "E_BAD_RECORD", "R18", "format"),
    ],
)
def test_bad_records(answer: dict[str, Any], code: str, rule: str, at: str) -> None:
    assert answer.pop("message")
    assert answer == {"ok": False, "code": code, "rule": rule, "at": at}


def test_a_revoke_is_told_with_its_place() -> None:
    record = example()
    first, second = record["tricks"][11], record["tricks"][2]
    # Seat 3 plays the Swords of trick 12 to a trick of Batons that it could follow.
    first[0], second[3] = second[3], first[0]

    answer = score(record)

    assert not answer["ok"]
    assert (answer["code"], answer["rule"]) == ("E_MUST_FOLLOW", "R9")
    assert answer["at"].startswith("trick 3 card")


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        (b"", "line"),
        (b'{"format":', "line"),
        (b"\xff", "line"),
        (b"[" * 9999, "line"),
        (b'[{"format": 1, "format": 1}]', "line"),
        (b'{"x": 1e999}', "line"),
    ],
)
def test_no_json_has_a_code_too(raw: bytes, at: str) -> None:
    for answer, rule in ((score_answer(raw), "R18"), (explain_answer(raw), "R3")):
        assert answer.pop("message").startswith("The line is no JSON")
        assert answer == {"ok": False, "code": "E_BAD_JSON", "rule": rule, "at": at}


@pytest.mark.parametrize(
    ("data", "code", "at"),
    [
        ({}, "E_BAD_RECORD", "line"),
        ("SR", "E_BAD_RECORD", "line"),
        (5, "E_BAD_RECORD", "line"),
        (None, "E_BAD_RECORD", "line"),
        (["SR", "sr"], "E_NO_SUCH_CARD", "card 2"),
        (["SR", "MR"], "E_NO_SUCH_CARD", "card 2"),
        (["SR", 5], "E_BAD_RECORD", "card 2"),
        ([["SR"]], "E_BAD_RECORD", "card 1"),
        ([{}], "E_BAD_RECORD", "card 1"),
        (["SR", "SQ", "SR"], "E_CARD_TWICE", "card 3"),
        (["x" * 100_000], "E_NO_SUCH_CARD", "card 1"),
    ],
)
def test_bad_cards(data: object, code: str, at: str) -> None:
    answer = explain(data)

    assert len(answer.pop("message")) < 200
    assert answer == {"ok": False, "code": code, "rule": "R3", "at": at}


def test_no_cards_hold_no_combination() -> None:
    answer = explain([])

    assert (answer["ok"], answer["total"], answer["lines"]) == (True, 0, [])


def test_whole_score_has_every_part() -> None:
    state = replay_record(read_record(example()))
    answer = whole_score_answer(settlement_in(state))

    assert answer["v"] == 1
    assert answer["teams"][1]["combinations"]["sequences_total"] == 180
