from typing import Any

import pytest
from pydantic import TypeAdapter

from client_cli.live.company import CompanyItem, company_lines
from client_cli.live.places import Places
from client_cli.texts import Texts

ITEM: TypeAdapter[CompanyItem] = TypeAdapter(CompanyItem)
PLACES = Places(Texts(), 0)


def lines(item: dict[str, Any], *, deal_runs: bool = True) -> list[str]:
    return company_lines(ITEM.validate_python(item), PLACES, deal_runs=deal_runs)


def control(seat: int, word: str) -> dict[str, Any]:
    return {"kind": "control", "seat": seat, "control": word, "connected": False}


def taken(occupant: str, *, you: bool = False) -> dict[str, Any]:
    return {
        "kind": "seat_taken",
        "seat": 3,
        "occupant": occupant,
        "name": "Lu\u202eca",
        "level": None,
        "you": you,
        "host": 0,
    }


def at(kind: str, seat: int = 1, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, **fields}


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (control(1, "grace"), "East has lost the connection; the seat is kept."),
        (
            control(0, "grace"),
            "You had lost the connection; your seat was kept.",
        ),
        (control(1, "bot"), "A bot plays for East meanwhile."),
        (control(1, "person"), "East is back."),
        (control(0, "bot"), "A bot plays your cards now."),
        (control(0, "person"), "You play your own cards again."),
        (taken("person"), "Lu<U+202E>ca sits down: West."),
        (taken("bot"), "A bot plays on in the West."),
        (at("seat_left", host=0), "East is free."),
        (at("kick_voted", by=2), "North wants East to leave."),
        (at("ready"), "East is ready for the next deal."),
        (at("bank", left_ms=65_000), "East has 1 minute 5 seconds of extra time left."),
        (
            at("bank", 0, left_ms=65_000),
            "You have 1 minute 5 seconds of extra time left.",
        ),
        (at("pause_wished", wish=True), "East wants a pause."),
        (at("pause_wished", wish=False), "East wants no pause any more."),
        (at("undo_asked"), "East wants the last card back."),
        (at("undo_answered", agrees=True), "East agrees."),
        (at("undo_answered", agrees=False), "East does not agree: play goes on."),
        (at("claim_answered", agrees=True), "East agrees."),
        (at("claim_answered", agrees=False), "East does not agree: play goes on."),
        (
            at("claim_made", ours=True, hand=["S6", "AN"]),
            "East claims all the tricks that are left and shows AN, S6.",
        ),
        (
            at("claim_made", ours=False, hand=["S6"]),
            "East gives up all the tricks that are left and shows S6.",
        ),
        ({"kind": "match_began"}, "A new match begins, from zero."),
        (
            {"kind": "hands_looked_at"},
            "Whoever runs the server has looked at all hands.",
        ),
        ({"kind": "paused"}, "The table pauses."),
        ({"kind": "pause_ended"}, "The table goes on."),
        ({"kind": "restored"}, "The server has put the table back as it was."),
        ({"kind": "table_closed", "reason": "idle"}, "The table is closed: idle."),
        (
            {"kind": "rewound", "lost": 1},
            "The server has lost the last step; the table goes on before it.",
        ),
        (
            {"kind": "rewound", "lost": 3},
            "The server has lost the last 3 steps; the table goes on before them.",
        ),
    ],
)
def test_what_happens_is_said(item: dict[str, Any], line: str) -> None:
    assert lines(item) == [line]


@pytest.mark.parametrize(
    "item",
    [
        taken("person", you=True),
        at("ready", 0),
        {"kind": "clock_credited", "credit_ms": 1},
    ],
)
def test_what_one_knows_or_does_not_need_is_not_said(item: dict[str, Any]) -> None:
    assert lines(item) == []


def test_bots_before_a_deal_are_read_out_with_the_seats() -> None:
    assert lines(taken("bot"), deal_runs=False) == []


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (control(1, "grace"), "Maya (East) has lost the connection; the seat is kept."),
        (at("ready"), "Maya (East) is ready for the next deal."),
        (at("kick_voted", by=2), "Anna (North) wants Maya (East) to leave."),
        (at("undo_answered", 2, agrees=True), "Anna (North) agrees."),
    ],
)
def test_people_are_named(item: dict[str, Any], line: str) -> None:
    places = Places(Texts(), 0, ("Ada", "Maya", "Anna", ""))

    assert company_lines(ITEM.validate_python(item), places, deal_runs=True) == [line]


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (at("undo_asked", 0), "You ask for your last card."),
        (at("undo_answered", 0, agrees=True), "You agree."),
        (at("undo_answered", 0, agrees=False), "No agreement: play goes on."),
        (at("claim_answered", 0, agrees=True), "You agree."),
        (at("claim_answered", 0, agrees=False), "No agreement: play goes on."),
        (
            at("claim_made", 0, ours=True, hand=["S6", "AN"]),
            "You claim all the tricks that are left and show AN, S6.",
        ),
        (
            at("claim_made", 0, ours=False, hand=["S6"]),
            "You give up all the tricks that are left and show S6.",
        ),
    ],
)
def test_what_one_wishes_is_told_in_the_second_person(
    item: dict[str, Any], line: str
) -> None:
    assert lines(item) == [line]
