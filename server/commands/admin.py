"""`tarocco-server admin`: looks after the tables of a store.

    tarocco-server admin tables              every open table
    tarocco-server admin show TABLE          one of them
    tarocco-server admin show TABLE --hands  with hidden cards; the table is told
    tarocco-server admin close TABLE         close it in good order
    tarocco-server admin say TEXT            to all tables, or to one (--table)
    tarocco-server admin deal TABLE N        the record of a finished deal, for `verify`
    tarocco-server admin export TABLE FILE   the whole table as a file; the table is told
    tarocco-server admin export TABLE FILE --damaged
                                             what is stored of one that cannot be read
    tarocco-server admin import FILE         put it up here
    tarocco-server admin end-session WHO     a session, or all of a user, everywhere

It uses the store of the settings, as a server would: `--redis-url`, or `--state-dir` for
the store of a server at this machine.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from server.adapters.embedded_files import EmbeddedStoreFailed
from server.adapters.redis_store import RedisStore
from server.adapters.system import SystemChance, SystemClock
from server.commands.admin_files import export, export_damaged, put_up
from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.commands.flags import loaded_settings, parser_of
from server.hub.copies import Copies, NoSuchTable
from server.hub.hub import Hub
from server.hub.repair import Repair
from server.hub.store_clock import StoreClock
from server.identity import user_of_login
from server.office.moving_van import NotMoved
from server.office.office import NoSuchDeal, Office
from server.office.session_ends import end_sessions_of
from server.office.wording import why_no_reason, why_unsayable
from server.settings_loading import BadSettings
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.store_records import check_table
from server.stored import StoredFault
from server.wiring import embedded_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from server.settings import Settings

_NODE_BYTES: Final = 6
_OF_ONE_TABLE: Final = ("show", "close", "deal", "export")
_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")


def admin_command(words: Sequence[str]) -> int:
    """Do one thing at the tables; the exit code."""
    parser = parser_of("admin", "Looks after the tables of a store.")
    parser.add_argument("--table", help="for `say`: at this table only")
    parser.add_argument("--reason", default="host", help="for `close`: what people see")
    parser.add_argument(
        "--hands", action="store_true", help="for `show`: hidden cards; it is told"
    )
    parser.add_argument(
        "--login",
        action="store_true",
        help="for `end-session`: WHO is the `sub` of login tokens (of login_issuer), "
        "and not a session or user as `show` has it",
    )
    parser.add_argument(
        "--damaged", action="store_true", help="for `export`: a table nobody can read"
    )
    parser.add_argument("do", choices=tuple(_WORDS))
    parser.add_argument(
        "what", nargs="*", help="a table, a text, a number, a file, a person"
    )
    given = parser.parse_intermixed_args(words)
    asked = {name: getattr(given, name) for name in _OWN}
    for name in _OWN:
        delattr(given, name)
    try:
        settings = loaded_settings(given).settings
    except BadSettings as fault:
        print(*fault.lines, sep="\n", file=sys.stderr)
        return EXIT_USE
    try:
        return asyncio.run(_do(settings, asked))
    except NoSuchTable:
        print("There is no such table.", file=sys.stderr)
    except NoSuchDeal:
        print("There is no record of this deal.", file=sys.stderr)
    except (NotMoved, StoredFault, HistoryBroken) as fault:
        print(f"Nothing was done: {fault}", file=sys.stderr)
    except (StoreUnavailable, EmbeddedStoreFailed, OSError) as fault:
        print(f"The store or the file cannot be used: {fault}", file=sys.stderr)
    return EXIT_FAULT


_OWN: Final = ("table", "reason", "hands", "login", "damaged", "do", "what")
_WORDS: Final = {
    "tables": 0,
    "show": 1,
    "close": 1,
    "say": 1,
    "deal": 2,
    "export": 2,
    "import": 1,
    "end-session": 1,
}
"""What can be done, and how many words it takes."""


async def _do(settings: Settings, asked: dict[str, object]) -> int:
    do, what = asked["do"], [str(word) for word in _words(asked["what"])]
    why_unusable = _why_unusable(str(do), what, str(asked["reason"]))
    if why_unusable is not None:
        print(why_unusable, file=sys.stderr)
        return EXIT_USE
    _check_table_id(what[0] if do in _OF_ONE_TABLE else asked["table"])
    async with _desk(settings) as (store, office):
        match do:
            case "tables" | "show" | "deal":
                await _look(office, do, what, hands=bool(asked["hands"]))
            case "close":
                await office.close(what[0], str(asked["reason"]))
                print(f"{what[0]} is closed.")
            case "say":
                table = asked["table"]
                count = await office.say(what[0], None if table is None else str(table))
                print(f"Said at {count} tables.")
            case "end-session":
                issuer = settings.login_issuer or ""
                who = user_of_login(issuer, what[0]) if asked["login"] else what[0]
                return await _end_session(store, who)
            case "export" if asked["damaged"]:
                return await export_damaged(store, what[0], Path(what[1]))
            case "export":
                await office.tell_of_look(what[0])
                return await export(store, what[0], Path(what[1]))
            case _:
                return await put_up(store, Path(what[0]))
    return 0


async def _look(office: Office, do: object, what: list[str], *, hands: bool) -> None:
    """Print what the host wants to see."""
    match do:
        case "tables":
            for line in await office.tables():
                print(json.dumps(line))
        case "show":
            shown = await office.show(what[0])
            if hands:
                shown["hands"] = await office.hands(what[0])
            print(json.dumps(shown, indent=2))
        case _:
            print(json.dumps(await office.deal(what[0], int(what[1])), indent=2))


async def _end_session(store: RedisStore, who: str) -> int:
    try:
        was_known = await end_sessions_of(store, who)
    except ValueError:
        was_known = False
    if not was_known:
        print("There is no such session.", file=sys.stderr)
        return EXIT_FAULT
    print("It is ended, and its connections within a few seconds.")
    return 0


def _check_table_id(table: object) -> None:
    """Refuse what cannot be the id of a table; None names no table."""
    if table is None:
        return
    try:
        check_table(str(table))
    except ValueError:
        raise NoSuchTable from None


def _why_unusable(do: str, what: list[str], reason: str) -> str | None:
    """Why these words cannot be used, by the server or by people at its tables."""
    wanted = _WORDS[do]
    if len(what) != wanted:
        return f"`{do}` takes {wanted} more words."
    match do:
        case "close":
            return why_no_reason(reason)
        case "say":
            return why_unsayable(what[0])
        case "deal" if _NUMBER.fullmatch(what[1]) is None:
            return "Deals have numbers, from 1 on."
        case _:
            return None


def _words(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


@asynccontextmanager
async def _desk(settings: Settings) -> AsyncIterator[tuple[RedisStore, Office]]:
    """The store and what may be done with it."""
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        if url is None:
            embedded = embedded_server(settings)
            await embedded.start()
            stack.push_async_callback(embedded.stop)
            url = embedded.url
        store = RedisStore.at(url)
        stack.push_async_callback(store.aclose)
        clock, chance = StoreClock(SystemClock()), SystemChance()
        clock.seen(await store.now_ms())
        copies = Copies(store, clock, Repair(store, clock, chance))
        node = f"admin-{chance.fresh(_NODE_BYTES).hex()}"
        hub = Hub(store, clock, chance, copies, node)
        yield store, Office(store, hub, copies, chance)
