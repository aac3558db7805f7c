"""What a person likes: how the program calls, asks and plays for him.

Nothing here changes a game; it is read from flags, and everything has a usual value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import NoReturn

Bell: TypeAlias = Literal["never", "turn", "all"]
Asking: TypeAlias = Literal["never", "once", "always"]
Sort: TypeAlias = Literal["high", "low", "suits"]
_Choice = TypeVar("_Choice", bound=str)

_BELLS: Final[tuple[Bell, ...]] = ("never", "turn", "all")
_ASKINGS: Final[tuple[Asking, ...]] = ("never", "once", "always")
_SORTS: Final[tuple[Sort, ...]] = ("high", "low", "suits")


@dataclass(frozen=True, slots=True)
class Taste:
    """The choices of one person."""

    bell: Bell = "turn"
    """When the terminal's bell rings: never, at one's own turn, at all that happens."""
    notify: bool = False
    """Whether a turn after a long wait is told to the desktop."""
    confirm: Asking = "once"
    """What is asked before it is done: nothing, what cannot be taken back, every move."""
    auto_play: bool = False
    """Whether a card is played by itself where no other is allowed."""
    sort: Sort | None = None
    """What stands first in the hand; None as it was in the last game."""


USUAL: Final = Taste()
"""The choices of somebody who says nothing."""


def taste_from(
    given: Mapping[str, str], refuse: Callable[[str, str, str], NoReturn]
) -> Taste:
    """The taste that flags tell.

    Args:
        given: The values of the flags that were given, by their keys.
        refuse: Raises for a flag, its value and what it may be.
    """

    def choice(key: str, usual: _Choice, possible: tuple[_Choice, ...]) -> _Choice:
        typed = given.get(key, usual)
        for each in possible:
            if each == typed:
                return each
        return refuse(f"--{key}", typed, ", ".join(possible))

    return Taste(
        bell=choice("bell", "turn", _BELLS),
        notify="notify" in given,
        confirm=choice("confirm", "once", _ASKINGS),
        auto_play="auto_play" in given,
        sort=choice("sort", "high", _SORTS) if "sort" in given else None,
    )
