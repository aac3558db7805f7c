"""Replies are taken apart with their shape checked."""

import pytest

from server.adapters.redis_replies import (
    BadReply,
    Repeat,
    as_bytes,
    as_int,
    as_list,
    as_pairs,
    change_of,
    events_of,
    following_of,
    loaded_of,
    news_of,
)
from server.store_outcomes import (
    Following,
    Gone,
    HistoryBroken,
    Outdated,
    Published,
    Said,
    Stale,
    Trimmed,
)
from server.store_records import Mark, StoredEvent

EPOCH, TOKEN = b"epoch..1", b"token..1"
META = [b"e", EPOCH, b"n", b"3", b"tk", TOKEN, b"sv", b"1", b"mk", b"0", b"ss", b"2"]


def entry(version: int, token: bytes = TOKEN) -> list[object]:
    return [b"%d-0" % version, [b"t", token, b"p", b"card"]]


def test_events_come_in_either_shape() -> None:
    event = StoredEvent(4, TOKEN, b"card")

    assert events_of([entry(4)]) == (event,)
    assert events_of([(b"4-0", {b"t": TOKEN, b"p": b"card"})]) == (event,)


def test_pairs_come_in_either_shape() -> None:
    assert (
        list(as_pairs([b"a", b"1"])) == list(as_pairs({b"a": b"1"})) == [(b"a", b"1")]
    )


def test_numbers_come_in_either_shape() -> None:
    assert as_int(7) == as_int(b"7") == 7


@pytest.mark.parametrize("value", [None, "text", 1.5, b"x"])
def test_no_number(value: object) -> None:
    with pytest.raises(BadReply):
        as_int(value)


def test_other_shapes_are_refused() -> None:
    with pytest.raises(BadReply):
        as_bytes(1)
    with pytest.raises(BadReply):
        as_list(b"x")


def test_stored_change() -> None:
    assert change_of([b"OK", 4, 1_234], EPOCH, 3) == 1_234


def test_repeated_change() -> None:
    kept = b"7 6469 4 " + TOKEN.hex().encode() + b" the result, with spaces"

    assert change_of([b"DUP", kept, 1_234], EPOCH, 3) == Repeat(
        b"the result, with spaces", Mark(EPOCH, 4, TOKEN), 1_234
    )


def test_refused_changes() -> None:
    assert change_of([b"OLD", 9], EPOCH, 3) == Outdated(9)
    assert change_of([b"GONE"], EPOCH, 3) == Gone()
    assert change_of([b"STALE", 5, TOKEN, [entry(4)]], EPOCH, 3) == Stale(
        Mark(EPOCH, 5, TOKEN), (StoredEvent(4, TOKEN, b"card"),)
    )


def test_events_with_a_gap_are_not_handed_on() -> None:
    mark = Mark(EPOCH, 6, TOKEN)

    stale = change_of([b"STALE", 6, TOKEN, [entry(5), entry(6)]], EPOCH, 3)
    assert stale == Stale(mark, ())
    assert following_of([b"OK", 6, TOKEN, [entry(5)]], EPOCH, 3) == Trimmed(mark)
    assert following_of([b"OK", 6, TOKEN, []], EPOCH, 3) == Trimmed(mark)
    assert following_of([b"OK", 3, TOKEN, []], EPOCH, 3) == Following(
        Mark(EPOCH, 3, TOKEN), ()
    )


def test_unknown_word() -> None:
    with pytest.raises(KeyError):
        change_of([b"WHAT"], EPOCH, 3)


def test_loaded_table() -> None:
    meta = [*META, b"ph", b"play", b"d:turn", b"99", b"dl", b"99"]
    loaded = loaded_of("T1", [b"OK", 1_234, meta, b"state", [entry(3)]])

    assert loaded is not None
    assert loaded.mark == Mark(EPOCH, 3, TOKEN)
    assert loaded.deadlines == {"turn": 99}
    assert loaded.phase == "play"
    assert loaded_of("T1", [b"GONE"]) is None


@pytest.mark.parametrize(
    ("meta", "state", "events", "says"),
    [
        (META, None, [entry(3)], "snapshot is missing"),
        (META[:-2], b"state", [entry(3)], "snapshot is missing"),
        (META, b"state", [entry(4)], "events are missing"),
        (META, b"state", [], "events after the snapshot are missing"),
        (META, b"state", [entry(3), entry(4)], "more events than were counted"),
        (META, b"state", [entry(3, b"another.")], "another one"),
    ],
)
def test_parts_that_do_not_fit(
    meta: list[bytes], state: bytes | None, events: list[object], says: str
) -> None:
    with pytest.raises(HistoryBroken, match=says):
        loaded_of("T1", [b"OK", 1_234, meta, state, events])


def test_published_events() -> None:
    message = b"E" + EPOCH + b"0000000000000005token..400000003onetoken..500000000"

    assert news_of("T1", message) == Published(
        "T1",
        Mark(EPOCH, 5, b"token..5"),
        (StoredEvent(4, b"token..4", b"one"), StoredEvent(5, b"token..5", b"")),
    )


def test_published_talk() -> None:
    assert news_of("T1", b"T0000000000000012ciao") == Said("T1", 12, b"ciao")


@pytest.mark.parametrize("message", [b"", b"X", b"E", b"Eepoch..1xx", b"Tnumber"])
def test_publications_that_make_no_sense(message: bytes) -> None:
    with pytest.raises((BadReply, ValueError, IndexError)):
        news_of("T1", message)
