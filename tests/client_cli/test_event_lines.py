"""What happens at a table, as JSON lines."""

import json
from typing import Any

import pytest

from client_cli.event_lines import item_lines, question_line, state_line
from engine.plain import codes
from engine.players.by_rule import MEDIUM
from engine.seats import Seat
from engine.view import view_of
from protocol.items import (
    CardPlayed,
    DealSettled,
    DealStarted,
    Declared,
    Discarded,
    Hidden,
    Item,
    Skipped,
    TakenBack,
    TrickWon,
)
from protocol.scores import Combinations
from protocol.views import View
from tests.client_cli.pretend import TABLE, PretendTable
from tests.client_cli.situations import HAND, deal_data, offer, view_of_seat
from tests.protocol.test_bots import DECLARING, DISCARDING, PLAYING, bot_view


def in_json(value: object) -> Any:
    """What a program reads."""
    return json.loads(json.dumps(value))


def lines_for(item: Item, after: View | None = None) -> Any:
    return in_json(item_lines(item, view_of_seat() if after is None else after))


# ----------------------------------------------------------------- what happens


def test_deal_begins_with_ones_own_hand() -> None:
    item = DealStarted.model_validate(
        {"deal": 2, "dealer": 3, "counts": [15, 15, 15, 17], "hand": HAND}
    )

    assert lines_for(item) == [
        {
            "v": 1,
            "ev": "deal",
            "table": TABLE,
            "deal": 2,
            "seat": "south",
            "dealer": "west",
            "hand": HAND,
        }
    ]


def test_onlooker_has_no_seat() -> None:
    item = DealStarted.model_validate(
        {"deal": 2, "dealer": 3, "counts": [15, 15, 15, 17], "hand": None}
    )

    (line,) = lines_for(item, view_of_seat(you=None))

    assert (line["seat"], line["hand"]) == (None, None)


@pytest.mark.parametrize(
    ("item", "line"),
    [
        (
            Discarded(seat=Seat(1), cards=None),
            {"ev": "discarded", "seat": "east", "cards": None},
        ),
        (
            Discarded(seat=Seat(0), cards=("S6", "S7")),
            {"ev": "discarded", "seat": "south", "cards": ["S6", "S7"]},
        ),
        (
            Declared.model_validate(
                {"seat": 2, "score": offer("SR", "BR", "CR", "DR", "S6")}
            ),
            {
                "ev": "declared",
                "seat": "north",
                "cards": ["SR", "BR", "CR", "DR"],
                "points": 34,
            },
        ),
        (Skipped(seat=Seat(3)), {"ev": "skipped", "seat": "west"}),
        (
            CardPlayed(seat=Seat(1), card="M2", by="bot"),
            {"ev": "card", "seat": "east", "card": "M2"},
        ),
        (
            TakenBack(seat=Seat(1), card="M2"),
            {"ev": "taken_back", "seat": "east", "card": "M2"},
        ),
        (
            TrickWon(
                trick=6, leader=Seat(2), cards=("S10", "S8", "SF", "SR"), winner=Seat(1)
            ),
            {
                "ev": "trick",
                "n": 6,
                "leader": "north",
                "cards": [
                    ["north", "S10"],
                    ["west", "S8"],
                    ["south", "SF"],
                    ["east", "SR"],
                ],
                "won": "east",
            },
        ),
    ],
    ids=["theirs", "ours", "declared", "skipped", "card", "taken back", "trick"],
)
def test_event_is_one_line(item: Item, line: dict[str, Any]) -> None:
    assert lines_for(item) == [{"v": 1, **line}]


def test_score_is_a_line_for_each_team() -> None:
    table = PretendTable()
    table.begin()
    table.others()
    settled = played_out(table)

    north_south, east_west, _ = lines_for(settled, table_view(table))

    first = settled.settlement.teams[0]
    lines = north_south.pop("lines")
    assert [line["pts"] for line in lines] == [
        line.points for line in first.combinations.lines
    ]
    assert north_south == {
        "v": 1,
        "ev": "score",
        "deal": 1,
        "team": "NS",
        "card_points": first.card_points,
        "last_trick": first.last_trick,
        "captured": first.captured,
        "declared": first.declared,
        "total": first.total,
    }
    assert east_west["team"] == "EW"
    assert east_west["total"] == settled.settlement.teams[1].total


def test_everything_is_open_when_a_deal_is_over() -> None:
    table = PretendTable(you=1)
    table.begin()
    table.others()
    settled = played_out(table)
    state = table.state
    assert state is not None
    assert state.discards is not None

    open_at_last = lines_for(settled, table_view(table))[-1]
    assert open_at_last == {
        "v": 1,
        "ev": "hands",
        "deal": 1,
        "hands": {
            "south": codes(state.dealt[0]),
            "east": codes(state.dealt[1]),
            "north": codes(state.dealt[2]),
            "west": codes(state.dealt[3]),
        },
        "discards": codes(state.discards),
    }


def test_score_lists_the_combinations() -> None:
    """Three tarocchi, and a Grande of six in which the Matto stands for the 15."""
    table = PretendTable()
    table.begin()
    table.others()
    settled = played_out(table)
    pile = Combinations.model_validate(offer("AN", "MN", "SO", "LU", "16", "MT"))
    team = settled.settlement.teams[0].model_copy(update={"combinations": pile})
    settlement = settled.settlement.model_copy(
        update={"teams": (team, settled.settlement.teams[1])}
    )
    told = settled.model_copy(update={"settlement": settlement})

    lines = lines_for(told, table_view(table))[0]["lines"]

    assert lines == [
        {
            "k": "set",
            "name": "tarocchi",
            "cards": ["AN", "MN", "MT"],
            "stand_ins": [],
            "added": [],
            "pts": 18,
            "x": 1,
        },
        {
            "k": "sequence",
            "name": "grande",
            "cards": ["AN", "MN", "SO", "LU", "16"],
            "stand_ins": [["MT", "15"]],
            "added": [],
            "pts": 25,
            "x": 1,
        },
    ]


def played_out(table: PretendTable) -> DealSettled:
    """The end of the deal, each seat playing by itself."""
    while True:
        assert table.state is not None
        assert table.state.turn is not None
        told = table.act(MEDIUM.choose(view_of(table.state, table.state.turn)))
        last = told.items[-1]
        if isinstance(last, DealSettled):
            return last


def table_view(table: PretendTable) -> View:
    return View.model_validate(table.view())


def test_what_no_player_needs_is_no_line() -> None:
    assert lines_for(Hidden()) == []


def test_nothing_is_told_before_the_first_deal() -> None:
    assert lines_for(Skipped(seat=Seat(0)), view_of_seat(deal=None)) == []


# ------------------------------------------------------------------ how it stands


def test_state_is_the_whole_deal() -> None:
    kings = offer("SR", "BR", "CR", "DR")
    told = view_of_seat(
        deal=deal_data(
            declarations=[
                None,
                {"skipped": False, "score": kings},
                {"skipped": True, "score": None},
                None,
            ],
            tricks=[{"leader": 0, "cards": ["C6", "C7", "CR", "C8"], "winner": 2}],
        )
    )

    assert in_json(state_line(told)) == {
        "v": 1,
        "ev": "state",
        "table": TABLE,
        "deal": 1,
        "seat": "south",
        "dealer": "west",
        "hand": HAND,
        "trick": [["north", "S10"], ["west", "S8"]],
        "tricks": [
            {
                "leader": "south",
                "cards": [
                    ["south", "C6"],
                    ["east", "C7"],
                    ["north", "CR"],
                    ["west", "C8"],
                ],
                "won": "north",
            }
        ],
        "declared": [["east", ["SR", "BR", "CR", "DR"]]],
    }


def test_nothing_stands_between_deals() -> None:
    table = PretendTable()
    table.begin()
    table.others()
    played_out(table)

    assert state_line(view_of_seat(deal=None)) is None
    assert state_line(table_view(table)) is None


def test_onlooker_is_told_how_a_deal_stands_without_a_hand() -> None:
    line = state_line(view_of_seat(you=None, deal=deal_data(hand=None)))

    assert line is not None
    assert (line["seat"], line["hand"]) == (None, None)


def test_question_says_what_lies_there_and_what_is_legal() -> None:
    assert in_json(question_line(PLAYING, TABLE, 2.5)) == {
        "v": 1,
        "ev": "turn",
        "ask": "play",
        "table": TABLE,
        "deal": 1,
        "trick": 1,
        "seat": "south",
        "hand": HAND,
        "cards": [["north", "S10"], ["west", "S8"]],
        "led_suit": "S",
        "winning": "north",
        "left_s": 2.5,
        "legal": ["SF", "S6", "MT"],
    }


def test_question_for_the_discard_lists_what_may_be_laid_away() -> None:
    line = question_line(DISCARDING, None, 1.0)

    assert line["ask"] == "discard"
    assert line["legal"] == ("S6", "SF", "16")


def test_question_for_the_declaration_says_what_it_would_show() -> None:
    line = question_line(DECLARING, None, 1.0)

    assert line["ask"] == "declare"
    assert line["legal"] == ("declare", "skip")
    assert (line["points"], line["shows"]) == (34, ("SR", "BR", "CR", "DR"))


def test_nobody_wins_an_empty_trick() -> None:
    assert question_line(bot_view(winning=None), None, 1.0)["winning"] is None
