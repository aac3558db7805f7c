"""Sockets that nobody has let in yet: how many there may be, in all and of one address.

A socket costs memory and an open file before it has said a word, and whoever opens many
and says nothing could take the places of all others. So where there are too many, the
one that has waited longest goes: who means it has sent a request by then. A newcomer
with one is always heard, a health check too, whoever floods.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from server.crowd import Full, is_in, origin_of
from server.settings import Network

if TYPE_CHECKING:
    from asyncio import Transport
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class HandshakeLimits:
    """Most sockets at once."""

    sockets: int
    """In all, with those that were let in."""
    waiting: int
    """That were not let in yet."""
    per_address: int
    """The same, from one address (IPv6: from one /64 network)."""
    trusted: tuple[Network, ...] = ()
    """Proxies: through these come many people, of each of whom a request is heard."""


class Handshakes:
    """The sockets of one port, by how long they have waited.

    Args:
        limits: How many there may be.
        refused: Hears for which limit a socket was cut off.
    """

    def __init__(
        self, limits: HandshakeLimits, refused: Callable[[Full], None]
    ) -> None:
        self._limits = limits
        self._refused = refused
        self._sockets: set[Transport] = set()
        self._waiting: dict[Transport, str | None] = {}
        """With whom each counts for, the first that came first."""
        self._of_address: defaultdict[str, dict[Transport, None]] = defaultdict(dict)

    def arrive(self, socket: Transport, peer: str) -> None:
        """Take a new socket; the one that has waited longest may have to go for it.

        Args:
            socket: The new one.
            peer: Address of its other end.
        """
        limits = self._limits
        self._sockets.add(socket)
        origin = None if is_in(peer, limits.trusted) else origin_of(peer)
        self._waiting[socket] = origin
        if origin is not None:
            here = self._of_address[origin]
            here[socket] = None
            if len(here) > limits.per_address:
                self._cut_off(next(iter(here)), Full.ADDRESS_HANDSHAKES)
        if len(self._sockets) > limits.sockets or len(self._waiting) > limits.waiting:
            self._cut_off(next(iter(self._waiting)), Full.HANDSHAKES)

    def let_in(self, socket: Transport) -> None:
        """It waits no longer: its request has found a place."""
        origin = self._waiting.pop(socket, None)
        if origin is None:
            return
        here = self._of_address[origin]
        del here[socket]
        if not here:
            del self._of_address[origin]

    def leave(self, socket: Transport) -> None:
        """It has ended."""
        self.let_in(socket)
        self._sockets.discard(socket)

    def _cut_off(self, socket: Transport, why: Full) -> None:
        self.leave(socket)
        socket.abort()
        self._refused(why)
