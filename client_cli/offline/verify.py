"""`tarocco verify`: whether a deal was dealt and played as its record says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.exits import Exit
from client_cli.labels import labels_for
from client_cli.offline.faults import (
    not_json,
    stopped_by_broken_promise,
    stopped_by_missing_proof,
    stopped_by_rule,
)
from client_cli.offline.reading import BadJson, data_in
from client_cli.offline.sheets import sheet_from
from engine.record import IllegalRecord, read_record, record_object, replay_record
from engine.verification import read_proof, verify

if TYPE_CHECKING:
    from client_cli.score_lines import Labels
    from client_cli.score_sheet import DealSheet
    from client_cli.texts import Texts
    from engine.verification import Proof


def verify_record(path: str, texts: Texts) -> Exit:
    """Check commitment, secret, derivation and record; say what holds.

    Raises:
        Stopped: The file cannot be read, or something does not hold.
    """
    what = texts.say("The record does not verify.")
    try:
        data = data_in(path, texts)
        state = replay_record(read_record(data))
    except BadJson as fault:
        raise not_json(fault, texts) from None
    except IllegalRecord as fault:
        raise stopped_by_rule(fault, what, texts) from None
    try:
        read_proof(record_object(data), state.dealer)
    except IllegalRecord as fault:
        raise stopped_by_missing_proof(fault, what, texts) from None
    try:
        proof = verify(data)
    except IllegalRecord as fault:
        raise stopped_by_broken_promise(fault, what, texts) from None
    labels = labels_for(data, texts)
    print("\n".join(_verified_lines(proof, sheet_from(state), labels, texts)))
    return Exit.DONE


def _verified_lines(
    proof: Proof, sheet: DealSheet, labels: Labels, texts: Texts
) -> list[str]:
    dealer = labels.seat(sheet.dealer)
    first, second = (team.total for team in sheet.teams)
    return [
        texts.say("The record is legal: fifteen tricks by the rules."),
        texts.say(
            "The commitment {commitment} is that of the secret.",
            commitment=proof.commitment.hex(),
        ),
        texts.count(
            "The deck follows from the secret and what {number} seat added.",
            "The deck follows from the secret and what {number} seats added.",
            sum(bool(entropy) for entropy in proof.source.entropies),
        ),
        texts.say("The dealer follows as well: {seat}.", seat=dealer)
        if proof.source.dealer is None
        else texts.say("The dealer follows from the deal before: {seat}.", seat=dealer),
        texts.say("Totals: {first} to {second}.", first=first, second=second),
    ]
