"""How many connections there may be: in all, from one address, of one user.

A connection asks for a place with its request, is welcomed once it has said who it is,
and gives the place back when it ends, however that was. Addresses are counted for as
long as they have connections or a used-up allowance; beyond a bound the ones heard of
least recently are forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from enum import Enum
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from server.ports import Clock
from server.throttle import Allowance, Rate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from server.settings import Network

_ADDRESSES_KEPT: Final = 20_000
_NETWORK_BITS: Final = 64
"""Of an IPv6 address: what one household or server has to itself."""
_WAIT_S: Final = 5


class Full(Enum):
    """Which limit is reached; the value is its name in metrics and logs."""

    HANDSHAKES = "handshakes"
    ADDRESS_HANDSHAKES = "address_handshakes"
    TOTAL = "total"
    NEWCOMERS = "newcomers"
    ADDRESS = "address"
    ADDRESS_RATE = "address_rate"
    USER = "user"


@dataclass(frozen=True, slots=True)
class NoPlace:
    """There is no place now."""

    why: Full
    wait_s: int
    """When to try again, in seconds."""


@dataclass(frozen=True, slots=True)
class CrowdLimits:
    """Most connections at once, and new ones a minute."""

    total: int
    newcomers: int
    per_address: int
    per_minute: int
    per_user: int


@dataclass(slots=True)
class _Guests:
    """What is known of one address."""

    allowance: Allowance
    present: int = 0


@dataclass(slots=True, eq=False)
class Place:
    """One connection's place; give it back with `leave`, once or more often."""

    crowd: Crowd
    origin: str
    user: str | None = None
    is_left: bool = False

    def welcome(self, user: str) -> bool:
        """Note who it is; False when this user has all connections already."""
        return self.crowd.welcome(self, user)

    def leave(self) -> None:
        """Give the place back."""
        self.crowd.leave(self)


@dataclass(slots=True, eq=False)
class Crowd:
    """The connections of one server process."""

    limits: CrowdLimits
    clock: Clock
    total: int = 0
    newcomers: int = 0
    _origins: OrderedDict[str, _Guests] = field(default_factory=OrderedDict)
    _users: dict[str, int] = field(default_factory=dict)

    def enter(self, address: str) -> Place | NoPlace:
        """A place for a connection from this address, or why there is none."""
        if self.total >= self.limits.total:
            return NoPlace(Full.TOTAL, _WAIT_S)
        if self.newcomers >= self.limits.newcomers:
            return NoPlace(Full.NEWCOMERS, _WAIT_S)
        origin = origin_of(address)
        guests = self._guests(origin)
        if guests.present >= self.limits.per_address:
            return NoPlace(Full.ADDRESS, _WAIT_S)
        now_ms = self.clock.monotonic_ms()
        if not guests.allowance.spend(1, now_ms):
            wait_ms = guests.allowance.wait_ms(1, now_ms)
            return NoPlace(Full.ADDRESS_RATE, -(-wait_ms // 1000))
        guests.present += 1
        self.total += 1
        self.newcomers += 1
        return Place(self, origin)

    def welcome(self, place: Place, user: str) -> bool:
        """See `Place.welcome`."""
        if place.is_left:
            return True  # It ended while its hello was looked at, and counts no more.
        if self._users.get(user, 0) >= self.limits.per_user:
            return False
        self._users[user] = self._users.get(user, 0) + 1
        place.user = user
        self.newcomers -= 1
        return True

    def leave(self, place: Place) -> None:
        """See `Place.leave`."""
        if place.is_left:
            return
        place.is_left = True
        self.total -= 1
        if place.user is None:
            self.newcomers -= 1
        else:
            self._users[place.user] -= 1
            if not self._users[place.user]:
                del self._users[place.user]
        guests = self._origins.get(place.origin)
        if guests is not None and guests.present:
            guests.present -= 1

    def _guests(self, origin: str) -> _Guests:
        found = self._origins.get(origin)
        if found is None:
            per_minute = self.limits.per_minute
            rate = Rate(per_minute / 60, per_minute)
            found = _Guests(Allowance.full(rate, self.clock.monotonic_ms()))
            self._origins[origin] = found
            self._forget_some()
        self._origins.move_to_end(origin)
        return found

    def _forget_some(self) -> None:
        """Keep the list of addresses short; those with connections stay in it.

        At most `limits.total` addresses have connections, so few are passed over.
        """
        if len(self._origins) <= _ADDRESSES_KEPT:
            return
        for origin, guests in self._origins.items():
            if not guests.present:
                del self._origins[origin]
                return


def origin_of(address: str) -> str:
    """Whom an address counts for: itself, or for IPv6 its network of /64.

    >>> origin_of("2001:db8::5")
    '2001:db8::/64'
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, _NETWORK_BITS), strict=False))


def client_address(
    peer: str, forwarded: str | None, trusted: Iterable[Network]
) -> tuple[str, bool]:
    """Whom a connection is from, and whether a header was believed for it.

    Args:
        peer: The other end of the connection.
        forwarded: `X-Forwarded-For`: each proxy adds on the right whom it heard from.
        trusted: Proxies that are believed; from the right, the first address that is
            none of them is the client's. What stands left of it anybody may have sent.
    """
    trusted = tuple(trusted)
    if forwarded is None or not is_in(peer, trusted):
        return peer, False
    address = peer
    for part in reversed(forwarded.split(",")):
        hop = part.strip()
        try:
            address = str(ip_address(hop))
        except ValueError:
            break
        if not is_in(address, trusted):
            break
    return address, True


def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Whether an address is of one of these networks."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return any((mapped or parsed) in network for network in networks)
