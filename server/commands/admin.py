"""`tarocco-server admin`: looks after the tables of a store.

It uses the store of the settings, as a server would: `--redis-url`, or `--state-dir` for
the store of a server at this machine. The flags may stand before or after what is to be
done.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from server.adapters.embedded_files import EmbeddedStoreFailed
from server.adapters.redis_store import RedisStore
from server.adapters.system import SystemChance, SystemClock
from server.commands.admin_files import (
    export,
    export_damaged,
    put_up,
    remove_damaged,
)
from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.commands.flags import EPILOG, add_store_flags, loaded_settings
from server.hub.copies import Copies, NoSuchTable
from server.hub.hub import Hub
from server.hub.repair import Repair
from server.hub.store_clock import StoreClock
from server.logins import user_of_login
from server.office.bot_moves import NotABotsMove
from server.office.moving_van import NotMoved
from server.office.office import NoSuchDeal, Office
from server.office.session_ends import end_sessions_of
from server.office.wording import why_no_reason, why_unsayable
from server.settings_loading import BadSettings
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.store_records import check_table
from server.stored import NewerSchema, StoredFault
from server.wiring import embedded_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from server.settings import Settings

_NODE_BYTES: Final = 6
_DAMAGED: Final = (
    "A server that has the table in memory writes it anew within seconds: try again.",
    "If none has, `admin remove TABLE FILE` writes down what is stored and drops it.",
)
_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")


def admin_command(words: Sequence[str]) -> int:
    """Do one thing at the tables; the exit code."""
    given = _parser().parse_args(words)
    asked = {name: vars(given).pop(name) for name in _OWN if name in given}
    try:
        settings = loaded_settings(given).settings
    except BadSettings as fault:
        print(*fault.lines, sep="\n", file=sys.stderr)
        return EXIT_USE
    try:
        return asyncio.run(_do(settings, asked))
    except BrokenPipeError:
        raise  # whoever read along has enough: no fault of the store or a file
    except NoSuchTable:
        print(f"There is no such table: {asked['table']}.", file=sys.stderr)
    except NoSuchDeal:
        print("There is no record of this deal.", file=sys.stderr)
    except NotABotsMove:
        print(
            "No bot has moved at this version; `admin why TABLE` lists their moves.",
            file=sys.stderr,
        )
    except ImportError as fault:
        print(
            f"This level needs numba to be worked out again: {fault}", file=sys.stderr
        )
    except (NotMoved, NewerSchema) as fault:
        print(f"Nothing was done: {fault}", file=sys.stderr)
    except (StoredFault, HistoryBroken) as fault:
        print(f"Nothing was done: {fault}", *_DAMAGED, sep="\n", file=sys.stderr)
    except (StoreUnavailable, EmbeddedStoreFailed, OSError) as fault:
        print(f"The store or the file cannot be used: {fault}", file=sys.stderr)
    return EXIT_FAULT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tarocco-server admin",
        description="Looks after the tables of a store: the one of your server, so give "
        "the same settings.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    add_store_flags(parser)
    things = parser.add_subparsers(dest="do", metavar="WHAT", required=True)

    def thing(name: str, about: str, *words: str) -> argparse.ArgumentParser:
        added = things.add_parser(name, help=about, description=about)
        for word in words:
            added.add_argument(word, metavar=word.upper())
        # Given here or before: a default would hide what was given before.
        add_store_flags(added, default=argparse.SUPPRESS)
        return added

    thing("tables", "every open table, one JSON object a line")
    thing("show", "one of them; it is not told", "table").add_argument(
        "--hands", action="store_true", help="with hidden cards; the table is told"
    )
    thing("close", "close a table in good order", "table").add_argument(
        "--reason", default="host", help="one word in small letters that people see"
    )
    thing("say", "say something to all tables, in one argument", "text").add_argument(
        "--table", help="to this one only"
    )
    thing(
        "why",
        "the moves of bots in the deal dealt last; of one, what it saw and thought",
        "table",
    ).add_argument(
        "version",
        nargs="?",
        help="of the move, which then is worked out again; the table is told",
    )
    thing("deal", "the record of a finished deal, for `verify`", "table", "number")
    taken_out = thing(
        "export", "a whole table as a file; the table is told", "table", "file"
    )
    taken_out.add_argument(
        "--damaged",
        action="store_true",
        help="what is stored of one that nobody can read",
    )
    removed = thing(
        "remove",
        "drop a table that nobody can read; what is stored goes into a file first",
        "table",
        "file",
    )
    for written in (taken_out, removed):
        written.add_argument(
            "--force", action="store_true", help="write over a file that is there"
        )
    thing("import", "put the table of a file up here", "file")
    thing("end-session", "end a session, or all of a user", "who").add_argument(
        "--login",
        action="store_true",
        help="WHO is the `sub` of login tokens (of login_issuer), and not a session or "
        "user as `show` has it",
    )
    return parser


_OWN: Final = (
    *("do", "table", "text", "number", "version", "file", "who"),
    *("reason", "hands", "login", "damaged", "force"),
)


async def _do(settings: Settings, asked: dict[str, Any]) -> int:
    why_unusable = _why_unusable(asked)
    if why_unusable is not None:
        print(why_unusable, file=sys.stderr)
        return EXIT_USE
    if asked.get("table") is not None:
        asked["table"] = _table_id(asked["table"])
    async with _desk(settings) as (store, office):
        match asked["do"]:
            case "tables" | "show" | "deal" | "why":
                await _look(office, asked)
            case "close":
                await office.close(asked["table"], asked["reason"])
                print(f"{asked['table']} is closed.")
            case "say":
                count = await office.say(asked["text"], asked["table"])
                print(f"Said at {count} {'table' if count == 1 else 'tables'}.")
            case "end-session":
                return await _end_session(store, settings, asked)
            case "export" if asked["damaged"]:
                file = Path(asked["file"])
                return await export_damaged(store, asked["table"], file)
            case "export":
                await office.tell_of_look(asked["table"])
                return await export(store, asked["table"], Path(asked["file"]))
            case "remove":
                return await remove_damaged(store, asked["table"], Path(asked["file"]))
            case _:
                return await put_up(store, Path(asked["file"]))
    return 0


async def _look(office: Office, asked: dict[str, Any]) -> None:
    """Print what the host wants to see."""
    match asked["do"]:
        case "tables":
            lines = await office.tables()
            for line in lines:
                print(json.dumps(line))
            if not lines:
                print("There are no open tables in this store.", file=sys.stderr)
        case "show":
            shown = await office.show(asked["table"])
            if asked["hands"]:
                shown["hands"] = await office.hands(asked["table"])
            print(json.dumps(shown, indent=2))
        case "why" if asked["version"] is None:
            for line in await office.bot_moves(asked["table"]):
                print(json.dumps(line))
        case "why":
            report = await office.why(asked["table"], int(asked["version"]))
            print(json.dumps(report, indent=2))
        case _:
            record = await office.deal(asked["table"], int(asked["number"]))
            print(json.dumps(record, indent=2))


async def _end_session(
    store: RedisStore, settings: Settings, asked: dict[str, Any]
) -> int:
    who, issuer = asked["who"], settings.login_issuer
    if asked["login"]:
        who = user_of_login(issuer or "", who)
    try:
        was_known = await end_sessions_of(store, who)
    except ValueError:
        was_known = False
    if not was_known:
        print("There is no such session.", file=sys.stderr)
        if asked["login"] and issuer is None:
            print(
                "login_issuer is not set here: is it at your server?", file=sys.stderr
            )
        return EXIT_FAULT
    print("It is ended, and its connections within a few seconds.")
    return 0


def _table_id(table: str) -> str:
    """The id of a table as people may write it: all are made of capitals.

    Raises:
        NoSuchTable: It cannot be one.
    """
    try:
        check_table(table)
    except ValueError:
        raise NoSuchTable from None
    return table.upper()


def _is_there(asked: dict[str, Any]) -> bool:
    """Whether a file would be written over without having been told to."""
    return Path(asked["file"]).exists() and not asked["force"]


def _why_unusable(asked: dict[str, Any]) -> str | None:
    """Why these words cannot be used, by the server or by people at its tables."""
    match asked["do"]:
        case "close":
            return why_no_reason(asked["reason"])
        case "say":
            return why_unsayable(asked["text"])
        case "why" if asked["version"] and not _NUMBER.fullmatch(asked["version"]):
            return "Versions are numbers, as `admin why TABLE` lists them."
        case "deal" if _NUMBER.fullmatch(asked["number"]) is None:
            return "Deals have numbers, from 1 on."
        case "export" | "remove" if asked["file"] == "-":
            return "A table is written into a file that only you can read: name one."
        case "export" | "remove" if _is_there(asked):
            return f"{asked['file']} is there already: --force writes over it."
        case _:
            return None


@asynccontextmanager
async def _desk(settings: Settings) -> AsyncIterator[tuple[RedisStore, Office]]:
    """The store and what may be done with it."""
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        if url is None:
            folder = settings.state_dir / "store"
            if not folder.exists():
                msg = (
                    f"there is none in {folder}. Name the one of your server with "
                    "--config, --redis-url or --state-dir"
                )
                raise EmbeddedStoreFailed(msg)
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
