"""The players behind the levels of bots."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.players.by_rule import EASY, MEDIUM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.players.player import Player

LEVELS: Final[Mapping[str, Player]] = MappingProxyType({"easy": EASY, "medium": MEDIUM})
"""By name, the weakest first."""


def player_of(level: str) -> Player:
    """The player of a level; one that this version does not know plays as medium."""
    return LEVELS.get(level, MEDIUM)
