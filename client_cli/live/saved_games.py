"""The record of a finished deal, as a file that `score` and `verify` take.

It is made from what this client has seen and from what the table revealed at the end,
so that checking it checks the table.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from client_cli.folders import made, write_private

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

    from protocol.scores import Settlement
    from protocol.views import DealView

RECORD_FORMAT: Final = "tarocco-deal/1"
GAMES: Final = "games"
"""The folder of the records, inside the state folder."""
_MOST_BYTES: Final = 65_536
"""A record has about three thousand."""


def record_of(
    table: str, deal: DealView, settlement: Settlement, commitment: bytes, at: datetime
) -> dict[str, object]:
    """The record of a settled deal, as data for JSON; bytes are in hex."""
    return {
        "format": RECORD_FORMAT,
        "dealer": deal.dealer,
        "discards": list(settlement.discards),
        "declares": [
            made is not None and made.score is not None for made in deal.declarations
        ],
        "tricks": [list(trick.cards) for trick in deal.tricks],
        "names": list(settlement.names),
        "table": table,
        "deal": deal.deal,
        "commitment": commitment.hex(),
        "secret": settlement.secret.hex(),
        "entropies": [(entropy or b"").hex() for entropy in settlement.entropies],
        "dealer_drawn": settlement.dealer_drawn,
        "time": at.isoformat(timespec="seconds").replace("+00:00", "Z"),
    }


def is_saved(folder: Path, table: str, deal: int, secret: bytes) -> bool:
    """Whether the folder of games has a record of this deal already.

    Ids of tables may come again on another server; secrets do not.
    """
    games = (folder / GAMES).glob(f"*-{table}-{deal}.json")
    return any(_secret_in(path) == secret.hex() for path in games)


def _secret_in(path: Path) -> object:
    try:
        with path.open("rb") as file:
            record = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return record.get("secret") if isinstance(record, dict) else None


def save(
    folder: Path, record: Mapping[str, object], table: str, deal: int, at: datetime
) -> Path:
    """Write a record to the folder of games; gives its path.

    Raises:
        OSError: It cannot be written.
    """
    path = made(folder / GAMES) / f"{at:%Y%m%d-%H%M%S}-{table}-{deal}.json"
    write_private(path, json.dumps(record, indent=1) + "\n")
    return path
