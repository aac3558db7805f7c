"""Signed tokens of a host's own login (JWT)."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

import jwt

from protocol.fields import checked_name
from server.identity import Login, is_reserved

_LEEWAY_S: Final = 10
_SHARED: Final = ("HS256", "HS384", "HS512")
_PUBLIC: Final = ("RS256", "RS512", "ES256", "ES384", "EdDSA")


class JwtLogins:
    """Reads tokens with one key of the host.

    Args:
        key: A shared secret of at least 32 characters, or a public key in PEM form.
        issuer: Who must have made the token, if the host cares.
        audience: For whom it must have been made, if the host cares.
    """

    def __init__(
        self, key: str, *, issuer: str | None = None, audience: str | None = None
    ) -> None:
        # The kind of key fixes the kind of signature: a public key taken for a
        # shared secret would let anybody sign.
        self._algorithms = _PUBLIC if key.startswith("-----BEGIN") else _SHARED
        self._key = key
        self._issuer = issuer
        self._audience = audience

    def read(self, token: str) -> Login | None:
        """Who the token speaks of; None for one that is not good or not for us."""
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
        except jwt.PyJWTError:
            return None
        subject = f"{claims.get('iss', '')}|{claims['sub']}"
        user = hashlib.blake2b(subject.encode(), digest_size=16).hexdigest()
        return Login(f"login-{user}", _name(claims.get("name")))


def _name(claim: object) -> str | None:
    """The name in a token, if it may be shown as one."""
    if not isinstance(claim, str):
        return None
    try:
        name = checked_name(unicodedata.normalize("NFC", claim))
    except ValueError:
        return None
    return None if is_reserved(name) else name
