"""Error codes and close codes say what to do."""

import pytest

from engine.errors import RuleCode
from protocol.codes import (
    RULE_CODES,
    Advice,
    CloseCode,
    ErrorCode,
    Retry,
    advice_for,
    retry_after,
)
from tests.protocol.readme import README


def test_every_refusal_of_the_rules_has_a_code_on_the_wire() -> None:
    assert {code.value for code in RuleCode} == {code.value for code in RULE_CODES}


@pytest.mark.parametrize("code", ErrorCode)
def test_error_code_is_explained(code: ErrorCode) -> None:
    assert code.startswith("E_")
    assert code.sentence.endswith(".")
    assert f"| `{code}` | {code.sentence} | {code.advice.value} |" in README


@pytest.mark.parametrize("code", CloseCode)
def test_close_code_is_explained(code: CloseCode) -> None:
    assert f"| {code.value} | {code.sentence} | {code.retry.value} |" in README


def test_a_code_is_its_text() -> None:
    assert ErrorCode("E_MUST_FOLLOW") is ErrorCode.MUST_FOLLOW
    assert f"{ErrorCode.MUST_FOLLOW}" == "E_MUST_FOLLOW"
    assert CloseCode(4005) is CloseCode.SUPERSEDED
    assert int(CloseCode.SUPERSEDED) == 4005


def test_busy_is_sent_again() -> None:
    assert advice_for("E_BUSY") is Advice.RESEND


def test_unknown_error_code_is_a_plain_refusal() -> None:
    assert advice_for("E_SOMETHING_NEW") is Advice.GIVE_UP


@pytest.mark.parametrize(
    ("code", "retry"),
    [
        (1000, Retry.RESUME),
        (1005, Retry.RESUME),
        (1006, Retry.RESUME),
        (1012, Retry.LATER),
        (4000, Retry.RESUME),
        (4001, Retry.NEVER),
        (4002, Retry.RESUME),
        (4003, Retry.NEVER),
        (4004, Retry.ENTER_AGAIN),
        (4005, Retry.NEVER),
        (4006, Retry.LATER),
        (4007, Retry.RESUME),
        (4008, Retry.NEVER),
        (4009, Retry.LATER),
        (4999, Retry.LATER),
        (3000, Retry.LATER),
        (1007, Retry.NEVER),
    ],
)
def test_whether_to_come_back(code: int, retry: Retry) -> None:
    assert retry_after(code) is retry
