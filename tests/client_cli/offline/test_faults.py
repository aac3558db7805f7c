import pytest

from client_cli.exits import Exit
from client_cli.offline.faults import (
    not_json,
    place_in,
    proof_sentence_for,
    sentence_for,
    stopped_by,
)
from client_cli.offline.reading import BadJson
from client_cli.texts import Texts, texts_in
from engine.errors import RuleCode
from engine.record import IllegalRecord


@pytest.mark.parametrize("code", RuleCode)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_code_has_a_sentence(code: RuleCode, language: str) -> None:
    fault = IllegalRecord(code, code.rule, "tricks", "x")

    assert sentence_for(fault, texts_in(language)).endswith(".")


def test_what_does_not_verify_has_sentences_of_its_own() -> None:
    fault = IllegalRecord(RuleCode.BAD_RECORD, "R4", "tricks", "x")
    other = IllegalRecord(RuleCode.BAD_RECORD, "R4", "somewhere", "x")

    assert proof_sentence_for(fault, Texts()) == "Other hands follow from the secret."
    assert proof_sentence_for(other, Texts()) == (
        "This part is missing or has the wrong form."
    )


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("trick 3", "presa 3"),
        ("trick 3 card 2", "presa 3, carta 2"),
        ("discards", "discards"),
        ("x y z", "x y z"),
    ],
)
def test_place(at: str, expected: str) -> None:
    assert place_in(at, texts_in("it")) == expected


def test_end_names_code_rule_and_where_to_read() -> None:
    fault = IllegalRecord(RuleCode.MUST_FOLLOW, "R9", "trick 3 card 2", "x")
    end = stopped_by(fault, "Bad.", "Follow.", Texts())

    assert end.code is Exit.BAD_RECORD
    assert "trick 3, card 2" in end.why
    assert "(E_MUST_FOLLOW, rule R9)" in end.why
    assert end.advice.endswith("tarocco rules R9")


def test_no_json() -> None:
    end = not_json(BadJson("empty"), Texts())

    assert end.code is Exit.BAD_RECORD
    assert end.why == "It is no JSON that can be read: empty."
