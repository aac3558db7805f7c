"""Signed tokens of a host's own login (JWT)."""

from __future__ import annotations

import unicodedata
from typing import Final

import jwt
import structlog

from protocol.fields import checked_name
from server.login_keys import algorithms_for
from server.logins import Login, user_of_login
from server.logs import short
from server.reserved_names import is_reserved

log = structlog.get_logger()

_LEEWAY_S: Final = 10
_LAST_S: Final = 253_402_300_799
"""The end of the year 9999: nothing later is a time."""


class JwtLogins:
    """Reads tokens with one key of the host.

    Args:
        key: A shared secret of at least 32 characters, or a public key in PEM form.
        issuer: Who must have made the token, if the host cares.
        audience: For whom it must have been made, if the host cares.

    Raises:
        ValueError: The key cannot be used.
    """

    def __init__(
        self, key: str, *, issuer: str | None = None, audience: str | None = None
    ) -> None:
        self._algorithms = algorithms_for(key)
        self._key = key
        self._issuer = issuer
        self._audience = audience

    def read(self, token: str) -> Login | None:
        """Who the token speaks of; None for one that is not good or not for us.

        Why not is in the log, for the host alone: a client learns nothing of it.
        """
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=list(self._algorithms),
                issuer=self._issuer,
                audience=self._audience,
                leeway=_LEEWAY_S,
                options={"require": ["exp", "sub"]},
            )
            ends_s = int(claims["exp"])
        except (jwt.PyJWTError, OverflowError) as fault:
            log.info("login refused", why=type(fault).__name__)
            return None
        if ends_s > _LAST_S:
            log.info("login refused", why="exp is no time, in seconds")
            return None
        user = user_of_login(claims.get("iss", ""), claims["sub"])
        name = _name(claims.get("name"))
        if name is None and "name" in claims:
            log.warning("login name cannot be shown", user=short(user))
        return Login(user, name, ends_s * 1000)


def _name(claim: object) -> str | None:
    """The name in a token, if it may be shown as one."""
    if not isinstance(claim, str):
        return None
    try:
        name = checked_name(unicodedata.normalize("NFC", claim))
    except ValueError:
        return None
    return None if is_reserved(name) else name
