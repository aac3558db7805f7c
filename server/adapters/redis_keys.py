"""Names of keys and channels.

Everything that belongs to a table, and the indexes that it stands in, carry the tag
of the table's shard. A cluster keeps equal tags on one node, so that one script may
change a table together with its deadlines and its lobby row.
"""

from dataclasses import dataclass
from functools import lru_cache

from server.store_records import SHARDS, check_name, check_table, shard_of

NODES_SEEN = "N:{nodes}"
"""Sorted set of nodes by the time of their last sign of life."""
NODES_OUTAGES = "N:{nodes}:outages"
"""List of outages, oldest first."""
KINDS = ("T", "Z", "A", "N", "U", "M", "O", "S", "L")
"""What names of keys begin with."""
_TRIAL = "+trial"
"""Neither ids of tables nor other names may hold a plus."""


@dataclass(frozen=True, slots=True)
class TableKeys:
    """All keys that a script on one table may touch."""

    meta: str
    state: str
    events: str
    commands: str
    talk: str
    presences: str
    deadlines: str
    lobby: str
    channel: str

    @property
    def all(self) -> tuple[str, ...]:
        """The keys in the order in which the scripts on a history take them."""
        return (
            self.meta,
            self.state,
            self.events,
            self.commands,
            self.talk,
            self.presences,
            self.deadlines,
            self.lobby,
            self.channel,
        )


@lru_cache(maxsize=8192)
def table_keys(table: str) -> TableKeys:
    """Give the keys of a table.

    Raises:
        ValueError: This is no table id.
    """
    check_table(table)
    tag = _tag(shard_of(table))
    own = f"T:{tag}:{table}"
    return TableKeys(
        meta=f"{own}:m",
        state=f"{own}:st",
        events=f"{own}:ev",
        commands=f"{own}:cs",
        talk=f"{own}:ch",
        presences=f"{own}:pr",
        deadlines=deadlines_key(shard_of(table)),
        lobby=lobby_key(shard_of(table)),
        channel=f"c:{tag}:{table}",
    )


def table_of_channel(channel: str) -> str:
    """Give the table whose news this channel carries."""
    return channel.rpartition(":")[2]


def deadlines_key(shard: int) -> str:
    """Sorted set of `<table>|<kind>` by milliseconds."""
    return f"Z:{_tag(shard)}:dl"


def lobby_key(shard: int) -> str:
    """Hash of table to lobby row."""
    return f"Z:{_tag(shard)}:lb"


def archive_key(table: str, deal: str) -> str:
    """String with the record of a finished deal."""
    check_name(deal)
    check_table(table)
    return f"A:{_tag(shard_of(table))}:{table}:{deal}"


def node_key(node: str) -> str:
    """String with what a living node says of itself."""
    check_name(node)
    return f"N:{{nodes}}:{node}"


def user_key(user: str) -> str:
    """Hash of table to the seat that a user has there."""
    check_name(user)
    return f"U:{{u{user}}}"


def meeting_key(wish: str) -> str:
    """String with the table where people of this wish meet."""
    check_name(wish)
    return f"M:{{{wish}}}"


def uses_key(user: str, what: str) -> str:
    """Count of what a user has done lately."""
    check_name(user)
    check_name(what)
    return f"U:{{u{user}}}:{what}"


def numbers_key(session: str) -> str:
    """Hash of a session's last command that named no table."""
    check_name(session)
    return f"O:{{{session}}}"


def session_key(session: str) -> str:
    """Hash of a session: hashes of its proofs, and what is kept with it."""
    check_name(session)
    return f"S:{{{session}}}"


def trial_keys(shard: int) -> tuple[str, ...]:
    """Keys of each kind that nothing else uses, to try commands on."""
    return tuple(f"{kind}:{_tag(shard)}:{_TRIAL}" for kind in KINDS)


def trial_channel(shard: int) -> str:
    """Channel that no table has, to try publications on."""
    return f"c:{_tag(shard)}:{_TRIAL}"


def login_key(user: str) -> str:
    """Hash of what is kept of somebody who logs in, over all sessions."""
    check_name(user)
    return f"L:{{{user}}}"


def _tag(shard: int) -> str:
    if not 0 <= shard < SHARDS:
        msg = f"no such shard: {shard}"
        raise ValueError(msg)
    return f"{{s{shard:03d}}}"
