"""Refusals as they are remembered and told."""

import pytest

from engine.errors import RuleCode, RuleViolation
from protocol.codes import ErrorCode
from server.table.refusal import (
    Refusal,
    Refused,
    refusal_from_plain,
    refused,
    refused_by_rule,
)

REFUSALS = (
    Refusal(ErrorCode.TABLE_FULL),
    Refusal(ErrorCode.SEAT_TAKEN, args={"seat": 3}),
    Refusal(ErrorCode.MUST_FOLLOW, "R9", {"card": "D10"}, ("BR", "MT")),
    Refusal(ErrorCode.MUST_FOLLOW, "R9", {}, ()),
)


@pytest.mark.parametrize("refusal", REFUSALS)
def test_refusal_is_the_same_after_it_was_remembered(refusal: Refusal) -> None:
    assert refusal_from_plain(refusal.plain()) == refusal


def test_remembered_refusal_has_plain_parts_only() -> None:
    assert REFUSALS[2].plain() == [
        "E_MUST_FOLLOW",
        "R9",
        {"card": "D10"},
        ("BR", "MT"),
    ]


def test_table_refuses_with_code_and_arguments() -> None:
    fault = refused(ErrorCode.SEAT_TAKEN, seat=2)

    assert isinstance(fault, Refused)
    assert fault.refusal == Refusal(ErrorCode.SEAT_TAKEN, args={"seat": 2})


@pytest.mark.parametrize("code", RuleCode)
def test_every_refusal_of_the_rules_has_its_code_on_the_wire(code: RuleCode) -> None:
    violation = RuleViolation(code, "…", allowed=("BR", "MT"))

    refusal = refused_by_rule(violation, card="D10").refusal

    assert refusal.code.value == code.value
    assert refusal.rule == violation.rule
    assert refusal.legal == ("BR", "MT")
    assert refusal.args == {"card": "D10"}


def test_rule_that_allows_no_card_names_none() -> None:
    violation = RuleViolation(RuleCode.NOT_YOUR_TURN, "…")

    assert refused_by_rule(violation).refusal.legal is None
