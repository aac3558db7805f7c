"""A table as a file: taken out of a store, and put up again."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import TYPE_CHECKING

from server.adapters.system import SystemChance
from server.commands.exits import EXIT_FAULT
from server.hub.copies import NoSuchTable
from server.office.moving_van import NotMoved, packed, packed_remains, unpacked
from server.store_outcomes import HistoryBroken
from server.stored import NewerSchema, StoredFault

if TYPE_CHECKING:
    from pathlib import Path

    from server.adapters.redis_store import RedisStore


async def export(store: RedisStore, table: str, path: Path) -> int:
    """Write a table down, hidden cards and all; the exit code.

    Raises:
        NoSuchTable: There is none.
        StoredFault, HistoryBroken: Nobody can read it.
        OSError: The file cannot be written.
    """
    data = await packed(store, table)
    if data is None:
        raise NoSuchTable
    await asyncio.to_thread(_write_private, path, json.dumps(data))
    print(f"{table} is in {path}, hidden cards and all: keep the file to yourself.")
    return 0


async def export_damaged(store: RedisStore, table: str, path: Path) -> int:
    """Write down what is stored of a table, if nobody can read it any more.

    One that can be read is told when its hands are seen; this way could not tell it.
    Raises like `export`.
    """
    fault = await _why_unreadable(store, table)
    if fault is None:
        print(f"{table} can be read: export it without `--damaged`.", file=sys.stderr)
        return EXIT_FAULT
    await _write_remains(store, table, path, fault)
    return 0


async def remove_damaged(store: RedisStore, table: str, path: Path) -> int:
    """Drop a table that nobody can read, once what is stored of it is written down.

    Raises like `export`.
    """
    fault = await _why_unreadable(store, table)
    if fault is None:
        print(f"{table} can be read: `admin close` ends it.", file=sys.stderr)
        return EXIT_FAULT
    await _write_remains(store, table, path, fault)
    await store.forget(table)
    print(f"{table} is removed.")
    return 0


async def _why_unreadable(store: RedisStore, table: str) -> str | None:
    """Why nobody can read a table; None if it can be read."""
    try:
        if await packed(store, table) is None:
            raise NoSuchTable
    except NewerSchema:
        raise
    except (StoredFault, HistoryBroken) as fault:
        return str(fault)
    return None


async def _write_remains(store: RedisStore, table: str, path: Path, fault: str) -> None:
    remains = await store.remains(table)
    if remains is None:
        raise NoSuchTable
    data = packed_remains(table, remains, fault)
    await asyncio.to_thread(_write_private, path, json.dumps(data))
    print(f"What is stored of {table} is in {path}: keep the file to yourself.")


async def put_up(store: RedisStore, path: Path) -> int:
    """Put the table of a file up here; the exit code.

    Raises:
        NotMoved: The file holds none, or the table is here already.
        OSError: The file cannot be read.
    """
    data = await asyncio.to_thread(_read_json, path)
    print(f"{await unpacked(store, data, SystemChance())} is here.")
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
