from typing import Any

import pytest

from client_cli.languages import LANGUAGES
from client_cli.live.refusals import refusal_lines
from client_cli.texts import Texts, texts_in
from protocol.codes import ErrorCode
from protocol.to_client import Refused
from tests.client_cli.situations import known_with, view_of_seat

TEXTS = Texts()


def refused(code: str, rule: str | None = None, legal: Any = None) -> Refused:
    return Refused.model_validate(
        {"n": 1, "code": code, "rule": rule, "args": {}, "legal": legal}
    )


def test_a_revoke_names_the_led_suit_the_cards_held_and_the_rule() -> None:
    refusal = refused("E_MUST_FOLLOW", "R9", ["SF", "S6", "MT"])

    assert refusal_lines(refusal, ("BQ",), known_with(), TEXTS) == [
        (
            "Not allowed. BQ is Batons. Led: Swords, and you hold SF, S6. "
            "Allowed: MT, SF, S6. Rule R9."
        )
    ]


def test_a_trump_that_is_owed() -> None:
    refusal = refused("E_MUST_TRUMP", "R9", ["16", "AN"])

    assert refusal_lines(refusal, ("BQ",), known_with(), texts_in("it")) == [
        (
            "Non si può. BQ è Bastoni. Seme uscito: Spade; non ne hai e devi giocare un "
            "trionfo. Ammesse: AN, 16. Regola R9."
        )
    ]


def test_when_it_is_not_known_what_was_led() -> None:
    known = known_with(view_of_seat(deal=None), led=None)

    (line,) = refusal_lines(refused("E_MUST_FOLLOW"), ("BQ",), known, TEXTS)
    assert "Led: what was led" in line


def test_a_card_not_held() -> None:
    refusal = refused("E_NOT_IN_HAND", "R8", ["SF"])

    assert refusal_lines(refusal, ("M2",), known_with(), TEXTS) == [
        "You do not hold MR. Allowed: SF. Rule R8."
    ]
    assert refusal_lines(refused("E_NOT_IN_HAND"), (), None, TEXTS) == [
        "You do not hold this card."
    ]


def test_invalid_and_illegal_are_told_apart() -> None:
    (invalid,) = refusal_lines(refused("E_NO_SUCH_CARD", "R3"), ("X",), None, TEXTS)
    (illegal,) = refusal_lines(
        refused("E_MUST_FOLLOW", "R9"), ("BQ",), known_with(), TEXTS
    )

    assert invalid.startswith("There is no such card.")
    assert illegal.startswith("Not allowed.")


def test_out_of_turn_says_whose_turn_it_is() -> None:
    refusal = refused("E_NOT_YOUR_TURN", "R6")

    assert refusal_lines(refusal, ("BQ",), known_with(turn=3), TEXTS) == [
        "Not now. It is the turn of West. Rule R6."
    ]


def test_a_discard_names_the_cards_that_are_not_held() -> None:
    def line(*cards: str) -> str:
        refusal = refused("E_NOT_IN_HAND", "R8", ["S6", "SF"])
        (line,) = refusal_lines(refusal, cards, known_with(), TEXTS)
        return line

    assert line("S6", "D7") == "You do not hold D7. Allowed: SF, S6. Rule R8."
    assert line("M1", "D7").startswith("You do not hold MR and D7.")
    # All are held by what is known here, and the server knows better.
    assert line("S6", "SF").startswith("You do not hold S6 and SF.")


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        ("discard", "Not now: the dealer lays two cards away first. Rule R7."),
        ("declare", "Not now: it is the time to declare, or to play a card. Rule R7."),
        ("play", "Not now: it is the time to play a card. Rule R7."),
        ("settled", "Not allowed. The deal is not at this point. Rule R7."),
    ],
)
def test_what_does_not_fit_the_phase_says_what_does(phase: str, line: str) -> None:
    refusal = refused("E_PHASE", "R7")

    assert refusal_lines(refusal, (), known_with(phase=phase), TEXTS) == [line]


def test_a_card_named_twice() -> None:
    refusal = refused("E_CARD_TWICE", "R3", ["S6", "SF"])

    assert refusal_lines(refusal, ("S6", "S6"), known_with(), TEXTS) == [
        "Not allowed. S6 is named twice. Allowed: SF, S6. Rule R3."
    ]


def test_protected_discard_names_the_card_and_says_what_may_go() -> None:
    refusal = refused("E_DISCARD_PROTECTED", "R5", ["S6", "SF"])

    assert refusal_lines(refusal, ("S6", "AN"), known_with(), TEXTS) == [
        (
            "Not allowed. AN cannot be laid away: Kings, Angel, World, Bégato and "
            "Matto stay in the hand. Allowed: SF, S6. Rule R5."
        )
    ]
    (line,) = refusal_lines(refusal, (), known_with(), TEXTS)
    assert line.endswith("cannot be laid away. Allowed: SF, S6. Rule R5.")


@pytest.mark.parametrize("cards", [(), ("BQ",)])
@pytest.mark.parametrize("code", ErrorCode)
def test_every_code_gives_a_sentence(code: ErrorCode, cards: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        (line,) = refusal_lines(
            refused(code.value), cards, known_with(), texts_in(language)
        )
        assert line.endswith(".")


def test_an_unknown_code_is_shown_as_it_is() -> None:
    assert refusal_lines(refused("E_FROM_LATER"), (), None, TEXTS) == [
        "The server refuses it: E_FROM_LATER."
    ]
