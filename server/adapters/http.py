"""What is served over plain HTTP on the port of the sockets, and who is let in there.

    /healthz   200 while the process works, whatever its store does
    /readyz    200 while people may be sent here, else 503 and the reason
    /metrics   for Prometheus, unless it has a port of its own
    /CODE      the link of an invitation to a table: says so to a browser

Anything else must be a request for a WebSocket. Whoever finds no place gets 503 when
the server is full, 429 when this address has used up its share, both with the time to
wait.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import structlog
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from server.adapters.guests import Guest
from server.crowd import Full, NoPlace, client_address
from server.exposure import is_exposed
from server.sparing import Sparing

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.server import ServerConnection

    from server.door.service import Service

log = structlog.get_logger()

PLAIN: Final = "text/plain; charset=utf-8"
_TABLE_ID: Final = re.compile("[0-9A-Z]{5}|[0-9A-Z]{26}")
"""Of a public table, or of a private one; see `server.hub.opening`."""
_FORWARDED: Final = "X-Forwarded-For"
_SHARES: Final = frozenset({Full.ADDRESS, Full.ADDRESS_RATE})


class Reception:
    """Answers each request before it becomes a connection.

    Args:
        service: The parts of this node.
        metrics: The text for Prometheus, when it is served on this port.
    """

    def __init__(
        self, service: Service, metrics: Callable[[], Response] | None
    ) -> None:
        self._service = service
        self._metrics = metrics
        self._refused = Sparing(log.warning, service.clock)
        self._proxy_told = False

    def __call__(self, guest: ServerConnection, request: Request) -> Response | None:
        """The answer to a plain request; None for one that opens a WebSocket."""
        path = request.path.partition("?")[0]
        match path:
            case "/healthz":
                return answer(HTTPStatus.OK, "alive\n")
            case "/readyz":
                return self._ready()
            case "/metrics" if self._metrics is not None:
                return self._metrics()
        if request.headers.get("Upgrade", "").lower() != "websocket":
            return _invitation(path) or answer(
                HTTPStatus.UPGRADE_REQUIRED, "Speak WebSocket here.\n"
            )
        return self._admit(guest, request)

    def _ready(self) -> Response:
        reason = self._why_not_ready()
        if reason is not None:
            return answer(HTTPStatus.SERVICE_UNAVAILABLE, f"{reason}\n")
        if is_exposed(self._service.settings):
            return answer(HTTPStatus.OK, "ready\nplain text: there is no TLS\n")
        return answer(HTTPStatus.OK, "ready\n")

    def _why_not_ready(self) -> str | None:
        if self._service.draining:
            return "draining"
        health = self._service.health
        return None if health is None else health.why_not_ready()

    def _admit(self, guest: ServerConnection, request: Request) -> Response | None:
        service = self._service
        health = service.health
        if service.draining or (health is not None and not health.is_open):
            reason = self._why_not_ready()
            return answer(HTTPStatus.SERVICE_UNAVAILABLE, f"{reason}\n", retry_s=1)
        if not isinstance(guest, Guest):
            return None
        place = None
        if service.crowd is not None:
            place = service.crowd.enter(self._address(guest, request))
        if isinstance(place, NoPlace):
            return self._no_place(place)
        guest.let_in(place)
        return None

    def note_refusal(self, why: Full) -> None:
        """Count and log that somebody was not let in."""
        self._service.metrics.refused.add(why.value)
        self._refused("connection refused", why=why.value)

    def _no_place(self, refusal: NoPlace) -> Response:
        self.note_refusal(refusal.why)
        if refusal.why in _SHARES:
            text = "Too many connections from your address.\n"
            return answer(HTTPStatus.TOO_MANY_REQUESTS, text, retry_s=refusal.wait_s)
        text = "The server is full.\n"
        return answer(HTTPStatus.SERVICE_UNAVAILABLE, text, retry_s=refusal.wait_s)

    def _address(self, guest: Guest, request: Request) -> str:
        """Whom the connection is from."""
        try:
            forwarded = request.headers.get(_FORWARDED)
        except MultipleValuesError:
            forwarded = ",".join(request.headers.get_all(_FORWARDED))
        trusted = self._service.settings.trusted_proxies
        address, believed = client_address(guest.peer, forwarded, trusted)
        if forwarded is not None and not believed and not self._proxy_told:
            self._proxy_told = True
            log.warning(
                "X-Forwarded-For is not believed",
                advice="list the proxy in trusted_proxies, else all who come through "
                "it share the limits of one address",
            )
        return address


def _invitation(path: str) -> Response | None:
    """What a browser is told that follows `https://HOST/CODE`; None for another path.

    Whether there is such a table is not said, so that codes cannot be tried out here.
    """
    code = path.removeprefix("/")
    if not _TABLE_ID.fullmatch(code):
        return None
    text = f"You are invited to table {code} of this server: sit down with a client.\n"
    return answer(HTTPStatus.OK, text)


def answer(
    status: HTTPStatus, text: str | bytes, *, kind: str = PLAIN, retry_s: int = 0
) -> Response:
    """A whole HTTP answer, after which the connection ends."""
    body = text if isinstance(text, bytes) else text.encode()
    headers = Headers(
        [
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Connection", "close"),
        ]
    )
    if retry_s:
        headers["Retry-After"] = str(retry_s)
    return Response(status.value, status.phrase, headers, body)


def metrics_only(
    metrics: Callable[[], Response],
) -> Callable[[ServerConnection, Request], Response]:
    """What is served on a port of its own for metrics."""

    def take(_guest: ServerConnection, request: Request) -> Response:
        if request.path.partition("?")[0] == "/metrics":
            return metrics()
        return answer(HTTPStatus.NOT_FOUND, "Only /metrics is here.\n")

    return take
