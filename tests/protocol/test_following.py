"""Following one table."""

from engine.seats import Seat
from protocol.fold import Gap, GapReason, Known
from protocol.following import Following
from protocol.to_client import Replayed
from protocol.to_server import Mute, Resync
from tests.protocol.folding import told
from tests.protocol.pretend_table import a_table

WHOLE = Resync(table="QF7K2")


def test_unknown_table_is_asked_for_as_a_whole() -> None:
    following = Following("QF7K2")

    assert following.behind
    assert following.ask(GapReason.MISSED) == WHOLE
    assert following.asked


def test_gap_is_asked_for_from_the_position() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot(2)))
    assert not following.behind

    outcome = following.take(told(table.events(4, 4)))

    assert outcome == Gap("QF7K2", GapReason.MISSED)
    assert following.behind
    assert following.ask(GapReason.MISSED) == Resync(
        table="QF7K2", epoch=table.epoch, version=2, token=table.tokens[2], heard=0
    )


def test_replay_up_to_what_was_seen_closes_the_gap() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot(2)))
    following.take(told(table.events(4, 4)))
    following.ask(GapReason.MISSED)

    outcome = following.take(told(table.events(3, 4)))
    following.replayed(Replayed(table="QF7K2", count=2, version=4))

    assert isinstance(outcome, Known)
    assert not following.behind
    assert not following.asked
    assert following.tries == 0


def test_replay_that_ends_too_early_leaves_the_table_behind() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot(1)))
    following.take(told(table.events(4, 4)))
    following.ask(GapReason.MISSED)
    following.take(told(table.events(2, 2)))

    following.replayed(Replayed(table="QF7K2", count=1, version=2))

    assert following.behind
    assert following.tries == 1


def test_end_of_a_replay_without_any_snapshot_leaves_the_table_behind() -> None:
    following = Following("QF7K2")

    following.replayed(Replayed(table="QF7K2", count=0, version=0))

    assert following.behind


def test_third_question_in_a_row_is_for_the_whole() -> None:
    following = Following("QF7K2")
    following.take(told(a_table().snapshot(2)))

    questions = [following.ask(GapReason.MISSED).version for _ in range(4)]

    assert questions == [2, 2, None, None]


def test_contradiction_is_asked_for_as_a_whole() -> None:
    following = Following("QF7K2")
    following.take(told(a_table().snapshot(2)))

    asked = following.ask(GapReason.CONTRADICTION)
    assert asked == WHOLE.model_copy(update={"heard": 0})


def test_snapshot_of_another_history_ends_what_was_seen_of_the_old_one() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot(1)))
    following.take(told(table.events(4, 4)))
    table.epoch = b"epoch--2"

    following.take(told(table.snapshot(2, "rewound")))

    assert not following.behind


def test_events_of_a_new_history_are_what_has_to_be_reached() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot(4)))
    table.epoch = b"epoch--2"

    outcome = following.take(told(table.events(3, 3)))
    following.ask(GapReason.EPOCH)
    following.take(told(table.snapshot(2, "new_epoch")))

    assert outcome == Gap("QF7K2", GapReason.EPOCH)
    assert following.behind


def test_lost_connection_forgets_the_question() -> None:
    following = Following("QF7K2")
    following.take(told(a_table().snapshot(1)))
    following.take(told(a_table().events(4, 4)))
    following.ask(GapReason.MISSED)

    following.link_lost()

    assert not following.asked
    assert not following.behind


def muted(following: Following, *seats: int | None) -> None:
    for seat in seats:
        following.mute(
            Mute(table="QF7K2", seat=None if seat is None else Seat(seat), on=True)
        )


def heard_no_more(following: Following) -> set[int | None]:
    assert all(mute.on and mute.table == "QF7K2" for mute in following.mutes)
    return {mute.seat for mute in following.mutes}


def test_mutes_are_remembered() -> None:
    following = Following("QF7K2")
    muted(following, 1, 2, None)

    following.mute(Mute(table="QF7K2", seat=Seat(1), on=False))
    following.mute(Mute(table="QF7K2", seat=Seat(3), on=False))

    assert heard_no_more(following) == {2, None}


def test_everybody_is_heard_again() -> None:
    following = Following("QF7K2")
    muted(following, 1, None)

    following.mute(Mute(table="QF7K2", on=False))

    assert following.mutes == []


def test_whoever_sits_down_is_heard() -> None:
    table = a_table()
    following = Following("QF7K2")
    following.take(told(table.snapshot()))
    muted(following, 2, 3)

    table.leave(2)
    following.take(told(table.events(5, 5)))

    assert heard_no_more(following) == {3}


def test_question_that_was_not_looked_at_does_not_count() -> None:
    following = Following("QF7K2")
    following.ask(GapReason.MISSED)

    following.refused_for_now()

    assert (following.asked, following.put_off, following.tries) == (False, True, 0)
    following.ask(GapReason.MISSED)
    assert (following.asked, following.put_off, following.tries) == (True, False, 1)
