"""Events of the rules as they are told."""

import pytest

from engine.errors import BrokenInvariant
from engine.events import DealSettled, Declared, Skipped, TakenBack
from engine.seats import SEATS
from server.table.events import Author
from server.translate.deal_items import deal_item, running
from server.translate.recipient import ONLOOKER, Recipient
from tests.server.table.playing import dealt_table, table
from tests.support.builders import row

KINGS = "SR BR CR S10 S9 S8 S7 B10 B9 B8 B7 C10 C9 C8 C7"


def test_declaration_is_told_with_the_cards_that_count_and_no_others() -> None:
    # A28
    driven = dealt_table(0, {1: KINGS})
    driven.act_on_turn()
    driven.act_on_turn()
    assert driven.events[-1] == Declared(SEATS[1])

    item = deal_item(driven.events[-1], Author.PERSON, driven.state, ONLOOKER)

    assert item["score"]["public_cards"] == ["SR", "BR", "CR"]


def test_skip_says_nothing_about_the_hand() -> None:
    # A27
    state = dealt_table(0, {1: KINGS}).state

    item = deal_item(Skipped(SEATS[1]), Author.PERSON, state, ONLOOKER)

    assert item == {"kind": "skipped", "seat": 1}


def test_card_that_goes_back_is_told_to_all() -> None:
    state = dealt_table(0, {}).state
    (card,) = row("SR")

    for recipient in (ONLOOKER, Recipient(SEATS[2])):
        item = deal_item(TakenBack(SEATS[1], card), Author.PERSON, state, recipient)
        assert item == {"kind": "taken_back", "seat": 1, "card": "SR"}


def test_settled_deal_tells_the_match_after_it() -> None:
    driven = dealt_table(0, {})
    driven.play_out()
    assert driven.state.deal is not None

    item = deal_item(DealSettled(), Author.PERSON, driven.state, ONLOOKER)

    assert item["match"] == list(driven.state.match)
    assert (item["deal"], item["deals_played"]) == (1, 1)
    assert item["settlement"]["bot_plays"] == [0, 0, 0, 0]


def test_event_without_its_deal_is_a_fault_of_ours() -> None:
    with pytest.raises(BrokenInvariant):
        running(table().state)
    unsettled = dealt_table(0, {}).state
    for event in (DealSettled(), Declared(SEATS[1])):
        with pytest.raises(BrokenInvariant):
            deal_item(event, Author.PERSON, unsettled, ONLOOKER)
