"""Settings of a store under which a promise would not hold.

Most of them would make an acknowledged move one that can be lost; others end games, or
show hands to those who may not see them.

The embedded store is started with the right settings. A store that somebody else runs
is looked at when the server starts; a dangerous setting keeps the server from being
ready until the host changes it, or overrides it by the name given here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from server.adapters.redis_link import Settings

OLDEST = (7, 0)
REPLICA = "replica"
"""The one danger that nobody can accept: nothing works with it."""


@dataclass(frozen=True, slots=True)
class SettingDanger:
    """One dangerous setting."""

    name: str
    """The word by which a host may override it."""
    message: str
    """What was found, what it means, and what to set instead."""


def dangers_of(settings: Settings) -> tuple[SettingDanger, ...]:
    """Give what is dangerous about one server's settings, in a fixed order."""
    return (
        *_role(settings),
        *_version(settings.info),
        *_file(settings.info),
        *_replay(settings),
        *_config(settings.config),
        *_memory(settings.info),
    )


def _role(settings: Settings) -> Iterator[SettingDanger]:
    if settings.is_replica:
        yield SettingDanger(
            REPLICA,
            "the store is a replica, which takes no changes: name its primary, or the "
            "sentinels that know it (redis+sentinel://)",
        )


def _version(info: Mapping[str, object]) -> Iterator[SettingDanger]:
    # Valkey gives the Redis version that it is compatible with under the same name.
    version = str(info.get("redis_version", "0"))
    parts = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if parts < OLDEST:
        yield SettingDanger(
            "old-version",
            f"the store is version {version}; 7.0 is the oldest that is supported",
        )


def _file(info: Mapping[str, object]) -> Iterator[SettingDanger]:
    if str(info.get("aof_enabled")) != "1":
        yield SettingDanger(
            "no-append-only-file",
            "the store keeps no append-only file: a crash loses acknowledged moves; "
            "set appendonly yes",
        )
    if str(info.get("aof_last_write_status", "ok")) != "ok":
        yield SettingDanger(
            "append-only-file-failing",
            "the store cannot write its append-only file: look at its disk",
        )


def _replay(settings: Settings) -> Iterator[SettingDanger]:
    if settings.not_replayed is not None:
        yield SettingDanger(
            "default-user",
            f"the store's default user may not run {settings.not_replayed}: Redis 7.0 "
            "reads its append-only file as this user and would start without what is "
            "in it; set user default off ~* &* +@all",
        )


def _config(config: Mapping[str, str] | None) -> Iterator[SettingDanger]:
    if config is None:
        yield SettingDanger(
            "settings-hidden",
            "the store does not show its settings (CONFIG GET is refused), so that "
            "appendfsync always cannot be checked",
        )
        return
    policy = config.get("appendfsync")
    if policy != "always":
        yield SettingDanger(
            f"fsync-{policy}",
            f"appendfsync is {policy}: a power cut loses acknowledged moves; "
            "set appendfsync always",
        )
    if config.get("no-appendfsync-on-rewrite") == "yes":
        yield SettingDanger(
            "no-fsync-on-rewrite",
            "the store does not sync while it rewrites its file; "
            "set no-appendfsync-on-rewrite no",
        )
    if config.get("aof-load-truncated") == "no":
        yield SettingDanger(
            "no-load-truncated",
            "after a power cut the store may refuse to start over half a command, which "
            "nobody was told counts; set aof-load-truncated yes",
        )
    if not config.get("slowlog-log-slower-than", "-1").startswith("-"):
        yield SettingDanger(
            "slow-log",
            "the store keeps slow commands with what they are about, hands too, for "
            "whoever may read its log; set slowlog-log-slower-than -1",
        )


def fullness_of(settings: Settings) -> float | None:
    """Give how full one server's memory is, 0 to 1 and a little; None without a limit."""
    most = _number(settings.info, "maxmemory")
    return _number(settings.info, "used_memory") / most if most else None


def _number(info: Mapping[str, object], name: str) -> int:
    value = str(info.get(name, 0))
    return int(value) if value.isdecimal() else 0


def _memory(info: Mapping[str, object]) -> Iterator[SettingDanger]:
    policy = str(info.get("maxmemory_policy"))
    if policy != "noeviction":
        yield SettingDanger(
            "eviction",
            f"maxmemory-policy is {policy}: the store may throw tables away; "
            "set maxmemory-policy noeviction",
        )
    if not _number(info, "maxmemory"):
        yield SettingDanger(
            "no-memory-limit",
            "maxmemory is not set: the system ends the store when memory is short, "
            "in the middle of all games; set maxmemory well below what there is",
        )
