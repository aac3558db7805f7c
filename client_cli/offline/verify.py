"""`tarocco verify`: whether a deal was dealt and played as its record says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client_cli.exits import Exit
from client_cli.offline.faults import (
    not_json,
    proof_sentence_for,
    sentence_for,
    stopped_by,
)
from client_cli.offline.labels import labels_for
from client_cli.offline.reading import BadJson, data_in
from client_cli.offline.sheets import sheet_from
from engine.record import IllegalRecord, read_record, replay_record
from engine.verification import verify

if TYPE_CHECKING:
    from client_cli.texts import Texts


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
        sentence = sentence_for(fault, texts)
        raise stopped_by(fault, what, sentence, texts) from None
    try:
        proof = verify(data)
    except IllegalRecord as fault:
        sentence = proof_sentence_for(fault, texts)
        raise stopped_by(fault, what, sentence, texts) from None
    sheet, labels = sheet_from(state), labels_for(data, texts)
    first, second = (team.total for team in sheet.teams)
    own = sum(bool(entropy) for entropy in proof.source.entropies)
    print(texts.say("The record is legal: fifteen tricks by the rules."))
    print(
        texts.say(
            "The commitment {commitment} is that of the secret.",
            commitment=proof.commitment.hex(),
        )
    )
    print(
        texts.count(
            "The deck follows from the secret and what {number} seat added.",
            "The deck follows from the secret and what {number} seats added.",
            own,
        )
    )
    print(
        texts.say("The dealer follows as well: {seat}.", seat=labels.seat(sheet.dealer))
        if proof.source.dealer is None
        else texts.say(
            "The dealer follows from the deal before: {seat}.",
            seat=labels.seat(sheet.dealer),
        )
    )
    print(texts.say("Totals: {first} to {second}.", first=first, second=second))
    return Exit.DONE
