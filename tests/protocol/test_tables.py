"""The tables that a session follows."""

import pytest

from engine.seats import Seat
from protocol.fold import GapReason
from protocol.following import MOST_TRIES
from protocol.reaction import Reaction, Waits
from protocol.tables import Tables
from protocol.to_client import Error, Replayed, Said
from protocol.to_server import Mute, Resync
from protocol.updates import CaughtUp, Changed, Gone, Replaced, Talked
from tests.protocol.folding import known_at, told
from tests.protocol.pretend_table import PretendTable, a_table


class Following:
    """Tables with one table in them, and what came of each message."""

    def __init__(self, version: int = 2) -> None:
        self.table: PretendTable = a_table()
        self.waits = Waits(15.0)
        self.tables = Tables(self.waits)
        self.tell_snapshot(version)

    def tell(self, first: int, last: int) -> Reaction:
        reaction = Reaction()
        message = told(self.table.events(first, last))
        self.tables.take_news(message, reaction, 0.0)
        return reaction

    def tell_snapshot(
        self, version: int, reason: str = "asked", said: int = 0
    ) -> Reaction:
        reaction = Reaction()
        message = told(self.table.snapshot(version, reason) | {"said": said})
        self.tables.take_news(message, reaction, 0.0)
        return reaction

    def tell_replayed(self, version: int) -> Reaction:
        reaction = Reaction()
        message = Replayed(table="QF7K2", count=1, version=version)
        self.tables.take_replayed(message, reaction, 0.0)
        return reaction

    def tell_error(self, code: str, table: str | None) -> Reaction:
        reaction = Reaction()
        self.tables.take_error(Error(code=code, detail="", table=table), reaction)
        return reaction


def test_snapshot_begins_to_follow() -> None:
    tables = Tables(Waits(15.0))
    table = a_table()
    reaction = Reaction()

    message = told(table.snapshot(2, "sat"))
    tables.take_news(message, reaction, 0.0)

    (update,) = reaction.updates
    assert isinstance(update, Replaced)
    assert update.before is None
    assert tables.known == (known_at(table, 2),)


def test_events_that_join_on_are_told() -> None:
    following = Following()

    reaction = following.tell(2, 3)

    (update,) = reaction.updates
    assert isinstance(update, Changed)
    assert update.before == known_at(following.table, 2)
    assert update.known == known_at(following.table, 3)
    assert not reaction.send


def test_repeated_events_are_not_told() -> None:
    assert Following().tell(1, 2) == Reaction()


def test_events_of_a_table_that_is_not_followed_are_not_told() -> None:
    following = Following()
    following.tables.forget("QF7K2", "left", Reaction())

    assert following.tell(3, 3) == Reaction()
    assert following.tell_replayed(3) == Reaction()


def test_gap_is_asked_for_once() -> None:
    following = Following()

    first, second = following.tell(4, 4), following.tell(4, 4)

    assert [type(message) for message in first.send] == [Resync]
    assert not second.send


def test_closed_gap_is_told() -> None:
    following = Following()
    following.tell(4, 4)
    following.tell(3, 4)

    reaction = following.tell_replayed(4)

    assert reaction.updates == [CaughtUp("QF7K2", 1, known_at(following.table, 4))]
    assert not reaction.send
    assert following.waits.first_s is None


def test_gap_that_stays_open_is_asked_for_again() -> None:
    following = Following(version=1)
    following.tell(4, 4)
    following.tell(2, 2)

    reaction = following.tell_replayed(2)

    assert not reaction.updates
    assert [type(message) for message in reaction.send] == [Resync]


def test_old_snapshot_is_asked_for_again() -> None:
    following = Following(version=1)
    following.tell(4, 4)

    reaction = following.tell_snapshot(2)

    assert [type(message) for message in reaction.send] == [Resync]


def test_answers_that_do_not_help_end_the_connection() -> None:
    following = Following(version=1)
    following.tell(4, 4)

    reactions = [following.tell_snapshot(2) for _ in range(MOST_TRIES)]

    assert [one.drop is None for one in reactions] == [True, True, True, False]
    assert not reactions[-1].send


def test_running_replay_is_not_overdue() -> None:
    following = Following(version=1)
    following.tables.take_news(told(following.table.events(4, 4)), Reaction(), 10.0)
    assert following.waits.first_s == 25.0

    following.tables.take_news(told(following.table.events(2, 2)), Reaction(), 20.0)

    assert following.waits.first_s == 35.0


def test_every_table_is_asked_for() -> None:
    following = Following()
    following.tables.follow(["QF7K2", "AB3C4"])
    reaction = Reaction()

    following.tables.ask_all(GapReason.MISSED, reaction, 0.0)
    following.tables.ask_all(GapReason.MISSED, reaction, 0.0)

    asked = [one.table for one in reaction.send if isinstance(one, Resync)]
    assert asked == ["QF7K2", "AB3C4"]


def test_one_table_is_asked_for_as_a_whole() -> None:
    following = Following()
    reaction = Reaction()

    following.tables.ask("QF7K2", reaction, 0.0)

    assert reaction.send == [Resync(table="QF7K2", heard=0)]


def test_table_that_is_not_there_is_forgotten() -> None:
    following = Following()
    following.tables.ask("QF7K2", Reaction(), 0.0)

    reaction = following.tell_error("E_NO_TABLE", "QF7K2")

    assert reaction.updates == [Gone("QF7K2", "E_NO_TABLE")]
    assert following.tables.known == ()
    assert following.tables.known_of("QF7K2") is None
    assert following.waits.first_s is None


def test_other_errors_forget_nothing() -> None:
    following = Following()

    assert following.tell_error("E_NO_TABLE", None) == Reaction()
    assert following.tell_error("E_NO_TABLE", "AB3C4") == Reaction()
    assert following.tell_error("E_RATE", "QF7K2") == Reaction()
    assert following.tables.known_of("QF7K2") == known_at(following.table, 2)


def test_forgetting_twice_is_told_once() -> None:
    following = Following()
    reaction = Reaction()

    following.tables.forget("QF7K2", "left", reaction)
    following.tables.forget("QF7K2", "left", reaction)

    assert reaction.updates == [Gone("QF7K2", "left")]


def test_another_session_follows_nothing() -> None:
    following = Following()

    following.tables.forget_all()

    assert following.tables.known == ()


def test_table_of_which_nothing_is_known_is_not_among_the_known() -> None:
    tables = Tables(Waits(15.0))
    tables.follow(["QF7K2"])

    assert tables.known == ()
    assert tables.known_of("QF7K2") is None


def test_replay_of_a_table_of_which_nothing_is_known_is_asked_for_again() -> None:
    following = Following()
    following.tables.forget_all()
    following.tables.follow(["QF7K2"])

    reaction = following.tell_replayed(3)

    assert reaction.send == [Resync(table="QF7K2")]
    assert not reaction.updates


def test_lost_connection_asks_again() -> None:
    following = Following()
    following.tell(4, 4)

    following.tables.link_lost()

    assert following.tell(4, 4).send


# ------------------------------------------------------------- looking on, and talk


def test_table_at_which_one_sits_is_no_place_to_look_on() -> None:
    following = Following()

    assert not following.tables.looks_on_at("QF7K2")
    assert not following.tables.looks_on_at("ZZZZZ")


def test_table_of_which_nothing_is_known_yet_is_only_looked_at() -> None:
    tables = Tables(Waits(15.0))
    tables.follow(["QF7K2"])

    assert tables.looks_on_at("QF7K2")


def test_late_snapshot_of_a_forgotten_table_is_not_wanted() -> None:
    following = Following()
    following.tables.forget("QF7K2", "unwatched", Reaction())

    assert following.tell_snapshot(2) == Reaction()
    assert following.tables.known == ()

    following.tell_snapshot(2, "sat")
    assert len(following.tables.known) == 1


def test_forgotten_table_can_be_followed_again() -> None:
    following = Following()
    following.tables.forget("QF7K2", "unwatched", Reaction())
    following.tables.follow(["QF7K2"])

    (update,) = following.tell_snapshot(2).updates

    assert isinstance(update, Replaced)


def test_new_connection_tells_nothing_late() -> None:
    following = Following()
    following.tables.forget("QF7K2", "unwatched", Reaction())
    following.tables.link_lost()

    assert following.tell_snapshot(2).updates


def test_mutes_of_all_tables_are_told_again() -> None:
    following = Following()
    mute = Mute(table="QF7K2", seat=Seat(1), on=True)

    assert following.tables.mute(mute)
    assert not following.tables.mute(Mute(table="ZZZZZ", on=True))
    assert following.tables.mutes == [mute]


# ------------------------------------------------------------------ not now


@pytest.mark.parametrize("table", [None, "QF7K2"])
def test_question_that_is_refused_for_now_is_asked_again(table: str | None) -> None:
    following = Following()
    following.tell(4, 4)

    assert following.tell_error("E_STORE_AWAY", table) == Reaction()

    assert following.waits.first_s is None
    reaction = Reaction()
    following.tables.ask_again(reaction, 2.0)
    assert len(reaction.send) == 1
    following.tables.ask_again(reaction, 3.0)
    assert len(reaction.send) == 1


def test_refusal_of_another_table_changes_nothing() -> None:
    following = Following()
    following.tell(4, 4)

    following.tell_error("E_RATE", "ZZZZZ")

    reaction = Reaction()
    following.tables.ask_again(reaction, 2.0)
    assert not reaction.send


def test_answer_that_came_after_all_is_enough() -> None:
    following = Following()
    following.tell(4, 4)
    following.tell_error("E_BUSY", "QF7K2")
    following.tell_snapshot(4)

    reaction = Reaction()
    following.tables.ask_again(reaction, 2.0)
    assert not reaction.send


@pytest.mark.parametrize("code", ["E_NOT_ALLOWED", "E_INTERNAL", "E_SOMETHING_NEW"])
def test_table_that_is_not_shown_is_forgotten(code: str) -> None:
    following = Following()

    (update,) = following.tell_error(code, "QF7K2").updates

    assert update == Gone("QF7K2", code)


# ----------------------------------------------------------------------------- talk


def a_line(number: int, table: str = "QF7K2") -> Said:
    return Said(
        table=table, number=number, seat=Seat(1), name="Ada", phrase="hello", text=None
    )


def numbers_heard(following: Following, *numbers: int) -> list[int]:
    reaction = Reaction()
    for number in numbers:
        following.tables.take_talk(a_line(number), reaction)
    return [one.message.number for one in reaction.updates if isinstance(one, Talked)]


def test_line_that_comes_again_is_heard_once() -> None:
    assert numbers_heard(Following(), 1, 2, 2, 1, 4) == [1, 2, 4]


def test_line_at_a_table_that_was_left_is_passed_on() -> None:
    reaction = Reaction()

    Following().tables.take_talk(a_line(1, "AB3C4"), reaction)

    assert reaction.updates == [Talked(a_line(1, "AB3C4"))]


def test_talk_is_asked_for_from_the_last_line() -> None:
    following = Following()
    numbers_heard(following, 7)
    reaction = Reaction()

    following.tables.ask("QF7K2", reaction, 0.0)

    assert reaction.send == [Resync(table="QF7K2", heard=7)]


def test_who_was_too_slow_asks_for_talk_as_well() -> None:
    following = Following()
    numbers_heard(following, 1)

    reaction = following.tell_snapshot(3, "slow", said=4)

    (asked,) = reaction.send
    assert isinstance(asked, Resync)
    assert (asked.version, asked.heard) == (3, 1)
    assert following.tell_snapshot(3, said=4).send == []


def test_talk_whose_numbers_begin_anew_is_heard() -> None:
    following = Following()
    numbers_heard(following, 1, 2)

    following.tell_snapshot(3, "new_epoch", said=0)

    assert numbers_heard(following, 1) == [1]
