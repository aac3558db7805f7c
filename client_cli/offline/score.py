"""`tarocco score`: the breakdown of a deal from its record."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from client_cli.exits import Exit
from client_cli.labels import labels_for, team_lines
from client_cli.offline.answers import (
    RECORD_RULE,
    refusal_of,
    refusal_of_json,
    score_answer,
    whole_score_answer,
)
from client_cli.offline.faults import not_json, stopped_by_rule
from client_cli.offline.filters import answer_lines
from client_cli.offline.reading import BadJson, data_in, lines_in
from client_cli.offline.sheets import settlement_in, sheet_from
from client_cli.score_lines import deal_lines
from engine.record import IllegalRecord, read_record, replay_record

if TYPE_CHECKING:
    from client_cli.texts import Texts


def score_stream(path: str, texts: Texts) -> Exit:
    """Answer every line of a file or, for `-`, of standard input, with an object.

    Raises:
        Stopped: The file cannot be read.
    """
    answer_lines(lines_in(path, texts), sys.stdout, score_answer, RECORD_RULE)
    return Exit.DONE


def score_record(path: str, texts: Texts, *, as_json: bool) -> Exit:
    """Print the whole breakdown of one record.

    Raises:
        Stopped: The file cannot be read, or its record is illegal.
    """
    try:
        data = data_in(path, texts)
        state = replay_record(read_record(data))
    except BadJson as fault:
        if as_json:
            print(json.dumps(refusal_of_json(fault, RECORD_RULE, "record")))
        raise not_json(fault, texts) from None
    except IllegalRecord as fault:
        if as_json:
            print(json.dumps(refusal_of(fault)))
        what = texts.say("The record breaks a rule.")
        raise stopped_by_rule(fault, what, texts) from None
    if as_json:
        print(json.dumps(whole_score_answer(settlement_in(state))))
        return Exit.DONE
    labels = labels_for(data, texts)
    lines = team_lines(labels, texts) + deal_lines(sheet_from(state), labels, texts)
    print("\n".join(lines))
    return Exit.DONE
