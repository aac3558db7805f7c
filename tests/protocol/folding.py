"""Folding what a pretended table tells."""

from typing import Any

from protocol.codec import decode_to_client, encode_to_client
from protocol.fold import Gap, GapReason, Known, fold
from protocol.to_client import Events, Snapshot
from protocol.views import View
from tests.protocol.pretend_table import PretendTable


def told(message: dict[str, Any]) -> Events | Snapshot:
    """The message as a client reads it."""
    read = decode_to_client(encode_to_client(message))
    assert isinstance(read, Events | Snapshot)
    return read


def known_at(table: PretendTable, version: int) -> Known:
    known = fold(None, told(table.snapshot(version)))
    assert isinstance(known, Known)
    return known


def view_at(table: PretendTable, version: int) -> View:
    snapshot = told(table.snapshot(version))
    assert isinstance(snapshot, Snapshot)
    return snapshot.view


def gap(reason: GapReason) -> Gap:
    return Gap("QF7K2", reason)


def follow(table: PretendTable, *items: dict[str, Any]) -> Known | Gap:
    """Fold items that never happened onto what is known of the table."""
    known = known_at(table, table.version)
    for item in items:
        table.happen(item)
    return fold(known, told(table.events(known.mark.version + 1, table.version)))
