import re

import pytest

from server.adapters.memory_store import NOT_DURABLE
from server.adapters.redis_link import Settings
from server.adapters.store_health import REPLICA, dangers_of
from server.store_dangers import ACCEPTABLE, check_danger
from tests.deploy.manual import MANUAL
from tests.server.adapters.test_store_health import CONFIG, INFO

WORST_INFO = {
    "redis_version": "6.0",
    "role": "slave",
    "aof_enabled": 0,
    "aof_last_write_status": "err",
    "maxmemory": 0,
    "maxmemory_policy": "allkeys-lru",
}
WORST_CONFIG = {
    "appendfsync": "no",
    "no-appendfsync-on-rewrite": "yes",
    "aof-load-truncated": "no",
    "slowlog-log-slower-than": "0",
}


def test_all_dangers_but_one_can_be_accepted() -> None:
    found = {NOT_DURABLE.name}
    for config in (WORST_CONFIG, WORST_CONFIG | {"appendfsync": "everysec"}, None):
        found |= {one.name for one in dangers_of(Settings(WORST_INFO, config, "SET"))}

    assert found == ACCEPTABLE | {REPLICA}
    assert not dangers_of(Settings(INFO, CONFIG))


def test_the_manual_explains_all_of_them() -> None:
    text = MANUAL.read_text("utf-8")
    section = text[text.index("| name | what it means") :].partition("\n\n")[0]
    first_cells = "".join(re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE))

    assert set(re.findall(r"`([a-z-]+)`", first_cells)) == ACCEPTABLE | {REPLICA}


def test_a_slip_of_the_pen_is_told_with_the_names_there_are() -> None:
    check_danger("eviction")
    with pytest.raises(ValueError, match=r"no danger 'evction'.* eviction, "):
        check_danger("evction")
