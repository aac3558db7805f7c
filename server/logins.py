"""The host's own login: what its tokens say, whatever they look like."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Login:
    """What a login of the host says of somebody."""

    user: str
    name: str | None
    ends_ms: int
    """When it is good no longer, in milliseconds since 1970."""


class Logins(Protocol):
    """Reads the signed tokens of a host's own login."""

    def read(self, token: str) -> Login | None:
        """Who the token speaks of; None for one that is not good."""


def user_of_login(issuer: str, subject: str) -> str:
    """Under which name a person of a host's login is known here.

    Args:
        issuer: Who makes the login's tokens, as they say; empty if they do not.
        subject: Who it is to the issuer.
    """
    text = f"{issuer}|{subject}"
    return f"login-{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"
