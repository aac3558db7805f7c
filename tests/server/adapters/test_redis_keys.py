"""Keys as they are documented: one tag for everything that one script may touch."""

import re

import pytest
from redis import Redis

from server.adapters.redis_keys import (
    archive_key,
    deadlines_key,
    lobby_key,
    meeting_key,
    node_key,
    numbers_key,
    table_keys,
    table_of_channel,
    user_key,
    uses_key,
)
from server.adapters.redis_store import RedisStore
from server.sessions import ENDED_MS, USER_ENDED_MS, KeptSession
from server.store_records import (
    ACTIVE_MS,
    MEETING_MS,
    NUMBERS_MS,
    USER_SEATS_MS,
    Append,
    Presence,
)
from tests.support.redis_processes import ServerProcess
from tests.support.store_values import PATIENT_MS, Played, change, fresh, receipt

KEEP_MS = 777_000
KINDS = {
    r"T:\{s\d+\}:\w+:(m|st|ev|cs|ch|pr)": ACTIVE_MS,
    r"A:\{s\d+\}:\w+:1": KEEP_MS,
    r"L:\{ann\}": KEEP_MS,
    r"L:\{ended\}": USER_ENDED_MS,
    r"M:\{1\.0\}": MEETING_MS,
    r"N:\{nodes\}:node-a": KEEP_MS,
    r"O:\{ann\}": NUMBERS_MS,
    r"S:\{(new|resumed)\}": KEEP_MS,
    r"S:\{(ended|revoked)\}": ENDED_MS,
    r"U:\{uann\}": USER_SEATS_MS,
    r"U:\{uann\}:opened": KEEP_MS,
}
"""What each kind of key that belongs to somebody is kept for, from its last use."""
INDEXES = r"Z:\{s\d+\}:(dl|lb)|N:\{nodes\}(:outages)?"
"""These stay. A script bounds them: they lose a table, or a node, with its end."""


def test_keys_of_a_table() -> None:
    # crc32("ABCDE") = 0x72D31AD5, of which the last nine bits are 213
    assert table_keys("ABCDE").all == (
        "T:{s213}:ABCDE:m",
        "T:{s213}:ABCDE:st",
        "T:{s213}:ABCDE:ev",
        "T:{s213}:ABCDE:cs",
        "T:{s213}:ABCDE:ch",
        "T:{s213}:ABCDE:pr",
        "Z:{s213}:dl",
        "Z:{s213}:lb",
        "c:{s213}:ABCDE",
    )


def test_one_tag_for_all() -> None:
    keys = (*table_keys("T1").all, archive_key("T1", "deal-1"))

    assert len({re.findall(r"\{(.*?)\}", key)[0] for key in keys}) == 1


def test_channel_names_its_table() -> None:
    assert table_of_channel(table_keys("some-table_1").channel) == "some-table_1"


def test_other_keys() -> None:
    assert deadlines_key(7) == "Z:{s007}:dl"
    assert lobby_key(511) == "Z:{s511}:lb"
    assert node_key("node-a") == "N:{nodes}:node-a"
    assert user_key("ann") == "U:{uann}"
    assert uses_key("ann", "opened") == "U:{uann}:opened"
    assert numbers_key("ann") == "O:{ann}"
    assert meeting_key("1.0") == "M:{1.0}"


@pytest.mark.parametrize("shard", [-1, 512])
def test_no_such_shard(shard: int) -> None:
    with pytest.raises(ValueError, match="no such shard"):
        deadlines_key(shard)


async def use_everything(store: RedisStore) -> None:
    """Let every script run that keeps something."""
    table = await Played.new(store, b"one")
    given = change(table.now_ms, b"two", deadlines={"turn": 1}, lobby_row=b"row")
    await table.apply(Append(table.name, table.mark, receipt("bea"), given))
    await table.say(b"ciao")
    await store.put_presence(table.name, Presence("ann", 1, 1, "node-a", 9))
    await store.archive(table.name, "1", b"record", keep_ms=KEEP_MS)
    await store.take_number(receipt("ann", 9))
    await store.put_user_seat("ann", table.name, b"seat 1")
    await store.count_use("ann", "opened", period_ms=KEEP_MS)
    await store.meet("1.0", table.name)
    await store.beat("node-a", b"", keep_ms=KEEP_MS, gap_ms=60_000)


async def use_sessions(store: RedisStore) -> None:
    """Open sessions, and let them go all the ways that a session may go."""
    kept = KeptSession(b"proof", b"Ada")
    for session, keep_ms in (
        ("new", KEEP_MS),
        ("resumed", 2 * KEEP_MS),
        ("ended", KEEP_MS),
        ("revoked", KEEP_MS),
    ):
        await store.open_session(session, kept, keep_ms=keep_ms)
    for session, shown in (("resumed", b"proof"), ("revoked", b"guessed")):
        await store.resume_session(session, shown, fresh(32), keep_ms=KEEP_MS)
    await store.end_session("ended")
    for user in ("ann", "ended"):
        await store.note_session(user, "new", began_ms=1, keep_ms=KEEP_MS)
    await store.end_user("ended")


def lives_of(client: Redis) -> dict[str, int]:
    """How long each key still lives, in milliseconds; -1 for ever."""
    return {key.decode(): client.pttl(key) for key in client.scan_iter()}


async def test_whatever_is_kept_of_somebody_ends_by_itself(
    own_server: ServerProcess,
) -> None:
    store = RedisStore.at(own_server.url, skew_ms=PATIENT_MS)
    await use_everything(store)
    await use_sessions(store)
    await store.aclose()

    with own_server.client() as client:
        lives = lives_of(client)

    own = {key: life for key, life in lives.items() if not re.fullmatch(INDEXES, key)}
    for kind, kept_ms in KINDS.items():
        found = [own.pop(key) for key in list(own) if re.fullmatch(kind, key)]
        assert found, kind
        assert all(kept_ms - 60_000 < life <= kept_ms for life in found), (kind, found)
    assert not own
