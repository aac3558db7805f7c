"""A recorded deal as a story; its words are tested with what makes them."""

from client_cli.offline.history import history_of
from client_cli.offline.record_story import RecordStory
from client_cli.texts import Texts
from engine.record import read_record
from tests.client_cli.records import random_record

RECORD = random_record(1)
HISTORY = history_of(read_record(RECORD))
STORY = RecordStory(RECORD, HISTORY, Texts())


def test_it_is_told_from_everywhere() -> None:
    assert STORY.viewpoints == (None, 0, 1, 2, 3)
    assert STORY.last == len(HISTORY)
    assert STORY.teams()[0] == "Team 0: seat 0 (Ada) and seat 2 (Bea)."


def test_viewpoint_sees_its_own_hand() -> None:
    assert len(STORY.opening(None)) == 4
    (hand,) = STORY.opening(2)
    assert hand.startswith("Seat 2 (Bea) holds ")


def test_moment_is_place_event_and_standing() -> None:
    lines = STORY.moment(5, 1)

    assert lines[0] == f"Event 5 of {STORY.last}, as seat 1 (bot) knew it."
    assert lines[1:2] == STORY.event(5, 1)
    assert sum(" holds " in line for line in lines) == 1


def test_data_ends_with_the_event_that_is_named() -> None:
    data = STORY.data(3, 1)

    assert (data["seat"], data["names"]) == (1, ["Ada", "bot", "Bea", "bot"])
    assert isinstance(data["events"], list)
    assert [event["n"] for event in data["events"]] == [1, 2, 3]
    assert RecordStory([], HISTORY, Texts()).data(1, None)["names"] is None
