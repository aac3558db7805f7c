"""`tarocco watch`: a table for somebody who has no seat there."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Final, Protocol

from client_cli.event_lines import SEATS, TEAMS, item_lines, standing_lines, state_line
from client_cli.exits import Exit
from client_cli.live import endings
from client_cli.live.onlooking import Onlooker
from client_cli.live.reaching import patience_s
from client_cli.live.screen import Screen
from client_cli.live.table_news import set_back_line
from client_cli.live.table_talk import said_line
from client_cli.live.visiting import ANSWER_S, visited
from protocol.items import DealSettled
from protocol.to_client import Error
from protocol.updates import (
    Changed,
    Ended,
    Gone,
    Lost,
    Notice,
    Online,
    Replaced,
    Talked,
)

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.texts import Texts
    from protocol.client import Session
    from protocol.fold import Known
    from protocol.to_client import Said
    from protocol.updates import Update
    from protocol.views import View

_AWAY_S: Final = 600.0


class Telling(Protocol):
    """In which form what happens is told."""

    def table(self, update: Replaced) -> list[str]:
        """The table as it is now."""

    def news(self, update: Changed) -> list[str]:
        """What has happened."""

    def talk(self, said: Said) -> list[str]:
        """What somebody says."""


class InWords:
    """Sentences, for people."""

    def __init__(self, south: int, texts: Texts) -> None:
        self._onlooker = Onlooker(texts, south)
        self._texts = texts

    def table(self, update: Replaced) -> list[str]:
        """The table as it is now."""
        lost = [set_back_line(self._texts)] if update.was_set_back else []
        return [*lost, *self._onlooker.standing(update.known)]

    def news(self, update: Changed) -> list[str]:
        """What has happened."""
        return self._onlooker.news(update)

    def talk(self, said: Said) -> list[str]:
        """What somebody says."""
        return [said_line(said, self._texts)]


class InLines:
    """JSON objects, one a line, for programs."""

    def table(self, update: Replaced) -> list[str]:
        """The deal that runs, if one does."""
        return [json.dumps(line) for line in standing_lines(update)]

    def news(self, update: Changed) -> list[str]:
        """What has happened."""
        return [
            json.dumps(line)
            for item in update.message.items[update.fresh_from :]
            for line in item_lines(item, update.known.view)
        ]

    def talk(self, _said: Said) -> list[str]:
        """Nothing: talk is for people."""
        return []


def watch(request: Request, texts: Texts) -> Exit:
    """Look on until the deal is over; with `--follow`, until the table is closed.

    Raises:
        Stopped: There is no such table, it may not be watched, or the server is gone.
    """
    return asyncio.run(_watch(request, texts))


async def _watch(request: Request, texts: Texts) -> Exit:
    table = request.table.code or ""
    async with visited(request.live, texts) as session:
        if session is None:
            raise endings.no_table(table, texts)
        return await Watching(session, table, request, texts).run()


class Watching:
    """One table, from the first look to the end."""

    def __init__(
        self, session: Session, table: str, request: Request, texts: Texts
    ) -> None:
        self._session = session
        self._table = table
        self._request = request
        self._texts = texts
        self._screen = Screen(prompts=False, quiet=request.live.quiet)
        south = request.live.seat or 0
        self._telling: Telling = InLines() if request.jsonl else InWords(south, texts)
        self._wait_s = patience_s(request.live, _AWAY_S)
        self._patience = asyncio.timeout(patience_s(request.live, ANSWER_S))
        self._seen = False

    async def run(self) -> Exit:
        """Tell of the table until there is an end."""
        try:
            async with self._patience:
                await self._session.refresh(self._table)
                async for update in self._session:
                    code = self._told(update)
                    if code is not None:
                        return code
        except TimeoutError:
            if not self._seen:
                raise endings.not_answered(self._texts) from None
            raise endings.lost(self._wait_s, self._texts, can_return=False) from None
        raise endings.not_answered(self._texts)

    def _told(self, update: Update) -> Exit | None:
        match update:
            case Replaced():
                return self._replaced(update)
            case Changed():
                return self._changed(update)
            case Talked(said):
                self._screen.say(self._telling.talk(said))
            case Gone(code=code) | Notice(Error(code=code, table=str())):
                raise endings.not_shown(self._table, code, self._texts)
            case Lost():
                self._lost()
            case Online():
                self._patience.reschedule(None)
            case Ended():
                raise endings.ended(update, self._texts)
            case _:
                pass
        return None

    def _replaced(self, update: Replaced) -> Exit | None:
        known = update.known
        self._seen = True
        self._patience.reschedule(None)
        if self._request.json:
            self._screen.say([json.dumps(table_data(known))])
            return Exit.DONE
        self._screen.say(self._telling.table(update))
        self._check_open(known.view)
        return None

    def _changed(self, update: Changed) -> Exit | None:
        self._screen.say(self._telling.news(update))
        items = update.message.items[update.fresh_from :]
        over = any(isinstance(item, DealSettled) for item in items)
        if over and not self._request.follow:
            return Exit.DONE
        self._check_open(update.known.view)
        return None

    def _check_open(self, view: View) -> None:
        if view.closed is not None:
            raise endings.table_closed(view.closed, self._texts)

    def _lost(self) -> None:
        line = self._texts.say("Connection lost, trying again.")
        self._screen.note(line)
        self._patience.reschedule(asyncio.get_running_loop().time() + self._wait_s)


def table_data(known: Known) -> dict[str, object]:
    """A table as everybody may see it, for a program."""
    view, turn = known.view, known.situation.turn
    return {
        "v": 1,
        "table": view.table,
        "phase": known.situation.phase,
        "turn": None if turn is None else SEATS[turn],
        "deals": view.options.deals,
        "deals_played": view.deals_played,
        "match": dict(zip(TEAMS, view.match, strict=True)),
        "closed": view.closed,
        "seats": {
            SEATS[seat]: {
                "occupant": info.occupant,
                "name": info.name,
                "level": info.level,
                "connected": info.connected,
            }
            for seat, info in enumerate(view.seats)
        },
        "state": state_line(view),
    }
