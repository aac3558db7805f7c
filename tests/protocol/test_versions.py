"""Versions are served as far back as there are dialects."""

import pytest

from protocol import versions
from protocol.codec import (
    BadMessage,
    decode_to_server,
    encode_plain,
    encode_to_client,
    encode_to_server,
    retold,
)
from protocol.to_server import Ping
from protocol.versions import DIALECTS, Dialect, common, served
from tests.support.dialect import SHOUTED, shouted


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this were the second version, and there were a dialect for the first."""
    monkeypatch.setattr(versions, "PROTOCOL_VERSION", 2)
    monkeypatch.setitem(DIALECTS, 1, SHOUTED)


def test_one_version_is_all_there_is() -> None:
    assert served() == (1, 1)


@pytest.mark.usefixtures("second_version")
def test_two_versions_are_served_from_the_second_on() -> None:
    assert served() == (1, 2)


@pytest.mark.usefixtures("second_version")
@pytest.mark.parametrize(
    ("lowest", "highest", "spoken"),
    [(1, 1, 1), (1, 2, 2), (2, 2, 2), (2, 5, 2), (1, 5, 2), (3, 5, None)],
)
def test_highest_version_that_both_speak_is_spoken(
    lowest: int, highest: int, spoken: int | None
) -> None:
    assert common(lowest, highest) == spoken


def test_message_of_an_older_client_is_read_by_way_of_its_dialect() -> None:
    older = encode_plain({"op": "PING", "t": 5})

    assert decode_to_server(older, SHOUTED) == Ping(t=5)
    assert isinstance(decode_to_server(older), BadMessage)


@pytest.mark.parametrize("data", [encode_plain({"op": "ping", "t": 5}), b"\x01"])
def test_what_makes_no_sense_in_a_dialect_is_a_bad_message(data: bytes) -> None:
    assert isinstance(decode_to_server(data, SHOUTED), BadMessage)


def test_dialect_cannot_let_in_what_is_not_valid() -> None:
    lax = Dialect(newer=lambda _: {"op": "ping", "t": "soon"}, older=shouted)

    assert isinstance(decode_to_server(encode_to_server(Ping(t=5)), lax), BadMessage)


def test_older_client_is_told_in_its_own_words() -> None:
    frame = encode_to_client({"op": "pong", "t": 5, "now": 7})

    assert retold(frame, SHOUTED) == encode_plain({"op": "PONG", "t": 5, "now": 7})
