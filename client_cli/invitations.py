"""Invitations to a table: the code that is read aloud, and the link that is sent.

A link is `https://HOST/CODE`, or `http://` for a server without encryption; the same
without a scheme is understood as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from client_cli.arguments import wrong_use
from client_cli.safe_text import shown

if TYPE_CHECKING:
    from client_cli.arguments import Request
    from client_cli.texts import Texts

_LONGEST_CODE: Final = 32
_NAMED_FIRST: Final = ("join", "watch")
"""Verbs whose first word names the table."""
_SCHEMES: Final = {"ws": "http", "wss": "https"}


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table, and the server where it is; None for the one that is played at."""

    code: str
    server: str | None = None


def invitation_in(typed: str) -> Invitation:
    """What a code or a link means.

    Raises:
        ValueError: It is neither.

    >>> invitation_in("https://table.example/qf7k2")
    Invitation(code='QF7K2', server='https://table.example')
    """
    server, slash, code = typed.strip().rstrip("/").rpartition("/")
    if not code.isascii() or not code.isalnum() or len(code) > _LONGEST_CODE:
        raise ValueError("code")
    if slash and server.endswith(("/", ":")):
        raise ValueError("server")
    return Invitation(code.upper(), server if slash else None)


def link_to(table: str, url: str) -> str:
    """The link to a table of the server at an address.

    >>> link_to("QF7K2", "wss://table.example")
    'https://table.example/QF7K2'
    """
    scheme, _, host = url.partition("://")
    return f"{_SCHEMES.get(scheme, scheme)}://{host.rstrip('/')}/{table}"


def with_invitation(request: Request, texts: Texts) -> Request:
    """The request with the table, and the server, that a code or a link names.

    Raises:
        Stopped: What should be one is none.
    """
    typed = request.operands[0] if request.verb in _NAMED_FIRST else request.table.code
    if typed is None:
        return request
    try:
        invitation = invitation_in(typed)
    except ValueError:
        what = texts.say("{table} is no table.", table=shown(typed) or '""')
        why = texts.say("A table is named by its code, or by the link to it.")
        raise wrong_use(what, texts, request.verb, why=why) from None
    return replace(
        request,
        table=replace(request.table, code=invitation.code),
        live=replace(request.live, server=invitation.server or request.live.server),
    )
