"""Lines of talk, as they are kept and as they are told."""

import pytest

from protocol.to_client import Said
from server.hub.talk_lines import line_of, packed_line
from server.store_talk import TALK_BYTES_MAX
from tests.support.fakes import read


@pytest.mark.parametrize(
    ("seat", "phrase", "text"),
    [
        (2, "well_played", None),
        (None, None, "back in five minutes"),
        (0, None, "ä" * 200),
    ],
)
def test_line_is_told_as_it_was_said(
    seat: int | None, phrase: str | None, text: str | None
) -> None:
    line = packed_line(seat, "Ada", phrase, text)

    told = line_of("QWERT", 7, line)

    message = read(told.frame)
    assert isinstance(message, Said)
    assert told.number == 7
    assert told.seat == seat == message.seat
    assert (message.table, message.number, message.name) == ("QWERT", 7, "Ada")
    assert (message.phrase, message.text) == (phrase, text)


def test_longest_line_fits_into_the_store() -> None:
    line = packed_line(3, "\U00020000" * 24, None, "\U00020000" * 200)

    assert len(line) <= TALK_BYTES_MAX
