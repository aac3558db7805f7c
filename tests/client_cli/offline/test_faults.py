import pytest

from client_cli.exits import Exit
from client_cli.languages import LANGUAGES
from client_cli.offline.faults import (
    not_json,
    place_in,
    stopped_by_broken_promise,
    stopped_by_missing_proof,
    stopped_by_rule,
)
from client_cli.offline.reading import BadJson
from client_cli.texts import Texts, texts_in
from engine.errors import RuleCode
from engine.record import IllegalRecord


def fault(code: RuleCode, at: str, *allowed: str) -> IllegalRecord:
    return IllegalRecord(code, code.rule, at, "x", allowed=allowed)


@pytest.mark.parametrize("code", RuleCode)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(code: RuleCode, language: str) -> None:
    end = stopped_by_rule(fault(code, "tricks"), "Bad.", texts_in(language))

    assert ". (" in end.why


def test_a_broken_rule_is_told_with_place_allowed_cards_and_where_to_read() -> None:
    revoke = fault(RuleCode.MUST_FOLLOW, "trick 3 card 2", "SF", "S6")
    end = stopped_by_rule(revoke, "Bad.", Texts())

    assert end.code is Exit.BAD_RECORD
    assert end.why == (
        "At trick 3, card 2: The seat holds the led suit and has to follow it. "
        "Allowed: SF, S6. (E_MUST_FOLLOW, rule R9)"
    )
    assert end.advice == "See the rule: tarocco rules R9"


def test_another_format_is_told_which_one_is_read() -> None:
    end = stopped_by_rule(fault(RuleCode.BAD_RECORD, "format"), "Bad.", Texts())

    assert "At format: Only the format tarocco-deal/1 is read." in end.why
    assert end.advice == "Give a record as the game saves it after each deal."


@pytest.mark.parametrize(
    "key", ["commitment", "secret", "entropies", "table", "deal", "dealer_drawn"]
)
def test_every_part_of_the_proof_may_be_missing(key: str) -> None:
    end = stopped_by_missing_proof(fault(RuleCode.BAD_RECORD, key), "Bad.", Texts())

    assert f"At {key}: The record does not tell " in end.why


@pytest.mark.parametrize(
    ("at", "inputs"),
    [
        ("commitment", "SHA-256 of the secret."),
        ("dealer", "secret, table, deal and entropies together."),
        ("tricks", "secret, table, deal, dealer and entropies together."),
    ],
)
def test_a_broken_promise_names_everything_that_may_be_wrong(
    at: str, inputs: str
) -> None:
    end = stopped_by_broken_promise(fault(RuleCode.BAD_RECORD, at), "Bad.", Texts())

    assert inputs in end.why
    assert "or the table did not deal as it had promised" in end.advice


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


def test_no_json() -> None:
    end = not_json(BadJson("empty"), Texts())

    assert end.code is Exit.BAD_RECORD
    assert end.why == "It is no JSON that can be read: empty."
