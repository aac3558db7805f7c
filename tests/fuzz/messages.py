"""Bytes of single messages, in both directions."""

from collections.abc import Iterable

from protocol import limits
from protocol.codec import (
    BadMessage,
    Unknown,
    decode_to_client,
    decode_to_server,
    encode_to_client,
    encode_to_server,
)
from protocol.codes import ErrorCode
from tests.conformance.golden import golden_frames
from tests.fuzz.target import Target

WORDS = (
    *(b"\x80", b"\x81", b"\xde\x00\x41", b"\xdf\xff\xff\xff\xff", b"\x90", b"\xdd"),
    *(b"\xa2op", b"\xa1n", b"\xa4play", b"\xa5table", b"\xa4card", b"\xc0", b"\xc4"),
    *(b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", b"\xcb\x7f\xf8\0\0\0\0\0\0", b"\xd4"),
)


def _told_why(bad: BadMessage) -> None:
    assert bad.code in ErrorCode
    assert 0 < len(bad.detail) <= limits.DETAIL_LENGTH
    assert bad.detail.isprintable()
    assert bad.number is None or 1 <= bad.number <= limits.MAX_INT


def check_to_server(data: bytes) -> None:
    """A server takes it as a message, or says in words why not."""
    found = decode_to_server(data)
    if isinstance(found, BadMessage):
        _told_why(found)
    else:
        assert decode_to_server(encode_to_server(found)) == found


def check_to_client(data: bytes) -> None:
    """A client takes it as a message, passes over what is newer, or says why not."""
    found = decode_to_client(data)
    if isinstance(found, BadMessage):
        _told_why(found)
    elif not isinstance(found, Unknown):
        assert decode_to_client(encode_to_client(found)) == found


def frames_of(*families: str) -> Iterable[bytes]:
    """The golden frames of these families."""
    return [each.frame for each in golden_frames() if each.family in families]


TARGETS = (
    Target(
        "to_server",
        "messages of clients",
        check_to_server,
        lambda: frames_of("to_server"),
        WORDS,
    ),
    Target(
        "to_client",
        "messages of servers",
        check_to_client,
        lambda: frames_of("to_client", "items"),
        WORDS,
    ),
)
