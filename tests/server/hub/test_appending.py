"""What a decision asks the store to write."""

from dataclasses import replace

from server.hub.appending import Spans, all_deadlines, deadline_changes, plan_change
from server.hub.history import Position
from server.hub.lobby_rows import row_of
from server.store_records import ACTIVE_MS, FINISHED_MS, Mark, Row
from server.stored import NO_CHECKSUM, open_event, open_snapshot
from server.table.commands import (
    BotAction,
    GiveUpSeat,
    PersonConnected,
    PersonLost,
    StartDeal,
    TakeSeat,
)
from server.table.deadlines import BOT, LEASE, LEASE_MS, deadlines_of
from server.table.decide import decide
from server.table.draft import Outcome
from server.table.options import TableOptions
from tests.server.table.playing import Driven, running, table
from tests.support.fakes import SeededChance

TWO = TableOptions(people=2, pace_ms=0)
MARK = Mark(b"epoch..1", 40, b"token..1")


def position(driven: Driven, snapshot_version: int = 30) -> Position:
    return Position(MARK, NO_CHECKSUM, driven.state, snapshot_version)


def outcome_of(driven: Driven, command: object) -> Outcome:
    circumstances = replace(driven.circumstances(), version=MARK.version)
    return decide(driven.state, command, circumstances)  # type: ignore[arg-type]


def test_events_are_sealed_one_after_the_other() -> None:
    driven = running("ann", "bob", options=TWO)
    outcome = outcome_of(driven, GiveUpSeat("ann"))

    plan = plan_change(position(driven), outcome, SeededChance(1), driven.now_ms)

    checksum = NO_CHECKSUM
    for event, stamped in zip(plan.change.events, outcome.events, strict=True):
        opened, checksum = open_event(event.payload, checksum)
        assert opened == stamped
    assert plan.position.checksum == checksum
    assert plan.position.state == outcome.states[-1]
    assert plan.position.mark == plan.change.mark_after(MARK)
    assert len({event.token for event in plan.change.events}) == len(outcome.events)
    assert plan.change.now_ms == driven.now_ms


def test_outcome_without_events_changes_nothing() -> None:
    driven = running("ann", "bob", options=TWO)
    outcome = Outcome((), ())

    plan = plan_change(position(driven), outcome, SeededChance(1), 5)

    assert (plan.change.events, plan.change.snapshot) == ((), None)
    assert (plan.change.deadlines, plan.change.phase) == ({}, "")
    assert plan.position == position(driven)
    assert plan.steps == ()


def test_snapshot_comes_with_each_deal_and_not_with_each_move() -> None:
    driven = table(TWO)
    driven.sit("ann")
    began = outcome_of(driven, StartDeal("ann"))
    moved = running("ann", "bob", options=TWO)
    lost = outcome_of(moved, PersonLost("ann", moved.seat_state("ann").arrival))

    with_deal = plan_change(position(driven), began, SeededChance(1), 5)
    with_move = plan_change(position(moved), lost, SeededChance(1), 5)

    assert with_deal.change.snapshot is not None
    assert open_snapshot(with_deal.change.snapshot) == (
        began.states[-1],
        with_deal.position.checksum,
    )
    assert with_deal.position.snapshot_version == with_deal.position.mark.version
    assert with_move.change.snapshot is None
    assert with_move.position.snapshot_version == 30


def test_snapshot_comes_also_after_very_many_events() -> None:
    moved = running("ann", "bob", options=TWO)
    lost = outcome_of(moved, PersonLost("ann", moved.seat_state("ann").arrival))
    far = replace(MARK, version=30 + 199)

    plan = plan_change(replace(position(moved), mark=far), lost, SeededChance(1), 5)

    assert plan.change.snapshot is not None


def test_table_at_which_no_deal_ends_keeps_no_more_than_ten_thousand_events() -> None:
    moved = running("ann", "bob", options=TWO)
    lost = outcome_of(moved, PersonLost("ann", moved.seat_state("ann").arrival))
    at_snapshot = replace(MARK, version=12_344)
    between = replace(
        position(moved), mark=replace(MARK, version=12_345), snapshot_version=12_345
    )

    plan = plan_change(
        replace(position(moved), mark=at_snapshot), lost, SeededChance(1), 5
    )
    later = plan_change(between, lost, SeededChance(1), 5)

    assert plan.position.mark.version == 12_345
    assert plan.change.trim_before == 2_346  # so that 2,346 to 12,345 stay
    assert later.change.trim_before is None


def test_short_table_keeps_all_its_events() -> None:
    moved = running("ann", "bob", options=TWO)
    lost = outcome_of(moved, PersonLost("ann", moved.seat_state("ann").arrival))
    far = replace(MARK, version=9_999)

    plan = plan_change(replace(position(moved), mark=far), lost, SeededChance(1), 5)

    assert plan.change.snapshot is not None
    assert plan.change.trim_before is None


def test_closed_table_is_kept_for_a_short_while() -> None:
    driven = running("ann", options=TWO)
    closed = outcome_of(driven, GiveUpSeat("ann"))

    plan = plan_change(position(driven), closed, SeededChance(1), 5)

    assert plan.change.expire_ms == FINISHED_MS
    assert plan.change.phase == "closed"
    assert set(plan.change.deadlines.values()) <= {None}


def test_open_table_is_kept_for_a_day() -> None:
    driven = table(TWO)
    driven.sit("ann")
    lost = outcome_of(driven, PersonLost("ann", driven.seat_state("ann").arrival))

    plan = plan_change(position(driven), lost, SeededChance(1), 5)

    assert plan.change.expire_ms == ACTIVE_MS
    assert plan.change.phase == "waiting"


def test_host_says_how_long_open_tables_are_kept_and_leases_last() -> None:
    driven = table(TWO)
    driven.sit("ann")
    driven.lose("ann")
    back = outcome_of(driven, PersonConnected("ann"))
    spans = Spans(lease_ms=700, keep_ms=7_200_000)

    plan = plan_change(position(driven), back, SeededChance(1), 5, spans)

    assert plan.change.expire_ms == 7_200_000
    assert plan.change.deadlines[LEASE] == 705


def test_phase_is_that_of_the_deal() -> None:
    driven = running("ann", "bob", options=TWO)
    lost = outcome_of(driven, PersonLost("ann", driven.seat_state("ann").arrival))

    plan = plan_change(position(driven), lost, SeededChance(1), 5)

    assert plan.change.phase == "playing"


# ----------------------------------------------------------------------- deadlines


def test_deadlines_are_written_where_they_changed() -> None:
    driven = running("ann", "bob", "cid", "dan")
    before = position(driven)
    driven.lose("ann")
    lost = position(driven)
    driven.now_ms += 1_000
    driven.lose("bob")
    both = position(driven)
    driven.come_back("ann")

    assert deadline_changes(before, lost, 5) == deadlines_of(lost.state)
    assert set(deadline_changes(lost, both, 5)) == {"grace:1", "reserved:1"}
    assert deadline_changes(both, position(driven), 5) == {
        "grace:0": None,
        "reserved:0": None,
    }


def test_deadline_of_a_bot_is_always_written() -> None:
    """Taking it has moved it in the store, even where the state has the same time."""
    driven = running("ann", options=TWO)
    while driven.state.turn == driven.seat_of("ann"):
        driven.act_on_turn()
    before = position(driven)
    answer = driven.bot_answer()
    assert isinstance(answer, BotAction)
    driven.do(answer)

    assert BOT in deadline_changes(before, position(driven), 5)


def test_nodes_of_people_are_looked_at_while_somebody_is_connected() -> None:
    driven = table(TWO)
    empty = position(driven)
    driven.sit("ann")
    one = position(driven)
    driven.sit("bob")
    both = position(driven)
    driven.lose("ann")
    driven.lose("bob")

    assert deadline_changes(empty, one, 5)[LEASE] == 5 + LEASE_MS
    assert LEASE not in deadline_changes(one, both, 5)
    assert deadline_changes(one, position(driven), 5)[LEASE] is None


def test_every_deadline_of_a_table_is_written_when_it_is_mended() -> None:
    driven = running("ann", "bob", "cid", "dan")
    driven.lose("ann")

    assert all_deadlines(driven.state, 5) == {
        **deadlines_of(driven.state),
        LEASE: 5 + LEASE_MS,
    }
    assert all_deadlines(table().state, 5) == deadlines_of(table().state)


def test_row_in_the_lobby_is_written_when_it_differs() -> None:
    driven = table(TWO)
    sat = outcome_of(driven, TakeSeat("ann", "Ann"))
    plan = plan_change(position(driven), sat, SeededChance(1), 5)
    assert plan.change.lobby_row == row_of(sat.states[-1])
    driven.sit("ann")
    added = outcome_of(driven, PersonLost("ann", driven.seat_state("ann").arrival))

    plan = plan_change(position(driven), added, SeededChance(1), 5)

    assert plan.change.lobby_row is Row.KEEP
    left = outcome_of(driven, GiveUpSeat("ann"))
    plan = plan_change(position(driven), left, SeededChance(1), 5)
    assert plan.change.lobby_row is Row.REMOVE
