from typing import Any

import pytest

from client_cli.live.reasons import why_lines
from client_cli.live.seat import OwnSeat
from client_cli.texts import Texts
from protocol.fold import Known
from tests.client_cli.situations import (
    HAND,
    deal_data,
    known_with,
    offer,
    view_of_seat,
)

TEXTS = Texts()
DISCARD = known_with(
    phase="discard", discardable=["16", "SF", "S6", "BQ"], legal=[], led=None
)
LEAD = view_of_seat(deal=deal_data(trick=[], leader=0))


def with_hand(*hand: str, **changes: Any) -> Known:
    counts = [len(hand), 7, 7, 7]
    view = view_of_seat(deal=deal_data(hand=list(hand), counts=counts))
    return known_with(view, **changes)


def why(code: str | None, known: Known | None = None) -> str:
    seat = OwnSeat("QF7K2", known_with() if known is None else known)
    (line,) = why_lines(seat, code, TEXTS)
    return line


def test_why_a_card_may_or_may_not_be_played() -> None:
    assert why("SF").startswith("SF is allowed. Led: Swords, and you hold it")
    assert why("BQ").startswith("BQ is not allowed. Led: Swords, and you hold it")
    assert why("CR") == "You do not hold CR."
    assert why("MR") == "You do not hold MR."
    assert why("MT").startswith("MT, the Matto, may be played always (R10).")


def test_when_no_card_is_asked_for_it_is_said_who_is_to_act() -> None:
    not_asked = "No card is asked for now. It is the turn of East."
    waiting = known_with(LEAD, turn=1, legal=[], led=None, winning=None)

    assert why("BQ", waiting) == not_asked
    assert why(None, waiting) == not_asked
    discarding = known_with(LEAD, turn=1, phase="discard", legal=[], led=None)
    assert why("AN", discarding) == not_asked


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("BQ", "BQ may be laid away."),
        (
            "AN",
            (
                "AN cannot be laid away: Kings, Angel, World, Bégato and Matto stay "
                "in the hand. Rule R5."
            ),
        ),
        (
            "MT",
            (
                "MT cannot be laid away: Kings, Angel, World, Bégato and Matto stay "
                "in the hand. Rule R5."
            ),
        ),
        ("CR", "You do not hold CR."),
        (
            None,
            (
                "AN, MT, DR cannot be laid away: Kings, Angel, World, Bégato and "
                "Matto stay in the hand. Rule R5. Allowed: 16, SF, S6, BQ."
            ),
        ),
    ],
)
def test_why_a_card_may_or_may_not_be_laid_away(code: str | None, line: str) -> None:
    assert why(code, DISCARD) == line


def test_a_moor_may_be_laid_away() -> None:
    known = with_hand("M2", "S6", phase="discard", discardable=["M2", "S6"], led=None)

    assert why("MR", known) == "MR may be laid away."
    assert why(None, known) == "Allowed: MR, S6."


@pytest.mark.parametrize(
    ("code", "beginning"),
    [
        ("SF", "SF is allowed. Nothing binds you"),
        ("MT", "MT, the Matto, may be played always (R10)."),
        (None, "Nothing binds you"),
    ],
)
def test_a_card_instead_of_a_declaration(code: str | None, beginning: str) -> None:
    kings = offer("SR", "BR", "CR")
    declare = known_with(
        LEAD, phase="declare", offer=kings, legal=HAND, led=None, winning=None
    )
    line = why(code, declare)

    assert line.startswith(beginning)
    assert line.endswith(
        " A card played now ends the declaring: your 17 points stay undeclared."
    )
    nothing = known_with(
        LEAD, phase="declare", offer=offer(), legal=HAND, led=None, winning=None
    )
    assert "declaring" not in why(code, nothing)


def test_why_without_a_card_gives_the_last_refusal_or_the_reason() -> None:
    seat = OwnSeat("QF7K2", known_with(), refusal=["Not allowed."])

    assert why_lines(seat, None, TEXTS) == ["Not allowed."]
    assert why(None).startswith("Led: Swords, and you hold it: follow (R9).")
    assert why(None, known_with(view_of_seat(deal=None))) == "No cards are dealt yet."


@pytest.mark.parametrize(
    ("known", "line"),
    [
        (
            with_hand("SF", "MT"),
            (
                "Led: Swords, and you hold it: follow (R9). "
                "The Matto may be played always (R10)."
            ),
        ),
        (
            with_hand("16", "BQ"),
            "Led: Swords, and you hold none: play a trump, any trump (R9, R12).",
        ),
        (
            with_hand("BQ"),
            "Led: Swords; you hold neither it nor a trump: play what you like (R9).",
        ),
        (
            with_hand("BG", "BQ", led="T"),
            "Led: Trumps, and you hold it: follow (R9).",
        ),
        (
            with_hand("BQ", led=None),
            "Nothing binds you: every card of your hand is allowed.",
        ),
    ],
)
def test_what_binds(known: Known, line: str) -> None:
    assert why(None, known) == line
