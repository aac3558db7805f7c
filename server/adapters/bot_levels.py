"""The players behind the levels of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.players.by_rule import EASY, MEDIUM

if TYPE_CHECKING:
    from engine.players.player import Player

_PLAYERS: Final[dict[str, Player]] = {"easy": EASY, "medium": MEDIUM}


def player_of(level: str) -> Player:
    """The player of a level; one that this version does not know plays as medium."""
    return _PLAYERS.get(level, MEDIUM)
