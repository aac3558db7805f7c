"""Events of the rules as they are told."""

import pytest

from engine.errors import BrokenInvariant
from engine.events import CardPlayed, DealSettled, Declared, Event, Skipped, TakenBack
from engine.plain import Plain
from engine.seats import SEATS
from server.table.events import Author, ClockReceipt, Stamped
from server.table.state import TableState
from server.translate.deal_items import deal_item, running
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.table.playing import dealt_table, table
from tests.support.builders import row

AT_MS = 1_764_504_000_123


def told(
    event: Event,
    after: TableState,
    recipient: Recipient,
    clock: ClockReceipt | None = None,
) -> Plain:
    stamped = Stamped(event, AT_MS, Author.PERSON, clock)
    return deal_item(event, stamped, after, recipient)


KINGS = "SR BR CR S10 S9 S8 S7 B10 B9 B8 B7 C10 C9 C8 C7"


def test_declaration_is_told_with_the_cards_that_count_and_no_others() -> None:
    # A28
    driven = dealt_table(0, {1: KINGS})
    driven.act_on_turn()
    driven.act_on_turn()
    assert driven.events[-1] == Declared(SEATS[1])

    item = told(driven.events[-1], driven.state, ONLOOKER)

    assert item["score"]["public_cards"] == ["SR", "BR", "CR"]


def test_skip_says_nothing_about_the_hand() -> None:
    # A27
    state = dealt_table(0, {1: KINGS}).state

    item = told(Skipped(SEATS[1]), state, ONLOOKER)

    assert item == {"kind": "skipped", "seat": 1}


def test_card_that_goes_back_is_told_to_all() -> None:
    state = dealt_table(0, {}).state
    (card,) = row("SR")

    for recipient in (ONLOOKER, Recipient(SEATS[2])):
        item = told(TakenBack(SEATS[1], card), state, recipient)
        assert item == {"kind": "taken_back", "seat": 1, "card": "SR"}


def test_settled_deal_tells_the_match_after_it() -> None:
    driven = dealt_table(0, {})
    driven.play_out()
    assert driven.state.deal is not None

    item = told(DealSettled(), driven.state, ONLOOKER)

    assert item["match"] == list(driven.state.match)
    assert (item["deal"], item["deals_played"]) == (1, 1)
    assert item["settlement"]["bot_plays"] == [0, 0, 0, 0]


def test_event_without_its_deal_is_a_fault_of_ours() -> None:
    with pytest.raises(BrokenInvariant):
        running(table().state)
    unsettled = dealt_table(0, {}).state
    for event in (DealSettled(), Declared(SEATS[1])):
        with pytest.raises(BrokenInvariant):
            told(event, unsettled, ONLOOKER)


def test_card_comes_with_the_receipt_of_its_time() -> None:
    # P13: it says nothing but times.
    state = dealt_table(0, {}).state
    (card,) = row("SR")
    receipt = ClockReceipt(think_ms=12_040, lag_ms=40, server_ms=3)

    items = [
        told(CardPlayed(SEATS[1], card), state, ONLOOKER, clock)
        for clock in (receipt, None)
    ]

    assert [item["clock"] for item in items] == [
        {"think_ms": 12_040, "lag_ms": 40, "server_ms": 3},
        None,
    ]
