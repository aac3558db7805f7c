"""Frames at the limits are taken, and one past them get the answer of the document."""

from collections import Counter

import pytest

from protocol import limits
from protocol.codec import BadMessage, Unknown
from tests.conformance.edges import Edge, edges, joined
from tests.conformance.golden import read

EDGES = edges()


@pytest.mark.parametrize("edge", EDGES, ids=lambda one: f"{one.side}: {one.about}")
def test_edge_is_read_as_documented(edge: Edge) -> None:
    message = read(edge.side, edge.frame)

    match edge.answer:
        case "taken":
            assert not isinstance(message, BadMessage | Unknown), message
        case "unknown":
            assert isinstance(message, Unknown)
        case "unreadable":
            assert isinstance(message, BadMessage)
        case code:
            assert isinstance(message, BadMessage)
            assert message.code == code


def test_each_limit_has_both_its_sides() -> None:
    sides = Counter(
        (one.side, one.about.rsplit(": ", 1)[0]) for one in EDGES if ": " in one.about
    )

    assert set(sides.values()) <= {2, 3}


def test_longest_messages_are_among_them() -> None:
    sizes = {(one.side, len(one.frame)) for one in EDGES}

    for side, most in (
        ("to_server", limits.TO_SERVER_BYTES),
        ("to_client", limits.SNAPSHOT_BYTES),
    ):
        assert {(side, most), (side, most + 1)} <= sizes


def test_repeated_parts_are_written_once() -> None:
    assert joined(["81a1", ["61", 3], "c0"]) == b"\x81\xa1aaa\xc0"
