from typing import Any

from client_cli.live.onlooking import Onlooker
from client_cli.texts import Texts
from protocol.fold import Known
from protocol.to_client import Events
from protocol.updates import Changed
from protocol.views import View
from tests.client_cli.pretend import EPOCH, TABLE, PretendTable
from tests.client_cli.situations import deal_data, known_with, offer, view_of_seat
from tests.client_cli.test_event_lines import played_out, table_view

SHOWN = {"skipped": False, "score": offer("SR", "BR", "CR", "DR")}


def open_view(**changes: Any) -> View:
    deal = deal_data(hand=None, declarations=[None, SHOWN, None, None])
    return view_of_seat(you=None, **{"deal": deal, **changes})


def news(*items: dict[str, Any], after: View | None = None) -> list[str]:
    before = known_with(open_view())
    message = Events.model_validate(
        {
            "table": TABLE,
            "epoch": EPOCH,
            "first": before.mark.version + 1,
            "token": bytes(8),
            "at": 1,
            "items": items,
            "situation": None,
        }
    )
    known = Known(before.mark, after or before.view, before.situation)
    return Onlooker(Texts()).news(Changed(message, before, known))


def test_table_as_it_is() -> None:
    assert Onlooker(Texts()).standing(known_with(open_view())) == [
        "Table QF7K2.",
        "South: Ada.",
        "East: Maya.",
        "North: Anna.",
        "West: a bot.",
        "Deal 1.",
        "West has dealt.",
        "Shown and still held, East: SR, BR, CR, DR.",
        "On the table: North S10, West S8.",
        "Declared, South and North: 0; East and West: 34.",
        "Tricks, South and North: 2; East and West: 3.",
        "It is the turn of South.",
    ]


def test_another_seat_may_be_south() -> None:
    lines = Onlooker(Texts(), 1).standing(known_with(open_view()))

    assert lines[1:5] == ["South: Maya.", "East: Anna.", "North: a bot.", "West: Ada."]


def test_table_between_deals_and_before_the_first() -> None:
    waiting = open_view(deal=None)
    between = open_view(deal=None, deals_played=1, match=[120, 1])

    assert Onlooker(Texts()).standing(known_with(waiting, turn=None))[-1] == (
        "No cards are dealt yet."
    )
    lines = Onlooker(Texts()).standing(known_with(between, turn=None))
    assert "South and North: 120 points." in lines
    assert "East and West: 1 point." in lines


def test_nobody_is_addressed() -> None:
    score = offer("SR", "BR", "CR")
    assert news(
        {
            "kind": "deal_started",
            "deal": 2,
            "dealer": 0,
            "counts": [17] * 4,
            "hand": None,
        },
        {"kind": "discarded", "seat": 0, "cards": None},
        {"kind": "declared", "seat": 1, "score": score},
        {"kind": "skipped", "seat": 0},
        {"kind": "card_played", "seat": 0, "card": "S10", "by": "person"},
        {"kind": "taken_back", "seat": 0, "card": "S10"},
        {
            "kind": "trick_won",
            "trick": 3,
            "leader": 0,
            "cards": ["S10", "S8", "SF", "SR"],
            "winner": 3,
        },
        {"kind": "control", "seat": 0, "control": "bot", "connected": False},
        {"kind": "no_such_kind"},
    ) == [
        "South has dealt.",
        "South has discarded two cards.",
        "East declares 17 points and shows SR, BR, CR.",
        "South declares nothing.",
        "South played S10.",
        "South takes S10 back.",
        "Trick 3 goes to West.",
        "A bot plays for South meanwhile.",
    ]


def test_score_names_the_teams() -> None:
    table = PretendTable()
    table.begin()
    table.others()
    settled = played_out(table)
    view = table_view(table).model_copy(update={"you": None})

    lines = news(settled.model_dump(), after=view)
    assert lines[0] == "Deal 1 is over. The score:"
    assert any("South and North" in line for line in lines)
    assert not any("our side" in line or "you" in line.split() for line in lines)
