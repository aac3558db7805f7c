"""How events of a deal change a table."""

from dataclasses import replace

import pytest

from engine.errors import BrokenInvariant
from engine.events import CardPlayed, Discarded
from engine.seats import SEATS
from server.table.events import (
    Author,
    ClaimAnswered,
    ClaimMade,
    DealBegan,
    UndoAnswered,
    UndoAsked,
)
from server.table.evolve_deal import asked, began, moved, running
from server.table.state import Claim, Undo
from tests.server.table.playing import dealt_table, table
from tests.support.builders import dealt, row

NOW_MS = 1_700_000_123_000
HANDS = {1: "BQ BC", 0: "S8 S7"}


def test_deal_remembers_what_it_was_drawn_from_and_who_sat_there() -> None:
    driven = table()
    driven.sit("ann", entropy=bytes(16))
    before = driven.state

    state = began(before, DealBegan(1, dealt(0, HANDS)), NOW_MS, 7)

    assert state.deal is not None
    assert state.deal.secret == before.next_secret
    assert state.deal.entropies == (bytes(16), b"", b"", b"")
    assert state.deal.names == ("Ann", "", "", "")
    assert state.deal.holders == (("ann",), (), (), ())
    assert state.deal.dealer_drawn
    assert (state.next_secret, state.next_number) == (b"", 2)
    assert state.seats[0].entropy == b""
    assert (state.since_ms, state.turn_version) == (NOW_MS, 7)


def test_move_ends_what_was_being_asked() -> None:
    state = dealt_table(0, HANDS).state
    assert state.deal is not None
    claim = Claim(SEATS[0], ours=True, agreed=(), at_ms=1)
    asking = replace(
        state, deal=replace(state.deal, claim=claim, undo=Undo(SEATS[0], (), 1))
    )
    first, second = row("S8 S7")

    after = moved(
        asking, Discarded(SEATS[0], (first, second)), Author.PERSON, NOW_MS, 9
    )

    assert after.deal is not None
    assert (after.deal.claim, after.deal.undo) == (None, None)
    assert (after.since_ms, after.turn_version) == (NOW_MS, 9)


@pytest.mark.parametrize(
    ("author", "count"),
    [(Author.PERSON, 0), (Author.BOT, 1), (Author.TIMER, 1), (Author.SERVER, 0)],
)
def test_cards_of_bots_and_clocks_are_counted(author: Author, count: int) -> None:
    driven = dealt_table(0, HANDS)
    driven.act_on_turn()
    (card,) = row("BQ")

    after = moved(driven.state, CardPlayed(SEATS[1], card), author, NOW_MS, 9)

    assert after.deal is not None
    assert after.deal.bot_plays == (0, count, 0, 0)


def test_claim_is_open_until_it_is_refused() -> None:
    state = dealt_table(0, HANDS).state

    state = asked(state, ClaimMade(SEATS[1], ours=True), NOW_MS)
    state = asked(state, ClaimAnswered(SEATS[0], agrees=True), NOW_MS)
    assert state.deal is not None
    assert state.deal.claim == Claim(SEATS[1], True, (SEATS[0],), NOW_MS)  # noqa: FBT003
    state = asked(state, ClaimAnswered(SEATS[2], agrees=False), NOW_MS)

    assert state.deal is not None
    assert state.deal.claim is None
    assert (state.deal.claims_refused, state.deal.shown_hands) == (1, (1,))


def test_undo_is_open_until_it_is_refused() -> None:
    state = dealt_table(0, HANDS).state

    state = asked(state, UndoAsked(SEATS[1]), NOW_MS)
    state = asked(state, UndoAnswered(SEATS[0], agrees=True), NOW_MS)
    assert state.deal is not None
    assert state.deal.undo == Undo(SEATS[1], (SEATS[0],), NOW_MS)
    state = asked(state, UndoAnswered(SEATS[2], agrees=False), NOW_MS)

    assert state.deal is not None
    assert state.deal.undo is None


def test_late_answers_change_nothing() -> None:
    state = dealt_table(0, HANDS).state

    for answer in (
        ClaimAnswered(SEATS[0], agrees=True),
        UndoAnswered(SEATS[0], agrees=True),
    ):
        assert asked(state, answer, NOW_MS) == state


def test_event_of_a_deal_needs_a_deal() -> None:
    with pytest.raises(BrokenInvariant):
        running(table().state)
