"""Where the token for coming back is kept: one file for each server, for this user only.

Whoever has the token has the seats, so two programs of one user must not use it at the
same time, or each would take the table away from the other. The first one holds a lock;
a second one plays as somebody else, with a token that it forgets.
"""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from pydantic import TypeAdapter

from client_cli.folders import made, write_private
from client_cli.locks import taken
from protocol.fields import ResumeToken
from protocol.tokens import TokenInMemory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TOKEN: Final[TypeAdapter[bytes]] = TypeAdapter(ResumeToken)
_MOST_BYTES = 1_024


class TokenFile:
    """A token store in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def is_damaged(self) -> bool:
        """Whether there is something in the file, and no token."""
        return self.path.exists() and self.load() is None

    def load(self) -> bytes | None:
        """The newest token; None if there is none that can be read."""
        try:
            with self.path.open("rb") as file:
                data = json.loads(file.read(_MOST_BYTES))
            return _TOKEN.validate_python(bytes.fromhex(data["token"]))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def save(self, token: bytes) -> None:
        """Keep a token in place of the one before; raises `OSError` if it cannot."""
        write_private(self.path, json.dumps({"token": token.hex()}))

    def forget(self) -> None:
        """There is nothing to come back to."""
        self.path.unlink(missing_ok=True)


def token_file(folder: Path, server: str) -> Path:
    """The file for a server: `local`, or host and port of its address."""
    safe = re.sub("[^a-z0-9.-]", "_", server.lower())
    return folder / f"session-{safe[:80]}.json"


@contextmanager
def token_store(folder: Path, server: str) -> Iterator[TokenFile | TokenInMemory]:
    """The store to use while this program runs: the file, or memory if it is in use."""
    path = token_file(folder, server)
    with ExitStack() as stack:
        try:
            made(folder)
            ours = stack.enter_context(taken(path.with_suffix(".lock")))
        except OSError:  # a state folder that cannot be written
            ours = False
        yield TokenFile(path) if ours else TokenInMemory()
