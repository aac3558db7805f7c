"""Every way in which the rules refuse, each once, through the door that players use."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.actions import Declare, Discard, PlayCard, Skip
from engine.cards import card_of
from engine.deal import decide, start
from engine.errors import RuleCode, RuleViolation
from engine.record import IllegalRecord, read_record
from tests.support.builders import begun, dealt, row, seat
from tests.support.play import act, play

ALL = pytest.mark.parametrize("code", RuleCode, ids=str)


@dataclass(frozen=True, slots=True)
class Refusal:
    code: str
    rule: str
    because: Callable[[], object]
    allowed: str = ""


# Seat 0 deals and lays S8 and S7 away; seat 1 leads and has nothing to declare.
DEALT = dealt(
    0,
    {
        0: "SR SQ SC SF S10 S9 S8 S7 S6 SA AN MN SO LU 16 M4 BG",
        1: "BQ BC BF B10 B9 B8 B7 B6 BA 12 11 8 7 6 5",
        2: "BR D10 10 9 MT",
        3: "C10 C9 C8 C7 C6 D9 D8 D7 D6 15 14 13 M1 M2 M3",
    },
)
FREE = "SQ SC SF S10 S9 S8 S7 S6 SA SO LU 16 M4"


def discarding(cards: str, by: int = 0) -> object:
    return decide(start(DEALT), Discard(seat(by), row(cards)))


BEGUN = act(start(DEALT), Discard(seat(0), row("S8 S7")))
LED = play(BEGUN, "BF")
VOID = play(LED, "BR")

REFUSALS = {
    "no such card": Refusal("E_NO_SUCH_CARD", "R3", lambda: card_of("S5")),
    "not the dealer": Refusal(
        "E_NOT_YOUR_TURN", "R5", lambda: discarding("BF B10", by=1)
    ),
    "out of turn": Refusal(
        "E_NOT_YOUR_TURN", "R6", lambda: decide(BEGUN, PlayCard(seat(2), row("9")[0]))
    ),
    "a card before the discard": Refusal(
        "E_PHASE", "R5", lambda: decide(start(DEALT), PlayCard(seat(0), row("SR")[0]))
    ),
    "a declaration before the discard": Refusal(
        "E_PHASE", "R5", lambda: decide(start(DEALT), Declare(seat(0)))
    ),
    "a second discard": Refusal(
        "E_PHASE", "R5", lambda: decide(BEGUN, Discard(seat(1), row("BF B10")))
    ),
    "a card not held": Refusal(
        "E_NOT_IN_HAND",
        "R8",
        lambda: decide(LED, PlayCard(seat(2), row("SR")[0])),
        "BR MT",
    ),
    "a discard not held": Refusal(
        "E_NOT_IN_HAND", "R5", lambda: discarding("S8 BF"), FREE
    ),
    "one card discarded twice": Refusal(
        "E_CARD_TWICE", "R3", lambda: discarding("S8 S8"), FREE
    ),
    "a card that does not follow": Refusal(
        "E_MUST_FOLLOW",
        "R9",
        lambda: decide(LED, PlayCard(seat(2), row("D10")[0])),
        "BR MT",
    ),
    "no trump from a hand without the led suit": Refusal(
        "E_MUST_TRUMP",
        "R9",
        lambda: decide(VOID, PlayCard(seat(3), row("C10")[0])),
        "15 14 13 M1 M2 M3",
    ),
    "a King discarded": Refusal(
        "E_DISCARD_PROTECTED", "R5", lambda: discarding("S8 SR"), FREE
    ),
    "three cards discarded": Refusal(
        "E_DISCARD_COUNT", "R5", lambda: discarding("S8 S7 S9"), FREE
    ),
    "a second answer": Refusal(
        "E_DECL_CLOSED", "R7", lambda: decide(act(BEGUN, Skip(seat(1))), Skip(seat(1)))
    ),
    "nothing to declare": Refusal(
        "E_NOTHING_TO_DECLARE", "A27", lambda: decide(BEGUN, Declare(seat(1)))
    ),
    "no record": Refusal("E_BAD_RECORD", "R18", lambda: read_record("SR")),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_its_rule_and_what_would_be_allowed(name: str) -> None:
    refusal = REFUSALS[name]

    with pytest.raises((RuleViolation, IllegalRecord)) as caught:
        refusal.because()

    error = caught.value
    assert isinstance(error, RuleViolation | IllegalRecord)
    assert (error.code, error.rule) == (refusal.code, refusal.rule)
    assert error.message == str(error)
    assert error.message.endswith(".")
    if isinstance(error, RuleViolation):
        assert error.allowed == tuple(refusal.allowed.split())


@ALL
def test_every_code_is_refused_somewhere(code: RuleCode) -> None:
    assert code in {refusal.code for refusal in REFUSALS.values()}


@ALL
def test_every_code_has_a_rule_and_a_name_for_the_wire(code: RuleCode) -> None:
    assert code.rule[0] in "RA"
    assert code.rule[1:].isdigit()
    assert code.value.startswith("E_")


def test_a_refusal_may_name_another_rule_than_its_code() -> None:
    assert RuleViolation(RuleCode.WRONG_PHASE, "Wait.").rule == "R7"
    assert RuleViolation(RuleCode.WRONG_PHASE, "Wait.", rule="R5").rule == "R5"


def test_what_is_refused_out_of_turn_says_nothing_about_cards() -> None:
    # T-C14: every card of the deck gets one and the same answer.
    answers = set()
    for code in ("SR", "BR", "MT", "9", "C10"):
        with pytest.raises(RuleViolation) as caught:
            decide(BEGUN, PlayCard(seat(2), card_of(code)))
        answers.add((caught.value.message, caught.value.allowed))

    assert len(answers) == 1


def test_a_state_cannot_be_changed_from_outside() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        begun(0, {}).leader = seat(2)  # type: ignore[misc]
