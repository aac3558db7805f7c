"""How a new table is played, from what the person wants and whoever will sit there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.options import Options

if TYPE_CHECKING:
    from client_cli.arguments import LiveFlags
    from client_cli.table_flags import Bots, TableFlags

_PACE_MS: Final = 900
_FILL_MS: Final[dict[Bots | None, int | None]] = {
    "fill": 60_000,
    "wait": 0,
    "only": 0,
    None: None,
}
"""How long people are waited for until bots come; None as the server has it."""


def options_for(flags: LiveFlags, table: TableFlags, *, password: str = "") -> Options:
    """The options of a table to be opened."""
    return Options(
        deals=flags.deals,
        level=flags.level,
        pace_ms=pace_ms(flags),
        # The deal waits for `start`: only then has this client seen the commitment
        # before it adds its own random bytes.
        people=4,
        fill_ms=_FILL_MS[table.bots],
        turn_ms=table.turn_ms,
        private=table.private,
        password=password,
        invited=table.invited,
        talk=table.talk,
        signals=table.signals,
        undo=table.undo,
        recall=table.recall,
        hints=table.hints,
    )


def pace_ms(flags: LiveFlags) -> int:
    """How long bots wait: a while for people to follow, not at all for scripts."""
    if flags.pace_ms is not None:
        return flags.pace_ms
    return 0 if flags.autopilot or flags.no_input else _PACE_MS
