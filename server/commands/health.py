"""`tarocco-server health`: asks a running server, for containers and scripts."""

from __future__ import annotations

import argparse
import http.client
import sys
from typing import TYPE_CHECKING, Final

from server.commands.exits import EXIT_FAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

_ANSWER_S: Final = 5.0
_READ_BYTES: Final = 4_096


def health_command(words: Sequence[str]) -> int:
    """Print what the server says of itself; 0 when it is well."""
    parser = argparse.ArgumentParser(
        prog="tarocco-server health",
        description="Asks a running server whether it is ready for people.",
        allow_abbrev=False,
    )
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1")
    parser.add_argument("--port", type=int, default=8062, help="default 8062")
    parser.add_argument(
        "--live",
        action="store_true",
        help="ask only whether it lives, which it may without its store",
    )
    given = parser.parse_args(words)
    path = "/healthz" if given.live else "/readyz"
    connection = http.client.HTTPConnection(given.host, given.port, timeout=_ANSWER_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read(_READ_BYTES).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as fault:
        place = f"{given.host}:{given.port}"
        print(f"no answer from {place}: {fault}", file=sys.stderr)
        return EXIT_FAULT
    finally:
        connection.close()
    print(text)
    return 0 if answer.status == http.client.OK else EXIT_FAULT
