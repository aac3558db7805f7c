"""`tarocco tables` and `tarocco who`: what a server tells everybody of its tables."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from client_cli.exits import Exit
from client_cli.live import endings
from client_cli.live.durations import duration
from client_cli.live.reaching import patience_s
from client_cli.live.visiting import ANSWER_S, visited
from client_cli.safe_text import shown
from client_cli.texts import message
from protocol.updates import Ended, LobbyChanged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from client_cli.arguments import Request
    from client_cli.texts import Texts
    from protocol.client import Session
    from protocol.to_client import LobbyRow

_HOST: Final = "tarocco host"
_PHASES: Final = {
    "waiting": message("waits for its first deal", "table"),
    "playing": message("plays", "table"),
    "between": message("is between two deals", "table"),
    "over": message("has played its last deal", "table"),
}


def show_lobby(request: Request, texts: Texts) -> Exit:
    """Print the open tables, or who sits there.

    Raises:
        Stopped: The server cannot be reached, or does not tell.
    """
    rows = asyncio.run(_rows(request, texts))
    if request.json:
        data = tables_data(rows) if request.verb == "tables" else people_data(rows)
        print(json.dumps(data))
    elif request.verb == "tables":
        print("\n".join(tables_lines(rows, texts)))
    else:
        print("\n".join(people_lines(rows, texts)))
    return Exit.DONE


async def _rows(request: Request, texts: Texts) -> tuple[LobbyRow, ...]:
    async with visited(request.live, texts) as session:
        if session is None:
            return ()
        try:
            async with asyncio.timeout(patience_s(request.live, ANSWER_S)):
                return await _told(session, texts)
        except TimeoutError:
            raise endings.not_answered(texts) from None


async def _told(session: Session, texts: Texts) -> tuple[LobbyRow, ...]:
    await session.lobby(follow=False)
    async for update in session:
        match update:
            case LobbyChanged(rows=rows, complete=True):
                return rows
            case Ended():
                raise endings.ended(update, texts)
            case _:
                pass
    raise endings.not_answered(texts)


def tables_lines(rows: Sequence[LobbyRow], texts: Texts) -> list[str]:
    """The open tables, each in one sentence, and how to sit down there."""
    if not rows:
        line = texts.say("No table is open. Open one: {command}", command=_HOST)
        return [line]
    sentences = [_table_line(row, texts) for row in rows]
    return [*sentences, texts.say("Sit down: {command}", command="tarocco join CODE")]


def _table_line(row: LobbyRow, texts: Texts) -> str:
    facts = [
        texts.say(_PHASES[row.phase]) if row.phase in _PHASES else shown(row.phase),
        ", ".join(map(shown, row.names)) or texts.say("nobody"),
        texts.count("{number} seat free", "{number} seats free", row.free),
        texts.count("{number} deal", "{number} deals", row.options.deals),
    ]
    if row.options.turn_ms:
        time = duration(row.options.turn_ms, texts)
        facts.append(texts.say("{time} for a move", time=time))
    if row.options.password:
        facts.append(texts.say("with a password"))
    if row.options.invited:
        facts.append(texts.say("for those who are invited"))
    return f"{row.table}: {'; '.join(facts)}."


def people_lines(rows: Sequence[LobbyRow], texts: Texts) -> list[str]:
    """Everybody at an open table, with the table."""
    found = [
        texts.say("{name} sits at {table}.", name=shown(name), table=row.table)
        for row in rows
        for name in row.names
    ]
    return found or [texts.say("Nobody sits at an open table.")]


def tables_data(rows: Sequence[LobbyRow]) -> dict[str, object]:
    """The open tables for a program."""
    return {
        "v": 1,
        "tables": [
            {
                "table": row.table,
                "phase": row.phase,
                "people": row.people,
                "bots": row.bots,
                "free": row.free,
                "names": row.names,
                "deals": row.options.deals,
                "level": row.options.level,
                "turn_s": row.options.turn_ms / 1_000,
                "password": row.options.password,
                "invited": row.options.invited,
                "since": datetime.fromtimestamp(row.since / 1_000, UTC).isoformat(),
            }
            for row in rows
        ],
    }


def people_data(rows: Sequence[LobbyRow]) -> dict[str, object]:
    """Who sits at open tables, for a program."""
    people = [{"name": name, "table": row.table} for row in rows for name in row.names]
    return {"v": 1, "people": people}
