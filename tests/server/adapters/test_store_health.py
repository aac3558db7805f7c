"""Dangerous settings are named, one by one."""

from collections.abc import Mapping

import pytest

from server.adapters.redis_link import Settings
from server.adapters.store_health import dangers_of, fullness_of

INFO: Mapping[str, object] = {
    "redis_version": "7.2.4",
    "aof_enabled": 1,
    "aof_last_write_status": "ok",
    "maxmemory_policy": "noeviction",
    "maxmemory": 536_870_912,
    "used_memory": 134_217_728,
}
CONFIG: Mapping[str, str] = {
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "aof-load-truncated": "yes",
    "slowlog-log-slower-than": "-1",
}


def names(settings: Settings) -> list[str]:
    return [danger.name for danger in dangers_of(settings)]


def test_settings_that_the_promises_need() -> None:
    assert names(Settings(INFO, CONFIG)) == []


@pytest.mark.parametrize(
    ("info", "config", "name"),
    [
        ({"role": "slave"}, {}, "replica"),
        ({"redis_version": "6.2.14"}, {}, "old-version"),
        ({"redis_version": "5"}, {}, "old-version"),
        ({"aof_enabled": 0}, {}, "no-append-only-file"),
        ({"aof_last_write_status": "err"}, {}, "append-only-file-failing"),
        ({"maxmemory_policy": "allkeys-lru"}, {}, "eviction"),
        ({"maxmemory": 0}, {}, "no-memory-limit"),
        ({}, {"aof-load-truncated": "no"}, "no-load-truncated"),
        ({}, {"slowlog-log-slower-than": "10000"}, "slow-log"),
        ({}, {"slowlog-log-slower-than": "0"}, "slow-log"),
        ({}, {"appendfsync": "everysec"}, "fsync-everysec"),
        ({}, {"appendfsync": "no"}, "fsync-no"),
        ({}, {"no-appendfsync-on-rewrite": "yes"}, "no-fsync-on-rewrite"),
    ],
)
def test_each_danger_has_its_name(
    info: dict[str, object], config: dict[str, str], name: str
) -> None:
    assert names(Settings({**INFO, **info}, {**CONFIG, **config})) == [name]


def test_settings_that_are_not_shown() -> None:
    assert names(Settings(INFO, None)) == ["settings-hidden"]


def test_what_would_not_be_read_again_is_a_danger() -> None:
    (danger,) = dangers_of(Settings(INFO, CONFIG, "HSET"))

    assert danger.name == "default-user"
    assert "may not run HSET" in danger.message
    assert "set user default off ~* &* +@all" in danger.message


def test_fullness_is_the_part_of_the_memory_that_is_used() -> None:
    assert fullness_of(Settings(INFO, CONFIG)) == 0.25
    assert fullness_of(Settings({**INFO, "maxmemory": 0}, CONFIG)) is None
    assert fullness_of(Settings({}, None)) is None


def test_message_says_what_to_set() -> None:
    (danger,) = dangers_of(Settings(INFO, {**CONFIG, "appendfsync": "everysec"}))

    assert "appendfsync is everysec" in danger.message
    assert "set appendfsync always" in danger.message
