"""What is wrong with a field, in words."""

import pytest

from protocol.codec import BadMessage, decode_to_server
from protocol.detail_words import words_for
from tests.protocol.test_codec import PLAY, pack

HELLO = {"op": "hello", "versions": [1, 1], "client": "x"}
CREATE = {"op": "create", "n": 1}


@pytest.mark.parametrize(
    ("message", "detail"),
    [
        ({"op": "play", "n": 1, "card": "SR"}, "play.table: missing"),
        (PLAY | {"x": 1}, "play: a field that is not known"),
        (PLAY | {"card": "SRSR"}, "play.card: too long"),
        (PLAY | {"card": 7}, "play.card: no text"),
        (PLAY | {"table": "no table"}, "play.table: a text of another form"),
        (PLAY | {"table": "A" * 33}, "play.table: too long"),
        (PLAY | {"table": 7}, "play.table: no text"),
        (PLAY | {"n": 0}, "play.n: too small"),
        (PLAY | {"n": 2**53}, "play.n: too large"),
        (PLAY | {"n": 1.5}, "play.n: no int"),
        (HELLO | {"resume": b""}, "hello.resume: too short"),
        (HELLO | {"resume": 1}, "hello.resume: no bin"),
        (HELLO | {"name": " Ada"}, "hello.name: spaces"),
        (
            CREATE | {"options": {"recall": "some"}},
            "create.options.recall: none of the possible values",
        ),
        (HELLO | {"versions": [1]}, "hello.versions.1: missing"),
        (HELLO | {"versions": [1, 1, 1]}, "hello.versions: too many entries"),
        (HELLO | {"versions": 1}, "hello.versions: no array"),
        (CREATE | {"options": 1}, "create.options: no map"),
        (CREATE | {"options": {"undo": 1}}, "create.options.undo: no bool"),
    ],
)
def test_detail_is_readable(message: dict[str, object], detail: str) -> None:
    read = decode_to_server(pack(message))

    assert isinstance(read, BadMessage)
    assert read.detail == detail


def test_kind_without_words_is_told_as_it_is() -> None:
    assert words_for("nobody_foresaw_it", "") == "nobody_foresaw_it"
