"""`tarocco-server health`: asks a running server, for containers and scripts."""

from __future__ import annotations

import argparse
import http.client
import sys
from typing import TYPE_CHECKING, Final

from server.commands.exits import EXIT_FAULT, EXIT_USE
from server.commands.flags import EPILOG, add_store_flags, loaded_settings
from server.settings_loading import BadSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

_ANSWER_S: Final = 5.0
_READ_BYTES: Final = 4_096


def health_command(words: Sequence[str]) -> int:
    """Print what the server says of itself; 0 when it is well."""
    parser = argparse.ArgumentParser(
        prog="tarocco-server health",
        description="Asks a running server whether it is ready for people. Where it "
        "listens follows from its settings.",
        epilog=EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("--host", help="default: `host` of the settings")
    parser.add_argument("--port", type=int, help="default: `port` of the settings")
    parser.add_argument(
        "--live",
        action="store_true",
        help="ask only whether it lives, which it may without its store",
    )
    add_store_flags(parser)
    given = parser.parse_args(words)
    live = given.live
    del given.live
    try:
        settings = loaded_settings(given).settings
    except BadSettings as fault:
        print(*fault.lines, sep="\n", file=sys.stderr)
        return EXIT_USE
    return _asked(_reachable(settings.host), settings.port, live=live)


def _reachable(host: str) -> str:
    """An address at which a server that listens on this one can be asked."""
    return {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _asked(host: str, port: int, *, live: bool) -> int:
    path = "/healthz" if live else "/readyz"
    connection = http.client.HTTPConnection(host, port, timeout=_ANSWER_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read(_READ_BYTES).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as fault:
        place = f"{host}:{port}"
        print(f"no answer from {place}: {fault}", file=sys.stderr)
        return EXIT_FAULT
    finally:
        connection.close()
    print(text)
    return 0 if answer.status == http.client.OK else EXIT_FAULT
