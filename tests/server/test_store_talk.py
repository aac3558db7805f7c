"""The bounds of what can be said at a table."""

import pytest

from server.store_records import Mark
from server.store_talk import TALK_BYTES_MAX, Speech
from tests.support.store_values import receipt

HERE = Mark(bytes(8), 0, b"")


def test_speech_is_bounded_where_it_is_made() -> None:
    longest = Speech("QWERT", HERE, receipt(), b"x" * TALK_BYTES_MAX)

    assert longest.line is not None
    with pytest.raises(ValueError, match="talk: 1025 bytes, at most 1024"):
        Speech("QWERT", HERE, receipt(), b"x" * (TALK_BYTES_MAX + 1))


def test_speech_names_a_table() -> None:
    with pytest.raises(ValueError, match="not a table id"):
        Speech("no table", HERE, receipt(), None)
