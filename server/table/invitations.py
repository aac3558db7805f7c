"""Who may sit down at a table that is not for everybody.

A table keeps hashes of the names and ids, so that a long list of long ones fits into its
first event.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_BYTES: Final = 8


def invitations_to(invited: Iterable[str]) -> tuple[bytes, ...]:
    """What a table keeps of the names and user ids of those who may sit down.

    Each text may be either, so it is kept as both.
    """
    return tuple(
        invitation for one in invited for invitation in (_to_user(one), _to_name(one))
    )


def is_invited(user: str, name: str, invitations: Iterable[bytes]) -> bool:
    """Whether one of the invitations is to this user, or to this name in any case."""
    return not {_to_user(user), _to_name(name)}.isdisjoint(invitations)


def _to_user(user: str) -> bytes:
    return _hash(user, b"user")


def _to_name(name: str) -> bytes:
    return _hash(name.casefold(), b"name")


def _hash(text: str, kind: bytes) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=_BYTES, person=kind).digest()
