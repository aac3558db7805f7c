from typing import Any

import pytest

from client_cli.live.announcements import announced
from client_cli.texts import Texts, texts_in
from engine.deal import Phase
from engine.players.by_rule import MEDIUM
from engine.seats import Seat
from engine.view import view_of
from protocol.fold import Known, fold
from protocol.to_client import Events
from protocol.updates import Changed
from tests.client_cli.pretend import EPOCH, TABLE, dealt
from tests.client_cli.situations import (
    HAND,
    deal_data,
    known_with,
    offer,
    situation,
    view_of_seat,
)

TEXTS = Texts()


def changed(before: Known, *items: dict[str, Any], **after: Any) -> Changed:
    message = Events.model_validate(
        {
            "table": TABLE,
            "epoch": EPOCH,
            "first": before.mark.version + 1,
            "token": bytes(8),
            "at": 1,
            "items": items,
            "situation": situation(**after).model_dump(),
        }
    )
    known = fold(before, message)
    assert isinstance(known, Known), known
    return Changed(message, before, known)


def said(before: Known, *items: dict[str, Any], **after: Any) -> list[str]:
    return announced(changed(before, *items, **after), TEXTS)


def card(seat: int, code: str, by: str = "person") -> dict[str, Any]:
    return {"kind": "card_played", "seat": seat, "card": code, "by": by}


def empty_trick(leader: int = 0) -> Known:
    return known_with(view_of_seat(deal=deal_data(trick=[], leader=leader)))


def test_ones_own_card_is_told_in_the_second_person() -> None:
    assert said(known_with(), card(0, "SF"), turn=1, winning=2) == [
        "You played SF, Jack of Swords. It wins so far."
    ]


def test_the_first_card_names_the_trick() -> None:
    assert said(empty_trick(1), card(1, "B7"), winning=0) == [
        "Trick 1. East played B7."
    ]


def test_a_card_that_does_not_win() -> None:
    assert said(known_with(), card(0, "S6"), turn=1, winning=0) == ["You played S6."]


def test_a_moor_is_a_moor() -> None:
    assert said(empty_trick(1), card(1, "M3"), winning=0) == [
        "Trick 1. East played MR, Moor."
    ]


def test_the_matto_cannot_win_and_stays_with_its_side() -> None:
    assert said(known_with(), card(0, "MT"), turn=1, winning=0) == [
        "You played MT, Matto. It cannot win, and stays with our side."
    ]


def test_a_led_matto_leaves_the_suit_open() -> None:
    assert said(empty_trick(3), card(3, "MT"), led=None, winning=None) == [
        "Trick 1. West played MT, Matto. The next card sets the suit."
    ]


@pytest.mark.parametrize(
    ("seat", "by", "line"),
    [
        (0, "timer", "SF, Jack of Swords was played for you."),
        (0, "bot", "SF, Jack of Swords was played for you."),
        (1, "bot", "CF, Jack of Cups was played for East."),
        (3, "bot", "West played CF, Jack of Cups."),
    ],
)
def test_who_plays_for_somebody_else_is_told(seat: int, by: str, line: str) -> None:
    trick = ["S10", "S8"] if seat == 0 else ["S10"]
    view = view_of_seat(deal=deal_data(trick=trick, leader=(seat - len(trick)) % 4))
    code = "SF" if seat == 0 else "CF"

    assert said(known_with(view), card(seat, code, by), winning=0) == [line]


def test_the_winner_of_a_trick_and_the_count() -> None:
    view = view_of_seat(deal=deal_data(trick=["S10", "S8", "SF"], tricks=[]))
    trick = {
        "kind": "trick_won",
        "trick": 1,
        "leader": 2,
        "cards": ["S10", "S8", "SF", "SR"],
        "winner": 1,
    }

    lines = said(known_with(view), card(1, "SR"), trick, winning=None)
    assert lines == [
        "East played SR, King of Swords.",
        "Trick 1 won by East with SR. Tricks: we 2, they 4.",
    ]


def test_a_trick_of_the_partner_reads_as_one_sentence() -> None:
    view = view_of_seat(deal=deal_data(trick=["SR", "S8", "SF"], tricks=[]))
    cards = ["SR", "S8", "SF", "S7"]
    trick = {"kind": "trick_won", "trick": 1, "leader": 2, "cards": cards, "winner": 2}

    lines = said(known_with(view), card(1, "S7"), trick, winning=None)
    assert lines[1] == "Trick 1 won by North with SR. Tricks: we 3, they 3."


def test_cards_of_the_next_trick_in_the_same_message() -> None:
    view = view_of_seat(deal=deal_data(trick=["S10", "S8", "SF"]))
    trick = {
        "kind": "trick_won",
        "trick": 1,
        "leader": 2,
        "cards": ["S10", "S8", "SF", "SR"],
        "winner": 1,
    }

    lines = said(known_with(view), card(1, "SR"), trick, card(1, "B7"), winning=0)
    assert lines[-1] == "Trick 2. East played B7."


def test_what_another_player_declares() -> None:
    declared = {"kind": "declared", "seat": 1, "score": offer("SR", "BR", "CR", "M1")}

    assert said(known_with(), declared) == [
        "East declares 17 points and shows SR, BR, CR.",
        "Set. Kings: SR, BR, CR. 3 cards, 17 points (R23).",
        "Sets together: 17, not doubled.",
    ]


def test_what_one_declares_oneself() -> None:
    declared = {"kind": "declared", "seat": 0, "score": offer("AN", "SO", "16", "MT")}

    assert said(known_with(), declared) == [
        "You declared 15 points. Everybody sees AN, SO, 16, MT."
    ]


def test_skips() -> None:
    nothing = known_with(phase="declare", offer=offer())
    something = known_with(phase="declare", offer=offer("SR", "BR", "CR"))
    skip = {"kind": "skipped", "seat": 0}

    assert said(nothing, skip) == ["You declare nothing."]
    assert said(something, skip) == ["You declare nothing: 17 points stay undeclared."]
    assert said(nothing, {"kind": "skipped", "seat": 3}) == ["West declares nothing."]


def test_discards_are_told_to_the_dealer_alone() -> None:
    view = view_of_seat(
        deal=deal_data(discarded=False, dealer=0, trick=[], counts=[7, 7, 7, 7])
    )
    own = {"kind": "discarded", "seat": 0, "cards": ["S6", "BQ"]}
    other = {"kind": "discarded", "seat": 1, "cards": None}

    assert said(known_with(view), own) == ["You discarded S6, BQ."]
    assert said(known_with(view), other) == ["East has discarded two cards."]


def test_company_is_told_of_too() -> None:
    left = {"kind": "seat_left", "seat": 1, "host": 0}

    assert said(known_with(), left) == ["East is free."]


def test_bots_are_announced_only_in_a_running_deal() -> None:
    bot = {
        "kind": "seat_taken",
        "seat": 3,
        "occupant": "bot",
        "name": "bot",
        "level": "easy",
        "you": False,
        "host": 0,
    }

    assert said(known_with(view_of_seat(deal=None)), bot) == []
    assert said(known_with(), bot) == ["A bot plays on in the West."]


def test_a_signal() -> None:
    sign = {"kind": "sign", "seat": 2, "sign": "volo"}

    assert said(known_with(), sign) == ["North signals volo."]
    assert said(known_with(), {**sign, "seat": 0}) == ["You signal volo."]


def test_a_card_is_taken_back_and_another_one_played() -> None:
    taken = {"kind": "taken_back", "seat": 3, "card": "S8"}

    assert said(known_with(), taken, card(3, "S9"), winning=0) == [
        "West takes S8 back.",
        "West played S9.",
    ]


def test_ones_own_card_is_taken_back() -> None:
    view = view_of_seat(deal=deal_data(trick=["S10", "S8", "SF"]))
    taken = {"kind": "taken_back", "seat": 0, "card": "SF"}

    assert said(known_with(view), taken) == ["You take SF back."]


def test_a_card_that_ended_a_trick_is_taken_back() -> None:
    trick = {"leader": 2, "cards": ["S10", "S8", "SF", "SR"], "winner": 1}
    view = view_of_seat(
        deal=deal_data(trick=[], tricks=[trick], leader=1, tricks_won=[0, 1])
    )
    taken = {"kind": "taken_back", "seat": 1, "card": "SR"}
    won = {
        "kind": "trick_won",
        "trick": 1,
        "leader": 2,
        "cards": ["S10", "S8", "SF", "S7"],
        "winner": 0,
    }

    lines = said(known_with(view), taken, card(1, "S7"), won, winning=None)
    assert lines == [
        "East takes SR back.",
        "East played S7.",
        "Trick 1 won by you with SF. Tricks: we 1, they 0.",
    ]


def test_what_says_nothing() -> None:
    items: list[dict[str, Any]] = [
        {"kind": "deal_committed", "deal": 1, "commitment": bytes(32)},
        {"kind": "entropy_added", "seat": 0, "entropy": bytes(32)},
        {"kind": "hidden"},
        {"kind": "from_later"},
    ]

    assert said(known_with(), *items) == []


def test_what_was_known_before_is_not_told_again() -> None:
    update = changed(known_with(), card(0, "SF"), card(1, "S7"), winning=2)
    half = Changed(
        update.message, changed(known_with(), card(0, "SF")).known, update.known
    )

    assert announced(half, TEXTS) == ["East played S7."]


def test_a_deal_begins_with_seats_dealer_and_hand() -> None:
    started = {
        "kind": "deal_started",
        "deal": 2,
        "dealer": 3,
        "counts": [15, 15, 15, 17],
        "hand": HAND,
    }

    lines = said(known_with(), started)
    assert lines[0].startswith("You are South.")
    assert lines[2] == "Deal 2. Dealer: West. You lead to the first trick."
    assert lines[3] == "Your hand, 7 cards."


def test_a_whole_deal_ends_with_the_score() -> None:
    session, known = dealt(until=Phase.PLAY)
    table = session.table
    texts = texts_in("it")
    lines: list[str] = []
    while table.state is not None and table.state.phase is not Phase.SETTLED:
        action = MEDIUM.choose(view_of(table.state, Seat(0)))
        for message in (table.act(action), *table.others()):
            update = session.update_for(message)
            assert isinstance(update, Changed)
            lines += announced(update, texts)

    assert known.view.deal is not None
    assert sum(line.startswith("Presa 15: ") for line in lines) == 1
    assert "La smazzata 1 è finita. Il punteggio:" in lines
    assert lines[-1].startswith("Risultato: ")


def test_cards_that_a_bot_played_for_people_are_on_the_sheet() -> None:
    session, _ = dealt(until=Phase.SETTLED)
    state = session.table.state
    assert state is not None
    settlement = session.table.settlement(state)
    settled = {
        "kind": "deal_settled",
        "deal": 1,
        "settlement": {**settlement, "bot_plays": [2, 1, 0, 15]},
        "match": [1, 2],
        "deals_played": 1,
    }

    lines = said(known_with(), settled)
    assert lines[1:3] == [
        "A bot played 2 cards for you.",
        "A bot played 1 card for East.",
    ]
    assert lines[3].startswith("Dealer: ")
