"""One JSON object for each record or set of cards: what the filters and `--json` say.

An answer is `{"ok": true, ...}` or `{"ok": false, "code", "rule", "at", "message"}`.
Keys are only ever added. Sentences are in English here: programs go by the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from client_cli.offline.reading import BadJson, parsed
from client_cli.offline.sheets import settlement_in
from engine.cards import Card, CardSet, card_of, code_of
from engine.combinations import combinations_of
from engine.errors import RuleCode, RuleViolation
from engine.plain import combinations_data, result_name, settlement_data
from engine.record import IllegalRecord, read_record, replay_record
from engine.seats import TEAMS

if TYPE_CHECKING:
    from engine.settlement import Settlement

Answer: TypeAlias = dict[str, Any]
"""A value of JSON's object kind."""

BAD_JSON: Final = "E_BAD_JSON"
"""The line, or the file, is no JSON; no code of the rules."""
RECORD_RULE: Final = "R18"
CARDS_RULE: Final = "R3"


def refusal(code: str, rule: str, at: str, sentence: str) -> Answer:
    """The answer to what cannot be taken."""
    return {"ok": False, "code": code, "rule": rule, "at": at, "message": sentence}


def refusal_of(fault: IllegalRecord) -> Answer:
    """The answer to an illegal record."""
    return refusal(fault.code.value, fault.rule, fault.at, fault.message)


def refusal_of_json(fault: BadJson, rule: str, at: str) -> Answer:
    """The answer to a `line`, or a whole `record`, that is no JSON."""
    text = f"The {at} is no JSON that can be read: {fault}."
    return refusal(BAD_JSON, rule, at, text)


def score_answer(raw: bytes) -> Answer:
    """The answer to one record, with the totals alone."""
    try:
        settlement = settlement_in(replay_record(read_record(parsed(raw))))
    except BadJson as fault:
        return refusal_of_json(fault, RECORD_RULE, "line")
    except IllegalRecord as fault:
        return refusal_of(fault)
    return _totals(settlement)


def _totals(settlement: Settlement) -> Answer:
    given = settlement.given_for_matto
    return {
        "ok": True,
        "declared_by_seat": list(settlement.declared_by_seat),
        "tricks_won": list(settlement.tricks_won),
        "given_for_matto": None if given is None else code_of(given),
        "teams": [
            {
                "card_points": settlement.teams[team].card_points,
                "last_trick": settlement.teams[team].last_trick_points,
                "captured": settlement.teams[team].combination_points,
                "declared": settlement.teams[team].declaration_points,
                "total": settlement.teams[team].total,
            }
            for team in TEAMS
        ],
        "result": result_name(settlement.winner),
    }


def whole_score_answer(settlement: Settlement) -> Answer:
    """The answer of `score --json`: every part of both totals."""
    return {"ok": True, "v": 1, **settlement_data(settlement)}


def explain_answer(raw: bytes) -> Answer:
    """The answer to one JSON array of card codes."""
    try:
        codes = parsed(raw)
    except BadJson as fault:
        return refusal_of_json(fault, CARDS_RULE, "line")
    if not isinstance(codes, list):
        text = "The line has to be a JSON array of card codes."
        return refusal(RuleCode.BAD_RECORD.value, CARDS_RULE, "line", text)
    try:
        return combinations_answer(codes)
    except IllegalRecord as fault:
        return refusal_of(fault)


def combinations_answer(codes: list[object]) -> Answer:
    """The combinations of these cards.

    Raises:
        IllegalRecord: An entry is no text, no card, or comes twice; `at` says which.
    """
    return {"ok": True, **combinations_data(combinations_of(card_set(codes)))}


def card_set(codes: list[object]) -> CardSet:
    """The set of the cards with these codes; raises like `combinations_answer`."""
    cards = CardSet()
    for place, code in enumerate(codes, 1):
        card = _card(code, at=f"card {place}")
        if card in cards:
            raise IllegalRecord(
                RuleCode.CARD_TWICE,
                RuleCode.CARD_TWICE.rule,
                f"card {place}",
                f"{code_of(card)} comes a second time; every card comes once.",
            )
        cards = cards.with_card(card)
    return cards


def _card(code: object, at: str) -> Card:
    if not isinstance(code, str):
        text = "A card is a code in quotes, such as SR."
        raise IllegalRecord(RuleCode.BAD_RECORD, CARDS_RULE, at, text)
    try:
        return card_of(code)
    except RuleViolation as violation:
        raise IllegalRecord.from_violation(violation, at) from None
