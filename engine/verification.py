"""Whether a deal was dealt as it was promised, from its record alone.

A record written by a table carries what the order of the deck followed from. With it
anybody can check that the table was bound before the deal, that the cards follow from
the secret and the seats' own random bytes, and that they are the cards played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.dealing import (
    MAX_ENTROPY_BYTES,
    SECRET_BYTES,
    DealSource,
    commitment_to,
    deal_out,
)
from engine.errors import RuleCode
from engine.record import (
    IllegalRecord,
    hands_of,
    read_record,
    record_object,
    replay_record,
)
from engine.seats import SEATS, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.plain import Plain

_RULE: Final = "R4"
_MAX_DEALS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record claims about how it was dealt."""

    commitment: bytes
    """Published before the deal, 32 bytes."""
    source: DealSource


def proof_data(commitment: bytes, source: DealSource) -> Plain:
    """The keys that a table adds to a record, as data for JSON; bytes in hex."""
    return {
        "table": source.table,
        "deal": source.number,
        "commitment": commitment.hex(),
        "secret": source.secret.hex(),
        "entropies": [entropy.hex() for entropy in source.entropies],
        "dealer_drawn": source.dealer is None,
    }


def read_proof(data: Mapping[str, Any], dealer: Seat) -> Proof:
    """The proof in a record's data.

    Raises:
        IllegalRecord: A key is missing or of the wrong kind.
    """
    entropies = data.get("entropies")
    if not isinstance(entropies, list) or len(entropies) != len(SEATS):
        raise _unproved("entropies", "`entropies` is a list of four hex strings.")
    first, second, third, fourth = (
        _hex(entropy, "entropies", most=MAX_ENTROPY_BYTES) for entropy in entropies
    )
    table, number = data.get("table"), data.get("deal")
    if not isinstance(table, str) or len(table) > 64 or not _is_unicode(table):
        raise _unproved("table", "`table` is the id of the table.")
    if type(number) is not int or not 1 <= number <= _MAX_DEALS:
        raise _unproved("deal", "`deal` is the number of the deal, from 1.")
    drawn = data.get("dealer_drawn")
    if not isinstance(drawn, bool):
        raise _unproved("dealer_drawn", "`dealer_drawn` is true or false.")
    source = DealSource(
        secret=_hex(data.get("secret"), "secret", exactly=SECRET_BYTES),
        table=table,
        number=number,
        entropies=(first, second, third, fourth),
        dealer=None if drawn else dealer,
    )
    commitment = _hex(data.get("commitment"), "commitment", exactly=SECRET_BYTES)
    return Proof(commitment, source)


def verify(data: object) -> Proof:
    """Check commitment, derivation and record; the proof if all of it holds.

    Raises:
        IllegalRecord: The record is malformed or illegal, carries no proof, or was
            not dealt as promised; `at` says which.
    """
    fields = record_object(data)
    record = read_record(fields)
    replay_record(record)
    proof = read_proof(fields, record.dealer)
    if commitment_to(proof.source.secret) != proof.commitment:
        text = "The commitment is not the SHA-256 of the secret."
        raise _unproved("commitment", text)
    dealt = deal_out(proof.source)
    if dealt.dealer != record.dealer:
        text = "Another dealer follows from secret, table, deal and entropies together."
        raise _unproved("dealer", text)
    if dealt.hands != hands_of(record):
        text = "Other hands follow from secret, table, deal, dealer and entropies together."
        raise _unproved("tricks", text)
    return proof


def _is_unicode(text: str) -> bool:
    # JSON can spell half of a surrogate pair, which no encoding can write.
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _hex(
    value: object, at: str, *, exactly: int | None = None, most: int | None = None
) -> bytes:
    try:
        raw = bytes.fromhex(value) if isinstance(value, str) else None
    except ValueError:
        raw = None
    if (
        raw is None
        or (exactly is not None and len(raw) != exactly)
        or (most is not None and len(raw) > most)
    ):
        raise _unproved(at, f"`{at}` is missing or is no hex of the right length.")
    return raw


def _unproved(at: str, message: str) -> IllegalRecord:
    return IllegalRecord(RuleCode.BAD_RECORD, _RULE, at, message)
