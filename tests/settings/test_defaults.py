"""What a server does unless it is told otherwise, as it was planned.

The numbers stand here as they were decided, and are compared with the settings, and with
what is fixed in the protocol. A default that was chosen otherwise stands apart, and the
manual gives its reason.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import pytest

from protocol import limits
from protocol.settings import SessionSettings
from server.adapters import redis_calls
from server.hub import live_table
from server.sessions import PROOF_BYTES
from server.settings import Settings, TableSettings
from server.store_records import EVENT_BYTES_MAX
from server.table import options
from tests.deploy.files import ROOT
from tests.settings.reach import every_setting

HOUR_S: Final = 3_600
DAY_S: Final = 24 * HOUR_S
AS_PLANNED: Final = {
    "open_s": 5,
    "hello_s": 5,
    "message_s": 5,
    "message_fragments": 16,
    "ping_every_s": 20,
    "ping_wait_s": 20,
    "outbox_bytes": 64 * 1024,
    "outbox_messages": 256,
    "stalled_s": 10,
    "close_s": 3,
    "messages_per_s": 10,
    "messages_burst": 40,
    "bytes_per_s": 32 * 1024,
    "invalid_messages": 3,
    "invalid_within_s": 10,
    "talk_per_s": 1,
    "talk_burst": 3,
    "connections_per_address": 20,
    "connects_per_minute": 60,
    "connections_per_user": 3,
    "max_newcomers": 200,
    "max_connections": 5_000,
    "failed_logins_per_connection": 5,
    "failed_logins_per_minute": 10,
    "failed_logins_per_hour": 20,
    "table.grace_ms": 20_000,
    "table.reserved_ms": 600_000,
    "table.turn_ms": 30_000,
    "table.bank_ms": 15_000,
    "bot_workers": None,
    "bot_answer_s": 2,
    "bot_most_s": 4,
    "bot_queue": 64,
    "max_seats_per_user": 4,
    "tables_per_minute": 5,
    "max_tables": 2_000,
    "max_onlookers": 50,
    "table_keep_s": DAY_S,
    "deal_keep_s": 7 * DAY_S,
    "store_alarm_percent": 70,
    "store_answer_s": 1,
    "store_give_up_s": 3,
    "store_patience_s": 10,
    "beat_s": 2,
    "node_dead_s": 15,
    "drain_s": 30,
    "drain_commands_s": 5,
    "log_level": "info",
    "allow_plain_text": False,
    "allow_dangers": frozenset(),
    "trusted_proxies": (),
    "allowed_origins": frozenset({"none"}),
    "host": "127.0.0.1",
}
CHOSEN_OTHERWISE: Final = {
    "session_keep_s": (2 * DAY_S, HOUR_S),
    "session_age_s": (7 * DAY_S, DAY_S // 2),
    "drain_spread_ms": (3_000, 5_000),
}
"""Name: what it is, and what had been planned; see the manual."""
NOT_PLANNED: Final = {
    *("port", "metrics_port", "metrics_host", "redis_url", "state_dir"),
    *("store_memory_mb", "login_key", "login_issuer", "login_audience"),
    *("session_check_s", "lease_s", "table.fill_ms", "table.lag_budget_ms"),
    *("idle_exit_s", "drain_notice_s", "drain_at_once", "audit_share", "kill_at"),
}
"""Settings of which the plan said nothing."""
FIXED: Final[dict[str, tuple[float, float]]] = {
    "bytes to the server": (limits.TO_SERVER_BYTES, 4_096),
    "stored event": (EVENT_BYTES_MAX, 1_024),
    "bytes to a client": (limits.TO_CLIENT_BYTES, 16 * 1024),
    "bytes with a table": (limits.SNAPSHOT_BYTES, 64 * 1024),
    "nesting": (limits.DEPTH, 8),
    "entries": (limits.ITEMS, 64),
    "text": (limits.TEXT_LENGTH, 512),
    "detail of an error": (limits.DETAIL_LENGTH, 512),
    "name": (limits.NAME_LENGTH, 24),
    "replay": (limits.REPLAY_EVENTS, 256),
    "silence for a client": (limits.SILENCE_S, 45),
    "bits of a token": (PROOF_BYTES * 8, 256),
    "commands of a table": (live_table.COMMANDS_WAITING, 8),
    "first pause before the store": (redis_calls.BACKOFF_S, 0.05),
    "longest pause before the store": (redis_calls.BACKOFF_MAX_S, 1),
    "first pause of a client": (SessionSettings().backoff_first_s, 0.5),
    "pace of a bot": (options.TableOptions().pace_ms, 900),
}
"""What no host sets: what it is, and what was planned."""


def _default(name: str) -> Any:
    return operator.attrgetter(name)(Settings.model_construct(table=TableSettings()))


@pytest.mark.parametrize("name", AS_PLANNED)
def test_default_is_as_it_was_planned(name: str) -> None:
    assert _default(name) == AS_PLANNED[name]


@pytest.mark.parametrize("name", CHOSEN_OTHERWISE)
def test_default_that_was_chosen_otherwise_has_its_reason(name: str) -> None:
    chosen, planned = CHOSEN_OTHERWISE[name]
    manual = (ROOT / "server" / "README.md").read_text("utf-8")

    assert _default(name) == chosen != planned
    assert f"`{name}`" in manual.partition("## Deliberately not a setting")[2]


def test_every_setting_was_planned_or_is_known_not_to_be() -> None:
    known = AS_PLANNED.keys() | CHOSEN_OTHERWISE.keys() | NOT_PLANNED

    assert known == set(every_setting())


@pytest.mark.parametrize("name", FIXED)
def test_what_is_fixed_is_as_it_was_planned(name: str) -> None:
    fixed, planned = FIXED[name]

    assert fixed == planned
