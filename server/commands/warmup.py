"""`tarocco-server warmup`: compiles what bots that search need, before a server does.

For images and after an upgrade: what is compiled stays where `NUMBA_CACHE_DIR` says, or
beside the source, or in the user's cache folder, and the processes of the next server
find it there.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import TYPE_CHECKING

from engine.players import levels
from server.commands.exits import EXIT_FAULT

if TYPE_CHECKING:
    from collections.abc import Sequence


def warmup_command(words: Sequence[str]) -> int:
    """Compile, or find compiled; 0 when every level can be played here."""
    parser = argparse.ArgumentParser(
        prog="tarocco-server warmup",
        description="Compiles what bots that search need, unless that was done before. "
        "It is kept where NUMBA_CACHE_DIR says, or else beside the source or in the "
        "user's cache folder.",
        allow_abbrev=False,
    )
    parser.parse_args(words)
    begun_s = time.monotonic()
    try:
        levels.warm_up()
    except Exception as fault:  # noqa: BLE001 - no numba, or one that does not work here
        rules = ", ".join(levels.RULE_LEVELS)
        why = type(fault).__name__
        print(f"Only {rules} can be played here ({why}: {fault}).", file=sys.stderr)
        return EXIT_FAULT
    took_s = time.monotonic() - begun_s
    print(f"Bots of all levels can start ({took_s:.1f} s). Compiled {_where()}.")
    return 0


def _where() -> str:
    """For whom it was compiled: a service may have another place, or another user."""
    place = os.environ.get("NUMBA_CACHE_DIR")
    if place:
        return f"in {place} (NUMBA_CACHE_DIR)"
    return "beside the source or for this user: NUMBA_CACHE_DIR is not set here"
