"""Tables before their first deal."""

from typing import Any

from protocol.fold import Known
from protocol.views import View
from tests.client_cli.pretend import PretendSession, PretendTable

NOW_MS = 1_000_000


def known_with(
    others: dict[int, dict[str, Any]],
    *,
    you: int = 0,
    deadline: int | None = None,
    **options: object,
) -> Known:
    """A table with other people or bots in some seats."""
    table = PretendTable(you=you)
    for seat, info in others.items():
        table.seats[seat] = info
    snapshot = table.snapshot()
    view = snapshot.view.model_copy(
        update={"options": snapshot.view.options.model_copy(update=options)}
    )
    situation = snapshot.situation.model_copy(update={"deadline": deadline})
    told = snapshot.model_copy(update={"view": view, "situation": situation})
    return PretendSession(table).update_for(told).known


def view_with(others: dict[int, dict[str, Any]]) -> View:
    return known_with(others).view
