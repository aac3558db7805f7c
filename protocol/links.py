"""Connections to a server: where to, how, and what their failures mean."""

from __future__ import annotations

import logging
import os
import ssl
from ipaddress import ip_address
from socket import gaierror
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.client import process_exception
from websockets.exceptions import InvalidHandshake, InvalidStatus

from protocol import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from protocol.settings import SessionSettings

# Below INFO this logger would write whole frames, with cards and tokens in them.
_SOCKET_LOG: Final = logging.getLogger("protocol.links.socket")
_SOCKET_LOG.setLevel(logging.WARNING)
_TRY_AGAIN_STATUS: Final = frozenset({408, 425, 429, 500, 502, 503, 504})


class RefusedError(Exception):
    """The server, or something before it, refuses connections, and will again."""


class UntrustedError(RefusedError):
    """It is this side that refuses: the server's certificate proves nothing to it."""


def is_on_this_machine(url: str) -> bool:
    """Whether the address of a server means this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def checked_address(url: str, *, allow_plain: bool) -> str:
    """The address itself, if a session may use it.

    Raises:
        ValueError: It is no WebSocket address, or one without encryption on another
            machine and `allow_plain` is not set.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"ws", "wss"} or not parts.hostname:
        raise ValueError("a server's address begins with wss:// or ws://")
    if parts.scheme == "ws" and not allow_plain and not is_on_this_machine(url):
        raise ValueError("ws:// is not encrypted: use wss:// for another machine")
    return url


def links_to(
    url: str,
    settings: SessionSettings,
    *,
    failed: Callable[[Exception], Exception | None],
    delays: Callable[[], Generator[float]],
) -> connect:
    """Connections to a server, one after the other, for as long as they are taken.

    Args:
        url: A checked address.
        settings: How long to wait.
        failed: Gets each failure to connect; gives the exception with which to stop,
            or None to try again.
        delays: Gives the waits between attempts, in seconds.
    """
    return connect(
        url,
        # A proxy that is meant for the world cannot reach this machine's own servers.
        proxy=None if is_on_this_machine(url) else True,
        compression=None,
        user_agent_header=None,
        max_size=limits.SNAPSHOT_BYTES,
        open_timeout=settings.open_s,
        ping_interval=settings.ping_every_s,
        ping_timeout=settings.ping_wait_s,
        close_timeout=settings.close_s,
        process_exception=failed,
        reconnect_delays=delays,
        logger=_SOCKET_LOG,
    )


def cause_of(failure: Exception) -> str:
    """What to tell a person of a failure to connect, in English."""
    if isinstance(failure, TimeoutError):
        return "no answer"
    if isinstance(failure, gaierror) and failure.strerror:
        return failure.strerror
    if isinstance(failure, OSError) and failure.errno:
        return os.strerror(failure.errno)  # asyncio's own words hold Python's tuples
    if isinstance(failure, InvalidStatus):
        return f"the answer was HTTP status {failure.response.status_code}"
    if isinstance(failure, InvalidHandshake):
        return "what answers there speaks no WebSocket"
    return f"{type(failure).__name__}: {failure}"


def reason_to_stop(failure: Exception) -> RefusedError | None:
    """What a failure to connect means: None if the next attempt may succeed."""
    if isinstance(failure, InvalidStatus):
        again = failure.response.status_code in _TRY_AGAIN_STATUS
    elif isinstance(failure, ssl.SSLCertVerificationError):
        return UntrustedError(failure.verify_message)
    else:
        again = process_exception(failure) is None
    return None if again else RefusedError(f"{type(failure).__name__}: {failure}")
