"""The players behind the levels of bots.

Those that go by rules are always there. Those that search need numba; they are loaded
when one of them is asked for, so that a process that only knows their names stays small.
"""

from __future__ import annotations

from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.players.by_rule import EASY, MEDIUM

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.players.player import Adviser

_BY_RULE: Final[Mapping[str, Adviser]] = MappingProxyType(
    {"easy": EASY, "medium": MEDIUM}
)
RULE_LEVELS: Final = tuple(_BY_RULE)
"""Levels that need nothing but Python."""
SEARCH_LEVELS: Final = ("hard", "expert", "master")
"""Levels that need numba."""
LEVELS: Final = (*RULE_LEVELS, *SEARCH_LEVELS)
"""All levels, the weakest first."""
USUAL_LEVEL: Final = "medium"
HINT_LEVEL: Final = "expert"
"""The level that persons are given hints by, where it is played."""


def can_search() -> bool:
    """Whether what the levels that search need is installed; it is not loaded."""
    return find_spec("numba") is not None


def player_of(level: str) -> Adviser:
    """The player of a level; one that this version does not know plays as medium.

    Raises:
        ImportError: The level searches, and this machine cannot.
    """
    if level in SEARCH_LEVELS:
        from engine.players.by_search import PLAYERS  # noqa: PLC0415 - see the top

        return PLAYERS[level]
    return _BY_RULE.get(level, MEDIUM)


def warm_up() -> None:
    """Load and compile what the levels that search need: seconds, the first time.

    Raises:
        ImportError: This machine cannot.
    """
    from engine.search.analysis import warm_up as compiled  # noqa: PLC0415

    compiled()


def best_level(wanted: str, offered: Collection[str]) -> str:
    """The highest level that is offered and not above the wanted one.

    Args:
        wanted: A level; one that this version does not know is taken for medium.
        offered: Levels, the lowest one among them.
    """
    known = wanted if wanted in LEVELS else USUAL_LEVEL
    below = LEVELS[: LEVELS.index(known) + 1]
    return next(level for level in reversed(below) if level in offered)
