"""Hand-made situations at a table, for the sentences about them."""

from typing import Any

from engine.cards import CardSet
from engine.combinations import combinations_of
from engine.plain import combinations_data
from protocol.fold import Known, Mark
from protocol.to_client import Hints
from protocol.views import Situation, View
from tests.client_cli.pretend import (
    BOT,
    EPOCH,
    QUIET_DEAL,
    TABLE,
    options_with,
    person,
)

HAND = ["AN", "16", "MT", "SF", "S6", "BQ", "DR"]


def offer(*codes: str) -> dict[str, Any]:
    return combinations_data(combinations_of(CardSet.of(*codes)))


def deal_data(**changes: Any) -> dict[str, Any]:
    return {
        "deal": 1,
        "dealer": 3,
        "counts": [7, 7, 7, 7],
        "hand": HAND,
        "discarded": True,
        "discards": None,
        "declarations": [None, None, None, None],
        "leader": 2,
        "trick": ["S10", "S8"],
        "tricks": [],
        "tricks_won": [2, 3],
        "settlement": None,
        **QUIET_DEAL,
        **changes,
    }


def view_of_seat(you: int | None = 0, **changes: Any) -> View:
    seats = [person("Ada"), person("Maya"), person("Anna"), dict(BOT)]
    data = {
        "table": TABLE,
        "options": options_with(1),
        "host": 0,
        "seats": seats,
        "you": you,
        "deals_played": 0,
        "match": [0, 0],
        "commitment": bytes(32),
        "paused": False,
        "deal": deal_data(),
        "closed": None,
        **changes,
    }
    return View.model_validate(data)


def situation(**changes: Any) -> Situation:
    data = {
        "phase": "play",
        "turn": 0,
        "deadline": None,
        "legal": ["SF", "S6", "MT"],
        "discardable": [],
        "offer": None,
        "led": "S",
        "winning": 0,
        **changes,
    }
    return Situation.model_validate(data)


def known_with(
    view: View | None = None, version: int = 7, **situation_changes: Any
) -> Known:
    """What seat 0 knows in trick 1: North led S10, West played S8, it is our turn."""
    return Known(
        Mark(EPOCH, version, bytes(8)),
        view_of_seat() if view is None else view,
        situation(**situation_changes),
    )


def hints(
    *worth: tuple[str, int | None],
    level: str | None = "expert",
    version: int = 7,
    **changes: Any,
) -> Hints:
    """A hint for version 7 of the table; cards are typed with spaces between."""
    data = {
        "table": TABLE,
        "version": version,
        "level": level,
        "declare": False,
        "candidates": [
            {"cards": cards.split(), "points": points} for cards, points in worth
        ],
        "code": None,
        "retry_ms": None,
        **changes,
    }
    return Hints.model_validate(data)
