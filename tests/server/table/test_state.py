"""What can be read off a table."""

from dataclasses import replace

from engine.seats import SEATS
from server.table.commands import GiveUpSeat
from server.table.options import TableOptions
from server.table.state import Control
from tests.server.table.playing import running, table

TWO_DEALS = TableOptions(people=2, pace_ms=0, deals=2)


def test_options_are_as_the_rules_have_it_unless_said() -> None:
    options = TableOptions()

    assert (options.deals, options.people, options.private) == (1, 4, False)


def test_seat_belongs_to_the_user_who_took_it() -> None:
    driven = running("ann", "bob", options=TWO_DEALS)

    assert driven.state.seat_of("bob") == 1
    assert driven.state.seat_of("eve") is None


def test_names_are_those_of_people_bots_or_nobody() -> None:
    driven = table()
    driven.sit("ann")
    assert [driven.state.name_at(seat) for seat in SEATS] == ["Ann", "", "", ""]

    driven.start()
    names = [driven.state.name_at(seat) for seat in SEATS]
    assert names == ["Ann", "bot-1", "bot-2", "bot-3"]


def test_turn_is_that_of_the_deal_while_the_table_is_open() -> None:
    driven = running("ann", options=TWO_DEALS)
    assert driven.state.deal is not None
    assert driven.state.turn == driven.state.deal.state.dealer
    assert driven.state.deal_runs

    driven.do(GiveUpSeat("ann"))

    assert driven.state.turn is None
    assert not driven.state.deal_runs


def test_deals_are_counted_when_they_are_settled() -> None:
    driven = running("ann", "bob", options=TWO_DEALS)
    assert (driven.state.deals_played, driven.state.finished) == (0, False)
    driven.play_out()
    assert (driven.state.deals_played, driven.state.finished) == (1, False)
    driven.start()
    assert (driven.state.deals_played, driven.state.finished) == (1, False)
    driven.play_out()
    assert (driven.state.deals_played, driven.state.finished) == (2, True)


def test_deal_passes_to_the_next_seat() -> None:
    driven = running("ann", options=TWO_DEALS)
    assert table().state.next_dealer is None  # drawn for the first deal (A38)
    state = driven.state
    assert state.deal is not None
    for dealer in SEATS:
        dealt = replace(state.deal.state, dealer=dealer)
        moved = replace(state, deal=replace(state.deal, state=dealt))
        assert moved.next_dealer == (dealer + 1) % 4


def test_who_acts_has_a_name_in_data() -> None:
    assert [control.value for control in Control] == [
        "nobody",
        "person",
        "grace",
        "bot",
    ]
