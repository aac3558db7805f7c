"""A deal that a table has just finished, checked with the client's own rules.

The table promised the deal before it, and says in the end what it came to. Both are
worked out again here, from what the player saw: nobody has to believe the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from client_cli.offline.sheets import settlement_in
from engine.record import IllegalRecord, read_record, replay_record
from engine.told import settled_deal_data
from engine.verification import verify


@dataclass(frozen=True, slots=True)
class Seen:
    """What the player knows of the deal at first hand."""

    entropies: Mapping[int, bytes]
    """By seat: what this client has added itself."""
    settlement: Mapping[str, object]
    """What the table says of it, as it came."""


def fault_in(record: Mapping[str, object], seen: Seen) -> str | None:
    """What does not hold of a finished deal; None if all of it does.

    Gives the name of a part: that of a key of the record or of the settlement, or a
    place in the record.

    Args:
        record: The record; its commitment is the one that was published before.
        seen: What else the player knows.
    """
    try:
        proof = verify(record)
    except IllegalRecord as fault:
        return fault.at
    for seat, entropy in seen.entropies.items():
        if proof.source.entropies[seat] != entropy:
            return "entropies"
    deal = replay_record(read_record(record))
    own = settled_deal_data(settlement_in(deal), deal.dealt)
    return next(
        (part for part in own if _plain(seen.settlement[part]) != own[part]), None
    )


def _plain(told: object) -> object:
    """What was told, in the types in which it is worked out."""
    match told:
        case Mapping():
            return {key: _plain(value) for key, value in told.items()}
        case list() | tuple():
            return [_plain(value) for value in told]
        case _:
            return told
