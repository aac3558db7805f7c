"""`tarocco-server admin`: looks after the tables of a store.

    tarocco-server admin tables              every open table
    tarocco-server admin show TABLE          one of them
    tarocco-server admin show TABLE --hands  with hidden cards; the table is told
    tarocco-server admin close TABLE         close it in good order
    tarocco-server admin say TEXT            to all tables, or to one (--table)
    tarocco-server admin export TABLE FILE   the whole table as a file; the table is told
    tarocco-server admin import FILE         put it up here

It uses the store of the settings, as a server would: `--redis-url`, or `--state-dir` for
the store of a server at this machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from server.adapters.embedded_files import EmbeddedStoreFailed
from server.adapters.embedded_store import EmbeddedServer
from server.adapters.redis_store import RedisStore
from server.adapters.system import SystemChance, SystemClock
from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.commands.flags import loaded_settings, parser_of
from server.hub.copies import Copies, NoSuchTable
from server.hub.hub import Hub
from server.hub.repair import Repair
from server.hub.store_clock import StoreClock
from server.office.moving_van import NotMoved, packed, unpacked
from server.office.office import Office
from server.settings_loading import BadSettings
from server.store_outcomes import HistoryBroken, StoreUnavailable
from server.stored import StoredFault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from server.settings import Settings

_NODE_BYTES: Final = 6


def admin_command(words: Sequence[str]) -> int:
    """Do one thing at the tables; the exit code."""
    parser = parser_of("admin", "Looks after the tables of a store.")
    parser.add_argument("--table", help="for `say`: at this table only")
    parser.add_argument("--reason", default="host", help="for `close`: what people see")
    parser.add_argument(
        "--hands", action="store_true", help="for `show`: hidden cards; it is told"
    )
    parser.add_argument(
        "do", choices=("tables", "show", "close", "say", "export", "import")
    )
    parser.add_argument("what", nargs="*", help="a table, a text, a file")
    given = parser.parse_args(words)
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
    except (NotMoved, StoredFault, HistoryBroken) as fault:
        print(f"Nothing was done: {fault}", file=sys.stderr)
    except (StoreUnavailable, EmbeddedStoreFailed, OSError) as fault:
        print(f"The store or the file cannot be used: {fault}", file=sys.stderr)
    return EXIT_FAULT


_OWN: Final = ("table", "reason", "hands", "do", "what")


async def _do(settings: Settings, asked: dict[str, object]) -> int:
    do, what = asked["do"], [str(word) for word in _words(asked["what"])]
    wanted = {"tables": 0, "show": 1, "close": 1, "say": 1, "export": 2, "import": 1}
    if len(what) != wanted[str(do)]:
        print(f"`{do}` takes {wanted[str(do)]} more words.", file=sys.stderr)
        return EXIT_USE
    async with _desk(settings) as (store, office):
        match do:
            case "tables":
                for line in await office.tables():
                    print(json.dumps(line))
            case "show":
                shown = await office.show(what[0])
                if asked["hands"]:
                    shown["hands"] = await office.hands(what[0])
                print(json.dumps(shown, indent=2))
            case "close":
                await office.close(what[0], str(asked["reason"]))
                print(f"{what[0]} is closed.")
            case "say":
                table = asked["table"]
                count = await office.say(what[0], None if table is None else str(table))
                print(f"Said at {count} tables.")
            case "export":
                await office.tell_of_look(what[0])
                return await _export(store, what[0], Path(what[1]))
            case _:
                data = await asyncio.to_thread(_read_json, Path(what[0]))
                print(f"{await unpacked(store, data, SystemChance())} is here.")
    return 0


async def _export(store: RedisStore, table: str, path: Path) -> int:
    data = await packed(store, table)
    if data is None:
        raise NoSuchTable
    await asyncio.to_thread(_write_private, path, json.dumps(data))
    print(f"{table} is in {path}, hidden cards and all: keep the file to yourself.")
    return 0


def _read_json(path: Path) -> object:
    try:
        return json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        msg = "the file is no JSON"
        raise NotMoved(msg) from None


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        path.chmod(0o600)  # the file may have been there, for all to read
        file.write(text)


def _words(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


@asynccontextmanager
async def _desk(settings: Settings) -> AsyncIterator[tuple[RedisStore, Office]]:
    """The store and what may be done with it."""
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        if url is None:
            embedded = EmbeddedServer(settings.state_dir / "store")
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
