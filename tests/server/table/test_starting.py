"""Between deals: who is ready, and the next deal."""

from dataclasses import replace

from engine.dealing import DealSource, commitment_to, deal_out
from engine.seats import SEATS
from protocol.codes import ErrorCode
from server.table.commands import GiveUpSeat, StartDeal, TimeUp
from server.table.deadlines import FILL, READY, deadlines_of
from server.table.events import (
    BotSeated,
    ControlPassed,
    DealBegan,
    DealPromised,
    EntropyAdded,
    MatchBegan,
    ReadyGiven,
)
from server.table.options import TableOptions
from server.table.refusal import Refusal
from server.table.state import Control
from tests.server.table.playing import HOST, running, table

TWO = TableOptions(people=2, pace_ms=0)


def test_only_who_sits_begins_a_deal() -> None:
    driven = table()
    driven.sit("ann")

    assert driven.refusal(StartDeal(HOST)) == Refusal(ErrorCode.NOT_SEATED)


def test_running_deal_is_not_begun_again() -> None:
    driven = running("ann")

    assert driven.refusal(StartDeal("ann")) == Refusal(ErrorCode.PHASE)


def test_cards_follow_from_the_promised_secret_and_what_the_seats_add() -> None:
    driven = table(replace(TWO, people=4))
    secret = driven.state.next_secret
    driven.sit("ann", entropy=b"a" * 16)
    driven.sit("bob")
    driven.do(StartDeal("bob", b"b" * 32))
    driven.do(StartDeal("ann"))

    source = DealSource(secret, "QWERT", 1, (b"a" * 16, b"b" * 32, b"", b""), None)
    dealt = deal_out(source)

    assert driven.state.deal is not None
    assert driven.state.deal.state.dealt == dealt.hands
    assert driven.state.deal.state.dealer == dealt.dealer
    assert EntropyAdded(SEATS[1], b"b" * 32) in driven.events
    # What was added counts for one deal.
    assert [held.entropy for held in driven.state.seats] == [b""] * 4


def test_several_deals_pass_the_deal_on_and_add_up() -> None:
    driven = running("ann", "bob", options=replace(TWO, deals=3))
    dealers, totals, promises = [], [], []

    for _ in range(3):
        assert driven.state.deal is not None
        dealers.append(driven.state.deal.state.dealer)
        promises.append(commitment_to(driven.state.deal.secret))
        driven.play_out()
        settlement = driven.state.deal.state.settlement
        assert settlement is not None
        totals.append([team.total for team in settlement.teams])
        if not driven.state.finished:
            driven.start()

    assert [(dealers[0] + n) % 4 for n in range(3)] == dealers  # R4, A38
    assert driven.state.match == tuple(map(sum, zip(*totals, strict=True)))
    assert len(set(promises)) == 3
    told = [e for e in driven.events if isinstance(e, DealPromised)]
    assert [commitment_to(promise.secret) for promise in told[:3]] == promises
    # The deal of a rematch is promised too, before anybody adds to it (D9).
    assert [promise.number for promise in told] == [1, 2, 3, 4]


def test_deal_waits_until_all_who_are_here_have_asked_for_it() -> None:
    driven = table()
    driven.sit("ann", "bob", "cid")

    assert driven.do(StartDeal("ann")) == [ReadyGiven(SEATS[0])]
    assert driven.do(StartDeal("ann")) == []
    assert driven.do(StartDeal("cid")) == [ReadyGiven(SEATS[2])]
    happened = driven.do(StartDeal("bob"))

    assert happened[:2] == [ReadyGiven(SEATS[1]), BotSeated(SEATS[3], "medium")]
    assert isinstance(happened[2], DealBegan)
    assert not any(held.is_ready for held in driven.state.seats)


def test_who_is_not_ready_in_time_is_played_for() -> None:
    # A ready check cannot stall (H49).
    driven = table()
    driven.sit("ann", "bob")
    driven.do(StartDeal("ann"))
    assert deadlines_of(driven.state) == {READY: driven.now_ms + 30_000}

    driven.now_ms += 30_000
    happened = driven.do(TimeUp(READY))

    assert ControlPassed(SEATS[1], Control.BOT, connected=True) in happened
    assert isinstance(happened[-1], DealBegan)


def test_nobody_waits_for_who_is_away_or_leaves() -> None:
    driven = table()
    driven.sit("ann", "bob", "cid")
    driven.do(StartDeal("ann"))
    driven.lose("bob")
    assert not driven.state.deal_runs

    driven.do(GiveUpSeat("cid"))

    assert driven.state.deal_runs


def test_bots_fill_the_table_after_the_wait_that_it_has() -> None:
    driven = table(TableOptions(fill_ms=15_000))
    assert FILL not in deadlines_of(driven.state)
    driven.sit("ann")
    driven.now_ms += 5_000
    driven.sit("bob")
    assert deadlines_of(driven.state) == {FILL: driven.now_ms + 10_000}

    driven.now_ms += 10_000
    happened = driven.do(TimeUp(FILL))

    assert isinstance(happened[-1], DealBegan)
    assert [held.person is None for held in driven.state.seats] == [
        False,
        False,
        True,
        True,
    ]


def test_bots_have_the_level_of_their_seat() -> None:
    levels = (None, "easy", None, "medium")
    driven = table(TableOptions(people=1, level="medium", levels=levels))

    driven.sit("ann")

    assert [held.bot_level for held in driven.state.seats] == [
        None,
        "easy",
        "medium",
        "medium",
    ]


def test_same_people_play_another_match_from_zero() -> None:
    driven = running("ann", "bob", options=TWO)
    driven.play_out()
    assert driven.state.finished
    assert sum(driven.state.match) > 0
    promised = driven.state.next_secret
    assert promised

    happened = driven.do(StartDeal("ann"))

    assert happened[0] == MatchBegan()
    assert not any(isinstance(event, DealPromised) for event in happened)
    assert (driven.state.match, driven.state.deals_played) == ((0, 0), 0)
    dealer = driven.state.next_dealer
    driven.do(StartDeal("bob"))
    assert driven.state.deal is not None
    assert (driven.state.deal.number, driven.state.deal.state.dealer) == (2, dealer)
    assert driven.state.deal.secret == promised


def test_no_deal_is_drawn_from_nothing() -> None:
    driven = running("ann")
    driven.play_out()
    # As older servers left a table whose deals were over.
    driven.states[-1] = replace(driven.state, next_secret=b"")

    happened = driven.do(StartDeal("ann"))

    promised = next(one for one in happened if isinstance(one, DealPromised))
    assert promised.secret
    assert driven.state.deal is not None
    assert driven.state.deal.secret == promised.secret


def test_bank_is_full_at_the_beginning_of_each_deal() -> None:
    driven = running("ann", "bob", options=replace(TWO, turn_ms=1, bank_ms=9_000))

    assert [held.bank_ms for held in driven.state.seats] == [9_000] * 4
