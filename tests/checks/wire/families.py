"""The models of the protocol, and what is written beside their fields."""

from __future__ import annotations

import ast
from functools import cache
from inspect import getsource
from typing import TYPE_CHECKING, Final

from protocol import (
    clock_items,
    items,
    options,
    previews,
    scores,
    to_client,
    to_server,
    views,
)
from protocol.base import Message

if TYPE_CHECKING:
    from types import ModuleType

_MODULES: Final = (
    scores,
    views,
    clock_items,
    items,
    options,
    previews,
    to_server,
    to_client,
)
_USUAL: Final = {
    "agrees": "Whether it agrees.",
    "at": "The version of the table at which one chose; see [Turns](#turns).",
    "card": "The card.",
    "cards": "The cards.",
    "claims": "Whether the rest of the tricks may be claimed.",
    "code": "An [error code](#errors).",
    "commitment": "SHA-256 of the secret.",
    "deal": "Number of the deal at this table, from 1.",
    "dealer": "The dealer.",
    "deals": "How many deals a match has.",
    "entropy": "The bytes.",
    "epoch": "Names the history.",
    "hand": "The cards of the seat.",
    "hints": "Whether one may ask for hints.",
    "leader": "Who led the trick.",
    "level": "How well the bots play that fill empty seats.",
    "name": "The name that the others see.",
    "n": "The command number.",
    "options": "How the table is played.",
    "private": "A private table is in no list and has an id that cannot be guessed.",
    "reason": "Why.",
    "rule": "Number of the rule.",
    "score": "What the hand declares.",
    "seat": "The seat.",
    "seats": "By seat.",
    "situation": "What happens next.",
    "spectators": "Whether people without a seat may look on.",
    "table": "Id of the table.",
    "token": "Random bytes of that event.",
    "total": "Points.",
    "trick": "Number of the trick, from 1.",
    "tricks": "The finished tricks.",
    "tricks_won": "By team.",
    "undo": "Whether a card may be taken back when all agree.",
    "view": "The table as this seat may see it.",
    "winner": "Who won it.",
    "wish": "Whether it wants a pause.",
    "counting": "Whether clients may help to count.",
    "turn_ms": "Time for each action; 0 for a table without a clock.",
    "bank_ms": "Time on top of it, for a whole deal.",
    "people": "When so many people sit, the first deal begins.",
    "fill_ms": "Bots fill the seats so long after the first person sat down; 0: never.",
    "ready_ms": "How long people are waited for once one asks for the next deal.",
    "pace_ms": "How long a bot waits before each of its moves, about.",
    "grace_ms": "How long a seat waits for its person before a bot plays on.",
    "reserved_ms": "How long a seat is kept for a person who is away.",
}
_SPECIAL: Final = {
    ("CardPlayed", "by"): "The person, a bot, or the table: because time was up, or "
    "because a claim was agreed to.",
    ("ClaimMade", "ours"): "True claims all of them for its team, false gives them up.",
    ("Combinations", "lines"): "One for each combination.",
    ("Combinations", "total"): "Both together.",
    ("ControlChanged", "connected"): "Whether its person is connected.",
    ("ControlChanged", "control"): "Who plays the seat from now on: its person; nobody "
    "yet, since its person is away; a bot.",
    ("DealView", "claim"): "The claim that waits for answers, if there is one.",
    ("DealView", "dealer"): "The dealer.",
    ("DealView", "shown_hands"): "Hands that were shown with claims.",
    ("DeclaredPoints", "total"): "Points of the declaration.",
    ("Events", "items"): "What happened, one for each version from `first` on.",
    ("PastEvents", "items"): "What happened, one for each version from `first` on.",
    ("Pong", "now"): "Server time.",
    ("Pong", "t"): "What `ping` said.",
    ("ScoreLine", "kind"): "A cricca (three or four of a kind) or a sequence.",
    ("ScoreLine", "name"): "Which combination.",
    ("ScoreLine", "stand_ins"): "Contatori that fill a gap.",
    ("SeatInfo", "control"): "Who plays the seat: its person; nobody yet, since its "
    "person is away; a bot. `nil` for an empty seat.",
    ("SeatInfo", "occupant"): "Who holds the seat.",
    ("SeatInfo", "wants_pause"): "Whether the person wants a pause.",
    ("SeatOf", "seat"): "The seat that the session holds there.",
    ("SeatTaken", "occupant"): "Who sits there now.",
    ("Settlement", "discards"): "The dealer's two cards.",
    ("Settlement", "matto"): "How it was settled.",
    ("Settlement", "result"): "Who has more points.",
    ("Settlement", "teams"): "By team.",
    ("ShownOptions", "undo"): _USUAL["undo"],
    ("SignGiven", "seat"): "The leader.",
    ("Situation", "phase"): "Where the table is, see below.",
    ("Snapshot", "reason"): "Why it comes, see below.",
    ("Snapshot", "version"): "How many events the table has had.",
    ("Resync", "version"): "How many events of the table are known.",
    ("StandIn", "contatore"): "The Begato or the Matto.",
    ("StandIn", "stands_for"): "The card that is missing.",
    ("TableClosed", "reason"): "`left` by everybody, `idle`, or a word of the host.",
    ("TeamScore", "combinations"): "Of the pile.",
    ("TeamScore", "declarations"): "What its seats declared.",
    ("TeamScore", "total"): "All four parts.",
    ("UnknownItem", "kind"): "What it is.",
    ("View", "deals_played"): "How many deals of the match are over.",
    ("View", "paused"): "Whether clocks and bots stand still.",
    ("Welcome", "limits"): "What to keep to.",
    ("Welcome", "name"): "What the others see.",
    ("Welcome", "now"): "Server time.",
}


def _models() -> dict[str, type[Message]]:
    found: dict[str, type[Message]] = {}
    for module in _MODULES:
        for name, value in vars(module).items():
            is_model = isinstance(value, type) and issubclass(value, Message)
            if is_model and value.__module__ == module.__name__:
                found[name] = value
    return found


MODELS: Final = _models()
"""Every model that stands for something on the wire, by name."""


def tag_of(model: type[Message]) -> str | None:
    """The op or kind that says on the wire which model it is."""
    for name in ("op", "kind"):
        field = model.model_fields.get(name)
        if field is not None and not field.is_required():
            return str(field.default)
    return None


def fields_of(model: type[Message]) -> list[str]:
    """The fields besides op and kind."""
    tag = tag_of(model)
    return [
        name
        for name, field in model.model_fields.items()
        if tag is None or name not in {"op", "kind"} or field.default != tag
    ]


def meaning_of(model: type[Message], name: str) -> str:
    """What a field means: as written beside it, or what the name usually means.

    Raises:
        KeyError: Nobody has written it down.
    """
    own = (model.__name__, name)
    text = _SPECIAL.get(own) or _docstrings().get(own) or _USUAL.get(name)
    if text is None:
        raise KeyError(f"{model.__name__}.{name}: what does it mean?")
    return text


@cache
def _docstrings() -> dict[tuple[str, str], str]:
    found = {}
    for module in _MODULES:
        for node in _tree(module).body:
            if not isinstance(node, ast.ClassDef):
                continue
            for field, text in zip(node.body, node.body[1:], strict=False):
                match field, text:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(written))),
                    ):
                        found[node.name, name] = " ".join(written.split())
                    case _:
                        pass
    return found


def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(getsource(module))
