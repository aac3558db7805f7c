"""Which rows of the lobby somebody wants to see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.to_server import Lobby

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.plain import Plain

EVERYTHING: Final = Lobby()


def filter_of(asked: Lobby) -> Callable[[Plain], bool] | None:
    """Whether a row, as plain data, is what was asked for; None where every row is."""
    if asked.model_copy(update={"follow": False}) == EVERYTHING:
        return None
    return lambda row: _is_wanted(asked, row)


def _is_wanted(asked: Lobby, row: Plain) -> bool:
    options = row["options"]
    levels = {level or options["level"] for level in options["levels"]}
    return (
        row["free"] >= asked.free
        and row["people"] >= asked.people
        and asked.deals in {None, options["deals"]}
        and asked.clock in {None, options["turn_ms"] > 0}
        and (asked.level is None or levels == {asked.level})
        and asked.password in {None, options["password"]}
        and asked.phase in {None, row["phase"]}
    )
