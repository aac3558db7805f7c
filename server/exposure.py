"""Whether what people send could be read on its way.

The server speaks plain WebSocket and leaves TLS to a proxy. That is well where nobody
else is in between: on this machine, and behind a proxy that the host has named.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.settings import Settings


def is_exposed(settings: Settings) -> bool:
    """Whether people on other machines are served, and no proxy is there for TLS."""
    return not settings.trusted_proxies and not is_of_this_machine(settings.host)


def is_of_this_machine(host: str) -> bool:
    """Whether only this machine reaches an address on which a server listens.

    A name other than `localhost` may stand for any address, so it counts as open.
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
