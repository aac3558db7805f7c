"""Everything that a host can set, as one frozen record.

Each setting has one name: `port` in a file, `TAROCCO_PORT` in the environment, `--port`
on the command line where it is one of the few that have a flag. Where values come from
and which one wins is in `settings_loading`; here is what they mean. Units stand in the
names: `_s` seconds, `_ms` milliseconds, `_bytes`, `_mb`; the others are counts.
"""

from __future__ import annotations

import os
import tempfile
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from protocol import limits
from server.faults import point_and_count
from server.login_keys import algorithms_for
from server.store_address import parse_address
from server.store_dangers import check_danger

if TYPE_CHECKING:
    from collections.abc import Callable

ENVIRONMENT_PREFIX: Final = "TAROCCO_"
NESTED_BY: Final = "__"
NO_ORIGIN: Final = "none"
"""Stands among the allowed origins for clients that are no browsers and send none."""


def _parts(value: Any) -> Any:  # noqa: ANN401 - judged by the field's own type
    """The parts of a list that the environment gives as one text with commas."""
    if isinstance(value, str):
        return [part for part in (part.strip() for part in value.split(",")) if part]
    return value


def _usable(check: Callable[[str], object]) -> AfterValidator:
    """Refuse a text that another part could not use, with that part's own words."""

    def checked(value: Any) -> Any:  # noqa: ANN401 - judged by the field's own type
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        try:
            check(text)
        except ValueError as fault:
            msg = str(fault)
            raise PydanticCustomError("unusable", "{msg}", {"msg": msg}) from None
        return value

    return AfterValidator(checked)


def _no_empty_text(value: Any) -> Any:  # noqa: ANN401 - judged by the field's own type
    """Refuse an empty path, which would be the folder where one happens to be."""
    if value == "":
        raise PydanticCustomError("empty", "it is empty")
    return value


def _check_origin(text: str) -> None:
    parts = urlsplit(text)
    if text not in {NO_ORIGIN, f"{parts.scheme}://{parts.netloc}"}:
        msg = f"an origin is https://host or http://host:port, or {NO_ORIGIN}"
        raise ValueError(msg)


def _no_flag_for_a_number(
    cls: type[BaseModel],
    value: Any,  # noqa: ANN401 - judged by the field's own type
    info: ValidationInfo,
) -> Any:  # noqa: ANN401 - judged by the field's own type
    """Refuse `port = true`, which would be port 1."""
    kind = cls.model_fields[str(info.field_name)].annotation
    if isinstance(value, bool) and kind is not bool:
        raise PydanticCustomError("flag", "neither true nor false can be its value")
    return value


Network: TypeAlias = IPv4Network | IPv6Network
Origins: TypeAlias = Annotated[
    frozenset[Annotated[str, _usable(_check_origin)]],
    NoDecode,
    BeforeValidator(_parts),
]
Dangers: TypeAlias = Annotated[
    frozenset[Annotated[str, _usable(check_danger)]],
    NoDecode,
    BeforeValidator(_parts),
]
Networks: TypeAlias = Annotated[tuple[Network, ...], NoDecode, BeforeValidator(_parts)]
Port: TypeAlias = Annotated[int, Field(ge=0, le=65_535)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=10_000_000)]
Seconds: TypeAlias = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


def _usual_state_dir() -> Path:
    """A folder that outlives a reboot: moves are acknowledged for good."""
    given = os.environ.get("XDG_STATE_HOME", "")
    if Path(given).is_absolute():
        return Path(given) / "tarocco" / "server"
    try:
        return Path.home() / ".local" / "state" / "tarocco" / "server"
    except RuntimeError:  # a user without a home, as some services have
        return Path(tempfile.gettempdir()) / "tarocco" / "server"


class TableSettings(BaseModel):
    """How tables of this server treat people who are slow, and people who are away."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    _flags = field_validator("*", mode="before")(_no_flag_for_a_number)

    fill_ms: Annotated[int, Field(ge=0, le=600_000)] = limits.FILL_MS
    """Bots fill the seats of a quick match so long after the first person came; 0 for
    never."""
    turn_ms: Annotated[int, Field(ge=0, le=600_000)] = limits.TURN_MS
    """Time for each action at public tables that say nothing else; 0 for no clock. Among
    strangers one who thinks for ever ends the game of three; at private tables and for
    one person among bots nobody waits who could not say so."""
    bank_ms: Annotated[int, Field(ge=0, le=3_600_000)] = limits.BANK_MS
    """Time on top of it for a deal, for the one hard choice."""
    lag_budget_ms: Annotated[int, Field(ge=0, le=60_000)] = limits.LAG_BUDGET_MS
    """What the moves of a person may take on their way in a deal, besides the clock."""
    grace_ms: Annotated[int, Field(ge=0, le=600_000)] = limits.GRACE_MS
    """How long an absent person is waited for before a bot plays."""
    reserved_ms: Annotated[int, Field(ge=1_000, le=86_400_000)] = limits.RESERVED_MS
    """How long a seat is kept for an absent person, and a table at which nobody is."""


class Settings(BaseSettings):
    """Everything that a host can set."""

    model_config = SettingsConfigDict(
        env_prefix=ENVIRONMENT_PREFIX,
        env_nested_delimiter=NESTED_BY,
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
    )
    _flags = field_validator("*", mode="before")(_no_flag_for_a_number)

    # Where to listen.
    host: str = "127.0.0.1"
    """Address to listen on."""
    port: Port = 8062
    """Port to listen on; 0 takes a free one."""
    allow_plain_text: bool = False
    """Serve other machines without TLS, that is on a `host` other than loopback and
    without `trusted_proxies`. Whoever is in between can then read tokens and passwords,
    and take over seats."""
    metrics_port: Port | None = None
    """Port of its own for `/metrics`, which then is not on `port`."""
    metrics_host: str | None = None
    """Address of that port; the one of `host` if not given."""

    # The store.
    redis_url: Annotated[str, _usable(parse_address)] | None = None
    """`redis://`, `rediss://`, `unix://`, `redis+cluster://` or `redis+sentinel://`;
    without one the server keeps a store of its own in `state_dir`."""
    state_dir: Annotated[
        Path,
        Field(default_factory=_usual_state_dir),
        BeforeValidator(_no_empty_text),
    ]
    """Where the store of one's own keeps its files, for nobody else to read."""
    store_memory_mb: Annotated[int, Field(ge=16, le=1_048_576)] = 512
    """Most memory of the store of one's own; full means no new moves, not lost ones."""
    allow_dangers: Dangers = frozenset()
    """Names of dangerous store settings that the host accepts."""
    store_patience_s: Seconds = 10
    """`/readyz` says no once the store has not answered for so long."""
    store_alarm_percent: Annotated[int, Field(ge=1, le=100)] = 70
    """The log warns once the store's memory is so full."""
    store_answer_s: Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)] = 1
    """How long the store may take to connect, and be silent while an answer is missing;
    then the call counts as lost and is tried again, within `store_give_up_s`."""
    store_give_up_s: Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)] = 3
    """How long a change is tried before its sender hears `E_STORE_AWAY`."""

    # Who people are, besides guests.
    login_key: Annotated[SecretStr, _usable(algorithms_for)] | None = None
    """Key of the host's own login: a shared secret of at least 32 characters, or a
    public key (PEM: RSA of 2048 bits or more, P-256, P-384 or Ed25519). Without one
    everybody is a guest."""
    login_issuer: str | None = None
    """Who must have made a login token; None for anybody with the key."""
    login_audience: str | None = None
    """For whom a login token must have been made; None for anybody."""

    # Who may connect.
    max_connections: Count = 5_000
    """Connections at once; fewer where the system allows fewer open files."""
    connections_per_address: Count = 20
    """Connections at once from one address (IPv6: from one /64 network); and as many
    sockets besides without a request, unless it is a proxy in `trusted_proxies`."""
    connects_per_minute: Count = 60
    """New connections a minute from one address, and as many at once."""
    connections_per_user: Count = 3
    """Connections at once of one session; all but the newest are being closed."""
    max_newcomers: Count = 200
    """Connections at once that have not been welcomed yet; and as many sockets besides
    without a request, of which the one that waited longest goes for a newcomer."""
    trusted_proxies: Networks = ()
    """Addresses or networks whose `X-Forwarded-For` is believed."""
    allowed_origins: Origins = frozenset({NO_ORIGIN})
    """Web pages that may connect, as `https://host`; `none`: clients that are no
    browsers."""

    # Wrong passwords of tables, logins and resume tokens.
    failed_logins_per_connection: Count = 5
    """Failures over one connection at once, and in each minute after that. Then `E_RATE`
    says how long to wait, and whoever goes on all the same is cut off."""
    failed_logins_per_minute: Count = 10
    """The same from one address (IPv6: from one /64 network)."""
    failed_logins_per_hour: Count = 20
    """Wrong passwords at one table, over whatever server; then it takes only one try at
    a time, as long after the one before as the hour has it."""

    # How long a connection is waited for.
    open_s: Seconds = limits.OPEN_S
    """From the connection to the end of its WebSocket handshake."""
    hello_s: Seconds = limits.HELLO_S
    """From the handshake to an accepted `hello`."""
    message_s: Seconds = limits.MESSAGE_S
    """From the first byte of a message to its last, in fragments or in one."""
    ping_every_s: Seconds = limits.PING_EVERY_S
    """Between two pings; a proxy in between must wait longer than that."""
    ping_wait_s: Seconds = limits.PING_WAIT_S
    """For the answer to a ping."""
    stalled_s: Seconds = 10
    """For a client to take what is sent; then it is cut off without a word."""
    close_s: Seconds = limits.CLOSE_S
    """For a client's part of the closing handshake."""

    # How much a connection may send, and leave unread.
    messages_per_s: Count = limits.MESSAGES_PER_S
    """Messages a second in the long run."""
    messages_burst: Count = limits.MESSAGES_BURST
    """Messages at once."""
    bytes_per_s: Count = limits.BYTES_PER_S
    """Bytes a second in the long run; twice as many at once."""
    message_fragments: Count = limits.TO_SERVER_FRAGMENTS
    """Most fragments of one message."""
    invalid_messages: Annotated[int, Field(ge=1, le=1_000)] = limits.INVALID_MESSAGES
    """So many messages that make no sense within `invalid_within_s` end it."""
    invalid_within_s: Seconds = limits.INVALID_WITHIN_S
    """See `invalid_messages`."""
    talk_per_s: Count = 1
    """Lines of talk of one person a second in the long run, at all tables together."""
    talk_burst: Count = 3
    """Lines of talk at once."""
    outbox_bytes: Count = limits.OUTBOX_BYTES
    """What may wait to be sent; beyond it the queue is dropped for a snapshot."""
    outbox_messages: Count = limits.OUTBOX_MESSAGES
    """See `outbox_bytes`."""

    # Sessions, seats and tables.
    session_keep_s: Annotated[int, Field(ge=60, le=31_536_000)] = 48 * 3600
    """How long a resume token is good for after its last use."""
    session_age_s: Annotated[int, Field(ge=60, le=31_536_000)] = 7 * 24 * 3600
    """How long a session may be taken up again in all, however often it is used; one of
    a login no longer than the login token says (`exp`). Then its person has to enter
    again. Nobody is cut off by it."""
    session_check_s: Seconds = 5
    """How soon a connection ends whose session was ended, or taken up again, by way of
    another server; at a table that is noticed at once."""
    tables_per_minute: Count = 5
    """Tables that one session may open, by `create` or `quick`, in a minute, over
    whatever connection or server."""
    max_seats_per_user: Annotated[int, Field(ge=1, le=limits.ITEMS)] = 4
    """Seats at once of one session."""
    max_tables: Count = 2_000
    """Tables at once that people of one server play at or look at. Beyond it nobody is
    taken to another one, except whoever comes back to a seat. Of those who come in the
    same moment a few more may be let in: it bounds memory, not places."""
    max_onlookers: Annotated[int, Field(ge=0, le=10_000)] = 50
    """People without a seat that look on at one table, over one server."""
    table_keep_s: Annotated[int, Field(ge=3_600, le=31_536_000)] = 24 * 3600
    """How long the store keeps a table of which it hears nothing any more, as when no
    server runs; an open one is looked after by any server."""
    deal_keep_s: Annotated[int, Field(ge=60, le=31_536_000)] = 7 * 24 * 3600
    """How long the record of a finished deal is kept, for `admin deal`."""
    table: TableSettings = TableSettings()
    """How people who are away are treated."""

    # Several servers on one store.
    beat_s: Seconds = 2
    """Between two signs of life of a server. No clock runs while for half as long
    again no server gave one."""
    node_dead_s: Seconds = 15
    """A server without a sign of life for so long is dead to the others."""
    lease_s: Seconds = 30
    """How often it is looked at whether the servers of people at a table live."""

    # Bots.
    bot_workers: Annotated[int, Field(ge=0, le=256)] | None = None
    """Processes that think for bots: one for each core if not given; 0: none, they
    think in threads of the server, and one process is started for those that search when
    they are first wanted."""
    bot_answer_s: Seconds = 2
    """For a bot's move, waiting included; then a simple player makes it."""
    bot_most_s: Seconds = 4
    """For a bot's move however often it was asked; then it is the first legal one."""
    bot_queue: Count = 64
    """Moves that may wait for a process; beyond it a simple player makes them."""

    # The end.
    idle_exit_s: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0
    """End after so many seconds without a connection; 0 never ends."""
    drain_s: Seconds = 30
    """From the request to end to the end, at most."""
    drain_notice_s: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0
    """How long `/readyz` says no before connections are closed, so that a balancer
    has noticed; nobody connected, no wait."""
    drain_commands_s: Seconds = 5
    """For commands that are under way; part of `drain_s`."""
    drain_at_once: Count = 64
    """People who may be on their way to other servers at once: the next table is sent
    there when enough of them have arrived."""
    drain_spread_ms: Annotated[int, Field(ge=0, le=600_000)] = 3_000
    """Where there is no other server, clients are told to come back after a time
    between 0 and this."""

    # Logs, and looks at oneself.
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """How much is told; cards and tokens are in no level. `debug` adds little: what
    becomes of the connections for news of the store. Single commands are in no log; how
    many there are of which outcome, and how long they take, is in `/metrics`."""
    audit_share: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.01
    """How many of the messages about tables, as sent, are looked through for cards that
    their recipients cannot know: 0 none, 1 all of them."""

    # For tests of the server.
    kill_at: Annotated[str, _usable(point_and_count)] | None = None
    """For tests only: end this process, as if the power had gone, when a command comes
    to a named point (`C0` to `C10`) and has passed it so often: `C6:3`. `C4` and `C5`
    lie inside the store and are `C6`."""
