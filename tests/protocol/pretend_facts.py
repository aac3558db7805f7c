"""What a pretended table tells besides cards, in the shape of the wire."""

from copy import deepcopy
from typing import Any

NO_COMBINATIONS = {
    "cricche_total": 0,
    "sequences_total": 0,
    "total": 0,
    "public_cards": [],
    "lines": [],
}
THREE_KINGS = {
    "cricche_total": 17,
    "sequences_total": 0,
    "total": 17,
    "public_cards": ["SR", "BR", "CR"],
    "lines": [
        {
            "kind": "cricca",
            "name": "kings",
            "cards": ["SR", "BR", "CR"],
            "stand_ins": [],
            "added": [],
            "length": 3,
            "points": 17,
            "factor": 1,
            "rule": "R23",
        }
    ],
}
BANK_MS = 15_000
OPTIONS = {
    "deals": 2,
    "level": "medium",
    "levels": [None, "easy", None, None],
    "pace_ms": 0,
    "private": False,
    "password": False,
    "invited": False,
    "people": 1,
    "fill_ms": 0,
    "ready_ms": 30_000,
    "turn_ms": 30_000,
    "bank_ms": BANK_MS,
    "bot_seats": "between_deals",
    "spectators": True,
    "spectator_delay_ms": 0,
    "talk": "phrases",
    "signals": "on",
    "undo": True,
    "claims": True,
    "recall": "last",
    "hints": True,
    "counting": False,
    "increment_ms": 0,
    "extra_time": True,
    "lag_budget_ms": 5_000,
    "grace_ms": 20_000,
    "reserved_ms": 600_000,
}
EMPTY_SEAT = {
    "occupant": "empty",
    "name": None,
    "level": None,
    "control": None,
    "connected": False,
    "ready": False,
    "wants_pause": False,
    "bank_ms": 0,
    "extra_time": False,
    "lag_ms": 0,
    "lag_left_ms": 0,
}


def team_score() -> dict[str, Any]:
    return {
        "card_points": 12,
        "pile": ["SR", "S6"],
        "value_sum": 6,
        "last_trick": 6,
        "captured": 0,
        "declared": 17,
        "total": 35,
        "combinations": deepcopy(NO_COMBINATIONS),
        "declarations": [{"seat": 0, "total": 17}],
    }


def settlement() -> dict[str, Any]:
    return {
        "teams": [team_score(), team_score()],
        "tricks_won": [7, 8],
        "given_for_matto": None,
        "matto": "kept",
        "matto_owner": 0,
        "matto_winner": 0,
        "discards": ["S6", "S7"],
        "discards_to": 1,
        "result": "draw",
        "hands": [["SR"], ["BR"], ["CR"], ["DR"]],
        "secret": bytes(32),
        "entropies": [None, bytes(16), None, None],
        "dealer_drawn": True,
        "bot_plays": [0, 15, 3, 15],
        "names": ["Ada", "Bot 1", "Bea", "Bot 2"],
    }
