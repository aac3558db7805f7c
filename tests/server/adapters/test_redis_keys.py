"""Keys as they are documented: one tag for everything that one script may touch."""

import re

import pytest

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
