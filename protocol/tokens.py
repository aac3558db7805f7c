"""Where a session keeps its resume token between connections and programs."""

from __future__ import annotations

from typing import Protocol


class TokenStore(Protocol):
    """A place for one token, which is a secret: whoever has it has the seats."""

    def load(self) -> bytes | None:
        """The newest token, if there is one."""

    def save(self, token: bytes) -> None:
        """Keep a token in place of the one before, at once.

        Raises:
            OSError: It could not be kept; the session goes on without.
        """


class TokenInMemory:
    """A token store that lives as long as the program."""

    def __init__(self, token: bytes | None = None) -> None:
        self._token = token

    def load(self) -> bytes | None:
        """The newest token."""
        return self._token

    def save(self, token: bytes) -> None:
        """Keep a token in place of the one before."""
        self._token = token
