"""Where a store is, read from one URL.

    redis://[user:password@]host:port[/db]            one server
    rediss://…                                        the same over TLS
    unix:///path/to/socket                            one server on this machine
    redis+sentinel://[…@]host:port,host:port/name     a primary that sentinels watch
    redis+cluster://[…@]host:port,host:port           a cluster

`rediss+sentinel` and `rediss+cluster` speak TLS. A sentinel's own password goes into
`?sentinel_password=`.
"""

from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

DEFAULT_PORT = 6379
DEFAULT_SENTINEL_PORT = 26379

_IN_PASSWORDS = "@ / # , in a password are written %40 %2F %23 %2C"

HostPort: TypeAlias = tuple[str, int]


@dataclass(frozen=True, slots=True)
class OneServer:
    """One server; its URL is understood by the client library as it is."""

    url: str = field(repr=False)

    @property
    def is_socket(self) -> bool:
        """Whether it is a unix socket on this machine."""
        return self.url.startswith("unix:")

    @property
    def shown(self) -> str:
        """Where it is, for a log; no password."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"


@dataclass(frozen=True, slots=True)
class Watched:
    """A primary that sentinels watch and replace."""

    sentinels: tuple[HostPort, ...]
    name: str
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    sentinel_password: str | None = field(default=None, repr=False)
    db: int = 0
    tls: bool = False

    @property
    def shown(self) -> str:
        """Where it is, for a log; no password."""
        return f"{self.name} of the sentinels {_listed(self.sentinels)}"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster, known by some of its nodes."""

    nodes: tuple[HostPort, ...]
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    tls: bool = False

    @property
    def shown(self) -> str:
        """Where it is, for a log; no password."""
        return f"the cluster {_listed(self.nodes)}"


Address: TypeAlias = OneServer | Watched | Cluster


def parse_address(url: str) -> Address:
    """Read a store URL.

    Raises:
        ValueError: It is none; the text names what is wrong, but no password.
    """
    scheme, _, rest = url.partition("://")
    if not rest:
        msg = "a store URL looks like redis://host:6379 or unix:///path/to/socket"
        raise ValueError(msg)
    if scheme in {"redis", "rediss", "unix"}:
        _check_one(urlsplit(url))
        return OneServer(url)
    transport, _, kind = scheme.partition("+")
    if transport not in {"redis", "rediss"} or kind not in {"cluster", "sentinel"}:
        msg = (
            f"unknown kind of store {scheme!r}: redis, rediss, unix, redis+sentinel "
            "or redis+cluster"
        )
        raise ValueError(msg)
    tls = transport == "rediss"
    parts = urlsplit(f"//{rest}")
    username, password = _credentials(parts.netloc)
    if kind == "cluster":
        hosts = _hosts(parts.netloc, DEFAULT_PORT)
        return Cluster(hosts, username, password, tls)
    name, _, db = parts.path.strip("/").partition("/")
    if not name or (db and not db.isdecimal()):
        msg = "a sentinel URL ends with the name of the primary: …:26379/mymaster"
        raise ValueError(msg)
    secrets = parse_qs(parts.query).get("sentinel_password", [])
    return Watched(
        sentinels=_hosts(parts.netloc, DEFAULT_SENTINEL_PORT),
        name=unquote(name),
        username=username,
        password=password,
        sentinel_password=secrets[0] if secrets else None,
        db=int(db or 0),
        tls=tls,
    )


def _check_one(parts: SplitResult) -> None:
    """Refuse what the client library would read as something else."""
    if parts.fragment:
        msg = _IN_PASSWORDS
        raise ValueError(msg)
    if parts.scheme == "unix":
        return
    path = parts.path.strip("/")
    if path and not path.isdecimal():
        msg = f"the database is a number (redis://host:6379/0); {_IN_PASSWORDS}"
        raise ValueError(msg)
    try:
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None:
        msg = f"not a host and port; {_IN_PASSWORDS}"
        raise ValueError(msg)


def _listed(hosts: tuple[HostPort, ...]) -> str:
    return ", ".join(f"{host}:{port}" for host, port in hosts)


def _credentials(netloc: str) -> tuple[str | None, str | None]:
    user, at, _ = netloc.rpartition("@")
    if not at:
        return None, None
    name, _, password = user.partition(":")
    return unquote(name) or None, unquote(password) or None


def _hosts(netloc: str, default_port: int) -> tuple[HostPort, ...]:
    found = []
    for part in netloc.rpartition("@")[2].split(","):
        try:
            one = urlsplit(f"//{part}")
            host, port = one.hostname, one.port
        except ValueError:
            host, port = None, None
        if host is None:
            # Not shown: it is half a password, if one holds a / or a comma.
            msg = f"not a host and port; {_IN_PASSWORDS}"
            raise ValueError(msg)
        found.append((host, port or default_port))
    return tuple(found)
